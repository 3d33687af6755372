import { useStore } from 'react-admin'
import { useValuesUsed } from '../api.ts'

/** The columns of the table, in order. */
export const columnLabels = {
  name: 'Nome',
  phone: 'Telefone',
  email: 'E-mail',
  consent: 'Consentimento',
  status: 'Situação',
  value: 'Valor',
  source: 'Origem',
  owner: 'Responsável',
  tags: 'Etiquetas',
  score: 'Pontuação',
  receivedAt: 'Recebido em',
  lastContactAt: 'Último contato',
  nextTaskAt: 'Próxima ação'
} as const

export type ColumnName = keyof typeof columnLabels

const columnNames = Object.keys(columnLabels) as ColumnName[]

/** Under which name the server sorts by a column. */
export const sortName = (name: ColumnName): string => (name === 'value' ? 'valueCents' : name)

const isNumber = (name: ColumnName): boolean => name === 'score' || name === 'value'

/** The classes of a column's cells; the one that the list is sorted by stays in sight. */
export const classOf = (name: ColumnName, sorted: ColumnName | undefined): string =>
  [isNumber(name) && 'number', name === sorted && 'sorted'].filter(Boolean).join(' ')

/** By what the server sorts, and which way first. */
export const sortable: Partial<Record<ColumnName, 'ASC' | 'DESC'>> = {
  name: 'ASC',
  status: 'ASC',
  source: 'ASC',
  score: 'DESC',
  value: 'DESC',
  receivedAt: 'DESC',
  lastContactAt: 'DESC',
  nextTaskAt: 'ASC'
}

/** What fits beside the menu of a laptop; the other columns are one press away. */
const first: ColumnName[] = ['name', 'phone', 'status', 'value', 'owner', 'tags', 'nextTaskAt', 'receivedAt']
const wide: ColumnName[] = [...first, 'consent']
const roomy: ColumnName[] = [...wide, 'email', 'source', 'lastContactAt']

/** Where there are values, they take the place of what is least missed. */
function usual(used: boolean): string[] {
  const width = window.innerWidth
  const shown = width >= 1600 ? roomy : width < 1400 ? first : used ? first : wide
  return columnNames.filter(name => !shown.includes(name) || (used && width < 1400 && name === 'tags'))
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

type Density = 'small' | 'medium'
export const useDensity = () => useStore<Density>('leads.density', 'small')
