import { styled } from '@mui/material/styles'

/**
 * A row of a list that leads somewhere as a whole: the link within it covers the row, and is one link to the keyboard.
 */
export const LinkRow = styled('li')(({ theme }) => ({
  position: 'relative',
  padding: '14px 20px',
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '& a': { color: theme.palette.text.primary, textDecoration: 'none' },
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 }
}))

/** One with a name that leads there and what is known of it, in `.texts`, and more at its end. */
export const NamedRow = styled(LinkRow)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  '& .texts': { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '& a': { fontWeight: 600 },
  '& .facts': { marginTop: 2, fontSize: '0.8125rem', color: theme.palette.text.secondary }
}))
