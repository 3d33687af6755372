/** The state of a link to a conversation that one follows to answer: the cursor is in the box at once. */
export const toAnswer = { toAnswer: true } as const

/** Whether who came here, by the state of the page's address, came to answer. */
export const comesToAnswer = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'toAnswer' in state
