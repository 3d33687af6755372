import { styled } from '@mui/material/styles'
import type { LeadStatus } from '../../../../services/leads/leads/rules.ts'
import { statusTones } from '../../core/statusTones.ts'

/** The colour of a status. */
export const StatusDot = styled('span', { shouldForwardProp: name => name !== 'status' })<{ status: LeadStatus }>(
  ({ theme, status }) => ({
    flexShrink: 0,
    width: 8,
    height: 8,
    borderRadius: '50%',
    backgroundColor: theme.tokens.tones[statusTones[status]].main
  })
)
