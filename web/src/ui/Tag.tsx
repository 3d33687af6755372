import { styled } from '@mui/material/styles'
import type { Tone } from '../core/tokens.ts'

/** A short label whose colour repeats what its words say. */
export const Tag = styled('span', { shouldForwardProp: name => name !== 'tone' })<{ tone: Tone }>(
  ({ theme, tone }) => ({
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    padding: '2px 10px 2px 8px',
    borderRadius: 999,
    fontSize: '0.8125rem',
    fontWeight: 600,
    lineHeight: '1.25rem',
    whiteSpace: 'nowrap',
    color: theme.tokens.tones[tone].onSoft,
    backgroundColor: theme.tokens.tones[tone].soft,
    '&::before': {
      content: '""',
      width: 7,
      height: 7,
      borderRadius: '50%',
      backgroundColor: theme.tokens.tones[tone].main
    }
  })
)
