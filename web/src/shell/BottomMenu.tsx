import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { NavLink } from 'react-router-dom'
import { bottomMenuHeight } from '../ui/frame.ts'
import type { MenuGroup } from './features.ts'

const Entry = styled(NavLink)(({ theme }) => ({
  flex: '1 0 auto',
  minWidth: 52,
  padding: '0 2px',
  whiteSpace: 'nowrap',
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 2,
  height: bottomMenuHeight,
  color: theme.palette.text.secondary,
  fontSize: '0.75rem',
  overflowWrap: 'normal',
  // Six of them share the width of a small phone.
  '&:nth-last-of-type(n + 6), &:nth-last-of-type(n + 6) ~ &': { fontSize: '0.6875rem' },
  fontWeight: 600,
  textDecoration: 'none',
  '& svg': { fontSize: 24, width: 48, height: 28, padding: '2px 0', borderRadius: 14 },
  '&.active': {
    color: theme.tokens.tones.brand.onSoft,
    '& svg': { backgroundColor: theme.tokens.tones.brand.soft }
  },
  '&:focus-visible': { outlineOffset: -4 }
}))

/** The menu of small screens, within reach of the thumb. */
export const BottomMenu = ({ groups }: { groups: readonly MenuGroup[] }) => (
  <Box
    component="nav"
    aria-label="Principal"
    sx={{
      display: { xs: 'flex', md: 'none' },
      // More than six are reached by a swipe.
      overflowX: 'auto',
      position: 'fixed',
      insetInline: 0,
      bottom: 0,
      zIndex: 'appBar',
      pb: 'env(safe-area-inset-bottom)',
      borderTop: 1,
      borderColor: 'divider',
      bgcolor: 'background.paper'
    }}
  >
    {groups
      .flatMap(({ entries }) => entries)
      .map(({ to, end, label, shortLabel = label, icon }) => (
        <Entry key={to} to={to} end={end}>
          {icon}
          {shortLabel}
        </Entry>
      ))}
  </Box>
)
