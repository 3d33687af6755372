import type { LeadStatus } from '../../../services/leads/rules.ts'
import type { Tone } from '../core/tokens.ts'

export const statusTones: Record<LeadStatus, Tone> = {
  new: 'info',
  contacted: 'warning',
  scheduled: 'violet',
  converted: 'success',
  lost: 'neutral'
}
