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
    '& [data-open]::after': { content: '""', position: 'absolute', inset: '0 136px 0 44px' }
  },
  '@media (max-width: 600px)': {
    '& .wide': { display: 'none' },
    // The words have one line each where they fit; moving is in the menu.
    '& [data-open]': { display: '-webkit-box', overflow: 'hidden', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2 },
    '& .sub': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& > li': { gap: 0, paddingRight: 0 },
    '& .ways a': { width: 44, height: 44 },
    '& .ways svg': { fontSize: 22 },
    '& .actions [data-move]': { display: 'none' },
    '& .actions button': { width: 44, height: 44 }
  }
}))
