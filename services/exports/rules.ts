export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The columns of an export, headed as an import knows them. Own form fields are named `custom:` and the field's name. */
export const exportColumns = {
  name: 'Nome',
  email: 'E-mail',
  phone: 'Telefone',
  cnpj: 'CNPJ',
  company: 'Empresa',
  status: 'Situação',
  lostReason: 'Motivo da perda',
  source: 'Origem',
  owner: 'Responsável',
  tags: 'Etiquetas',
  score: 'Pontuação',
  receivedAt: 'Recebido em',
  lastContactAt: 'Último contato',
  nextTaskAt: 'Próxima tarefa',
  preferredDate: 'Data preferencial',
  preferredPeriod: 'Período preferencial',
  preferredTime: 'Horário preferencial',
  consent: 'Aceita comunicações',
  message: 'Mensagem'
} as const
export type ExportColumn = keyof typeof exportColumns

export const usualColumns: readonly ExportColumn[] = [
  'name',
  'email',
  'phone',
  'cnpj',
  'status',
  'source',
  'owner',
  'tags',
  'receivedAt',
  'lastContactAt',
  'message'
]

/** How long an export can be downloaded. */
export const exportDays = 1
