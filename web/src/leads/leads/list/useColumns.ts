import { useStore } from 'react-admin'
import { useValuesUsed } from '../api.ts'
import { type Column, type ColumnName, columnNames, columnOf } from './columns.tsx'

/** The widths whose columns fit beside the menu; the other columns are one press away. */
function fitting(used: boolean): readonly Column['from'][] {
  const width = window.innerWidth
  if (width >= 1600) return ['laptop', 'wide', 'roomy']
  // Where there are values, they take the place of what is least missed.
  return width < 1400 || used ? ['laptop'] : ['laptop', 'wide']
}

/** The columns that are hidden from somebody who has chosen none. */
function usual(used: boolean): string[] {
  const shown = fitting(used)
  return columnNames.filter(
    name => !shown.includes(columnOf(name).from) || (used && window.innerWidth < 1400 && name === 'tags')
  )
}

/** The columns that there are: none for values that nobody enters. */
export function useColumnNames(): ColumnName[] {
  const used = useValuesUsed()
  return used ? columnNames : columnNames.filter(name => name !== 'value')
}

/** The columns that a person has chosen to see, in the order of the table, and their choice. */
export function useColumns(): [ColumnName[], (shown: readonly string[]) => void] {
  const [hidden, setHidden] = useStore<string[] | null>('leads.hiddenColumns', null)
  const names = useColumnNames()
  const gone = hidden ?? usual(names.includes('value'))
  return [
    names.filter(name => name === 'name' || !gone.includes(name)),
    shown => setHidden(names.filter(name => !shown.includes(name)))
  ]
}
