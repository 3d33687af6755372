import type { RequestStatus } from '../../../../services/privacy/privacy/rules.ts'
import type { Tone } from '../../core/tokens.ts'

export const statusTones: Record<RequestStatus, Tone> = { open: 'info', done: 'success', refused: 'neutral' }

/** The colour of a term, beside the words that say the same. */
export const termTone = (daysLeft: number): Tone => (daysLeft < 0 ? 'error' : daysLeft <= 3 ? 'warning' : 'neutral')

/** The name shown for an erased person. */
export const erasedPerson = 'Pessoa excluída'
