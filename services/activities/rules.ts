/** The types that clients may record; only the server records imports. */
export const recordedTypes = ['call', 'new_lead', 'message'] as const
export const activityTypes = [...recordedTypes, 'import'] as const
export type ActivityType = (typeof activityTypes)[number]

export const activityLabels: Record<ActivityType, string> = {
  call: 'Ligação',
  new_lead: 'Novo lead',
  message: 'Mensagem',
  import: 'Importação'
}

export const defaultActivityLimit = 10
