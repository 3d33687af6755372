/** The types that clients may record; only the server records imports and what happens to appointments. */
export const recordedTypes = ['call', 'new_lead', 'message'] as const
export const activityTypes = [...recordedTypes, 'import', 'appointment'] as const
export type ActivityType = (typeof activityTypes)[number]

export const activityLabels: Record<ActivityType, string> = {
  call: 'Ligação',
  new_lead: 'Novo lead',
  message: 'Mensagem',
  import: 'Importação',
  appointment: 'Agendamento'
}

/** These events say where a colleague is or who was meant, which is no business of somebody who does not see the lead. */
export const eventsOfColleagues = ['viewing', 'conversation-presence', 'mention'] as const

export const defaultActivityLimit = 10
