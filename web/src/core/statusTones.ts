import type { Tone } from './tokens.ts'

/** The tone of each status of a lead, wherever it is shown. */
export const statusTones = {
  new: 'info',
  contacted: 'warning',
  scheduled: 'violet',
  converted: 'success',
  lost: 'neutral'
} as const satisfies Record<string, Tone>
