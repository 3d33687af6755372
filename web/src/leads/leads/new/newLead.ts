/** The browser event by which any part of the application opens the dialog in which a lead is typed. */
export const newLeadAsked = 'newLeadAsked'

export const askNewLead = (): void => void dispatchEvent(new Event(newLeadAsked))
