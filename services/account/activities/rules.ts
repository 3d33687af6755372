/** The types that clients may record; only the server records imports and events of appointments. */
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

/** Channels by which a lead can be contacted. */
export const contactChannels = ['whatsapp', 'phone', 'email'] as const
export type ContactChannel = (typeof contactChannels)[number]

export const contactOutcomes = ['talked', 'no_answer', 'wrong_number'] as const
export type ContactOutcome = (typeof contactOutcomes)[number]

/**
 * These events say where a colleague is or who was meant, which is no business of somebody who does not see the lead.
 */
export const eventsOfColleagues = ['viewing', 'conversation-presence', 'mention'] as const

export const defaultActivityLimit = 10
