import { useMemo } from 'react'
import { usePermitted } from './access.ts'
import type { Feature, MenuEntry, MenuGroup } from './features.ts'

/** The menu of an area: its headings in the order in which the features first name them. */
function menuOf(features: readonly Feature[]): MenuGroup[] {
  const groups = new Map<string, MenuEntry[]>()
  for (const { under, first, ...entry } of features.flatMap(({ menu = [] }) => menu)) {
    const entries = groups.get(under) ?? []
    groups.set(under, first ? [entry, ...entries] : [...entries, entry])
  }
  return [...groups].map(([heading, entries]) => ({ heading, entries }))
}

/** The menu of an area without what the signed-in person may not open. */
export function useMenu(features: readonly Feature[]): MenuGroup[] {
  const may = usePermitted()
  return useMemo(
    () =>
      menuOf(features)
        .map(({ heading, entries }) => ({ heading, entries: entries.filter(({ needs }) => !needs || may(needs)) }))
        .filter(({ entries }) => entries.length > 0),
    [features, may]
  )
}
