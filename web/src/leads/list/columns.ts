import { useStore } from 'react-admin'

/** The columns of the table, in order. */
export const columnLabels = {
  name: 'Nome',
  phone: 'Telefone',
  email: 'E-mail',
  consent: 'Consentimento',
  status: 'Situação',
  source: 'Origem',
  owner: 'Responsável',
  tags: 'Etiquetas',
  score: 'Pontuação',
  receivedAt: 'Recebido em',
  lastContactAt: 'Último contato',
  nextTaskAt: 'Próxima ação'
} as const

export type ColumnName = keyof typeof columnLabels

export const columnNames = Object.keys(columnLabels) as ColumnName[]

/** By what the server sorts, and which way first. */
export const sortable: Partial<Record<ColumnName, 'ASC' | 'DESC'>> = {
  name: 'ASC',
  status: 'ASC',
  source: 'ASC',
  score: 'DESC',
  receivedAt: 'DESC',
  lastContactAt: 'DESC',
  nextTaskAt: 'ASC'
}

/** What fits beside the menu of a laptop; the other columns are one press away. */
const first: ColumnName[] = ['name', 'phone', 'status', 'owner', 'tags', 'nextTaskAt', 'receivedAt']
const wide: ColumnName[] = [...first, 'consent']
const roomy: ColumnName[] = [...wide, 'email', 'source', 'lastContactAt']

const usual = (): string[] => {
  const width = window.innerWidth
  const shown = width >= 1600 ? roomy : width >= 1400 ? wide : first
  return columnNames.filter(name => !shown.includes(name))
}

/** The columns that a person has chosen to see, in the order of the table, and their choice. */
export function useColumns(): [ColumnName[], (shown: readonly string[]) => void] {
  const [hidden, setHidden] = useStore<string[] | null>('leads.hiddenColumns', null)
  const gone = hidden ?? usual()
  return [
    columnNames.filter(name => name === 'name' || !gone.includes(name)),
    shown => setHidden(columnNames.filter(name => !shown.includes(name)))
  ]
}

export type Density = 'small' | 'medium'
export const useDensity = () => useStore<Density>('leads.density', 'small')
