/** A mail in MJML, and the milliseconds of processor time that it may take. */
export type Task = { source: string; processor: number }

export type Answer = { html: string } | { failure: string }

/** The signal by which the process ends itself where a mail has taken more. */
export const overTime = 'SIGXCPU'
