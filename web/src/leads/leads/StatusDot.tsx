import { styled } from '@mui/material/styles'
import type { Tone } from '../../core/tokens.ts'
import { useSteps } from '../funnels/steps.ts'

const Dot = styled('span', { shouldForwardProp: name => name !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  flexShrink: 0,
  width: 8,
  height: 8,
  borderRadius: '50%',
  backgroundColor: theme.tokens.tones[tone].main
}))

/** The colour of a step. */
export const StatusDot = ({ status }: { status: string }) => <Dot tone={useSteps().of(status).tone} />
