import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { usePermitted } from '../access.ts'
import type { CommandSource, Feature, MenuGroup } from '../features.ts'
import { lettersOf, pagesOf } from './commands.ts'

/** The commands of an area's palette: the pages of its menu, and those that each feature adds. */
export function useCommands(features: readonly Feature[], menu: readonly MenuGroup[]): CommandSource {
  const may = usePermitted()
  const notify = useNotify()
  const navigate = useNavigate()
  const offers = features.flatMap(({ commands }) => commands?.({ may, notify, navigate }) ?? [])
  return {
    pages: [...pagesOf(menu), ...offers.flatMap(({ pages = [] }) => pages)],
    actions: offers.flatMap(({ actions = [] }) => actions),
    records: offers.find(({ records }) => records)?.records,
    letters: lettersOf(menu)
  }
}
