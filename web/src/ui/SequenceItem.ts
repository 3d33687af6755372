import { styled } from '@mui/material/styles'

/** An entry of a sequence, behind an icon: the line from one icon to the next makes the list read as one. */
export const SequenceItem = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '32px minmax(0, 1fr)',
  gap: 12,
  paddingBottom: 20,
  '&:last-of-type': { paddingBottom: 0 },
  '&:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    left: 15.5,
    top: 36,
    bottom: 4,
    width: 1,
    backgroundColor: theme.palette.divider
  }
}))
