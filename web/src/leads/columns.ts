/** The columns of the table, in order. */
export const columnLabels = {
  name: 'Nome',
  phone: 'Telefone',
  email: 'E-mail',
  status: 'Status',
  ownerName: 'Responsável',
  source: 'Origem',
  marks: 'Alertas',
  receivedAt: 'Recebido em'
} as const

export type ColumnName = keyof typeof columnLabels

/** Where react-admin's table keeps the columns that a person has hidden. */
export const hiddenColumnsKey = 'leads.datatable'
