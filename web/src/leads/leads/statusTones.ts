import type { LeadStatus } from '../../../../services/leads/leads/rules.ts'
import type { Tone } from '../../core/tokens.ts'

/** The tone of each status, wherever it is shown. */
export const statusTones: Record<LeadStatus, Tone> = {
  new: 'info',
  contacted: 'warning',
  scheduled: 'violet',
  converted: 'success',
  lost: 'neutral'
}
