import InputBase from '@mui/material/InputBase'
import { styled } from '@mui/material/styles'

/** Answer or note, and how long the window is open. */
export const Modes = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  marginBottom: 4,
  '& button': {
    minHeight: 28,
    padding: '0 10px',
    border: 0,
    borderRadius: 14,
    font: 'inherit',
    fontSize: '0.8125rem',
    fontWeight: 600,
    color: theme.palette.text.secondary,
    backgroundColor: 'transparent',
    cursor: 'pointer'
  },
  '& button[aria-pressed=true]': {
    color: theme.tokens.tones.brand.onSoft,
    backgroundColor: theme.tokens.tones.brand.soft
  },
  '& [data-note][aria-pressed=true]': {
    color: theme.tokens.tones.warning.onSoft,
    backgroundColor: theme.tokens.tones.warning.soft
  },
  '& button:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 1 },
  '& .window': { marginLeft: 'auto', fontSize: '0.75rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '@media (pointer: coarse)': { '& button': { minHeight: 40, borderRadius: 20 } }
}))

/** The box of an answer, or of a note, which looks different so that nobody mistakes one for the other. */
export const MessageField = styled(InputBase, { shouldForwardProp: name => name !== 'note' })<{ note: boolean }>(
  ({ theme, note }) => ({
    padding: `10px ${theme.spacing(1.5)}`,
    borderRadius: Number(theme.shape.borderRadius) * 2,
    border: `1px solid ${note ? theme.palette.warning.main : theme.tokens.edge}`,
    backgroundColor: note ? theme.tokens.tones.warning.soft : theme.palette.background.paper,
    fontSize: '0.9375rem',
    lineHeight: 1.45,
    [theme.breakpoints.down('sm')]: { fontSize: '1rem' },
    '&.Mui-focused': { outline: `2px solid ${theme.palette.primary.main}` },
    '& textarea::placeholder': {
      color: note ? theme.tokens.tones.warning.onSoft : theme.tokens.textFaint,
      opacity: 1
    }
  })
)
