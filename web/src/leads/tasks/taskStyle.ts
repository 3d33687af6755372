import { styled } from '@mui/material/styles'

/** One style sheet for all rows of a list. */
export const TaskList = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 56,
    padding: '4px 8px 4px 4px',
    borderTop: `1px solid ${theme.palette.divider}`
  },
  '& > li:first-of-type': { borderTop: 0 },
  '& > li:hover': { backgroundColor: theme.tokens.sunken },
  '& > li:has([data-open]:focus-visible)': { boxShadow: `inset 3px 0 0 ${theme.palette.primary.main}` },
  '& .tick': { display: 'grid', placeItems: 'center', flexShrink: 0, width: 44, height: 44, cursor: 'pointer' },
  '& .tick input': { width: 18, height: 18, margin: 0, accentColor: theme.palette.primary.main },
  '& .text': { flexGrow: 1, minWidth: 0, padding: '6px 0' },
  '& [data-open]': {
    display: 'inline-block',
    maxWidth: '100%',
    color: theme.palette.text.primary,
    fontWeight: 600,
    textDecoration: 'none',
    overflowWrap: 'anywhere',
    borderRadius: 4,
    '&:hover': { textDecoration: 'underline' },
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
  },
  '& .sub': {
    color: theme.palette.text.secondary,
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere'
  },
  '& time': { whiteSpace: 'nowrap' },
  '& .late': { color: theme.palette.error.main, fontWeight: 600 },
  '& [data-done] [data-open]': { color: theme.palette.text.secondary, textDecoration: 'line-through' },
  '& .ways': { display: 'flex', flexShrink: 0, position: 'relative', zIndex: 1 },
  '& .actions': { display: 'flex', flexShrink: 0 },
  '& .actions button': { width: 36, height: 36, color: theme.palette.text.secondary },
  '@media (pointer: coarse)': {
    '& .actions button': { width: 44, height: 44 },
    // All of the text opens the lead.
    '& [data-open]::after': { content: '""', position: 'absolute', inset: '0 92px 0 48px' }
  },
  '@media (max-width: 600px)': {
    '& .wide': { display: 'none' },
    // Under the words, which have the width to themselves.
    '& > li:has(.ways)': { flexWrap: 'wrap' },
    '& > li:has(.ways) .text': { flex: '1 1 0' },
    '& .ways': { order: 1, flexBasis: '100%', paddingLeft: 44, marginTop: -6 }
  }
}))
