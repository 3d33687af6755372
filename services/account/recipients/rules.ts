/** Whether an address gets a form's leads: as a member of the team, confirmed, not yet, or declined. */
export const recipientStates = ['team', 'confirmed', 'waiting', 'declined'] as const
export type RecipientState = (typeof recipientStates)[number]

export const stateLabels: Record<RecipientState, string> = {
  team: 'da equipe',
  confirmed: 'confirmado',
  waiting: 'aguardando confirmação',
  declined: 'não quer receber'
}

/** Outside addresses that a company's forms may name in total. */
export const maxRecipients = 20

/** Days for which a link confirms; for unsubscribing it never expires. */
export const confirmDays = 7
