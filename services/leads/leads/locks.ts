type Identity = { phoneKey?: string | null; email?: string | null }

/**
 * The locks of a person who arrives, whichever way: what two processes store of one person at the same moment is stored
 * one after the other, so that the second finds what the first stored.
 */
export const personLocks = ({ phoneKey, email }: Identity): string[] => [
  ...(phoneKey ? [`phone ${phoneKey}`] : []),
  ...(email ? [`email ${email.toLowerCase()}`] : [])
]
