import { styled } from '@mui/material/styles'

export const Chips = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 3,
  margin: '10px -16px 0',
  padding: '2px 16px 6px',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& button': {
    // All four have room in the narrow list, whatever the letters of the system, and fill it.
    flex: '1 0 auto',
    maxWidth: 160,
    minHeight: 30,
    padding: '0 3px',
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: 15,
    font: 'inherit',
    fontSize: '0.75rem',
    fontWeight: 600,
    color: theme.palette.text.secondary,
    backgroundColor: 'transparent',
    cursor: 'pointer'
  },
  '& button:hover': { backgroundColor: theme.tokens.sunken },
  '& button[aria-pressed=true]': {
    borderColor: 'transparent',
    color: theme.tokens.tones.brand.onSoft,
    backgroundColor: theme.tokens.tones.brand.soft
  },
  '& button:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 1 },
  '@media (pointer: coarse)': { '& button': { minHeight: 40, borderRadius: 20 } }
}))

export const Filters = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  padding: '4px 0 10px',
  '& select': {
    flex: '1 1 0',
    minWidth: 0,
    height: 32,
    padding: '0 6px',
    border: 0,
    borderRadius: 8,
    font: 'inherit',
    fontSize: '0.8125rem',
    color: theme.palette.text.secondary,
    backgroundColor: theme.tokens.sunken
  },
  '& select:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 1 },
  '@media (pointer: coarse)': { '& select': { height: 44, fontSize: '1rem' } }
}))
