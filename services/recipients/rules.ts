/** Whether an address gets the leads of a form: of the team, confirmed, waiting, or its owner wants none. */
export const recipientStates = ['team', 'confirmed', 'waiting', 'declined'] as const
export type RecipientState = (typeof recipientStates)[number]

export const stateLabels: Record<RecipientState, string> = {
  team: 'da equipe',
  confirmed: 'confirmado',
  waiting: 'aguardando confirmação',
  declined: 'não quer receber'
}

/** Addresses outside the team that the forms of a company may name together. */
export const mostRecipients = 20

/** How long the link in a mail confirms; it goes on being good for leaving. */
export const confirmDays = 7
