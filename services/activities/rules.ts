export const activityTypes = ['call', 'new_lead', 'message'] as const
export type ActivityType = (typeof activityTypes)[number]

export const activityLabels: Record<ActivityType, string> = {
  call: 'Ligação',
  new_lead: 'Novo lead',
  message: 'Mensagem'
}

export const defaultActivityLimit = 10
