import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { NavLink } from 'react-router-dom'
import { topBarHeight } from '../ui/frame.ts'
import type { MenuGroup } from './features.ts'

const Entry = styled(NavLink)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 40,
  padding: '6px 12px',
  borderRadius: 8,
  color: theme.palette.text.secondary,
  fontWeight: 500,
  lineHeight: 1.25,
  textDecoration: 'none',
  transition: `background-color ${theme.transitions.duration.shortest}ms`,
  '& svg': { fontSize: 20 },
  '& .short': { display: 'none' },
  '& .count': { marginLeft: 'auto', lineHeight: 0 },
  [theme.breakpoints.down('lg')]: {
    flexDirection: 'column',
    gap: 4,
    padding: '8px 2px',
    marginTop: 4,
    fontSize: '0.6875rem',
    textAlign: 'center',
    '& svg': { fontSize: 22 },
    '& .short': { display: 'block' },
    '& .long': { display: 'none' },
    '& .count': { margin: 0 }
  },
  '&:hover': { backgroundColor: theme.tokens.tones.neutral.soft, color: theme.palette.text.primary },
  '&.active': {
    backgroundColor: theme.tokens.tones.brand.soft,
    color: theme.tokens.tones.brand.onSoft,
    fontWeight: 600
  }
}))

const Heading = styled('h2')(({ theme }) => ({
  margin: '20px 12px 6px',
  fontSize: '0.75rem',
  fontWeight: 600,
  color: theme.tokens.textFaint,
  [theme.breakpoints.down('lg')]: { display: 'none' }
}))

/** The menu beside the page: a narrow one where room is short. Phones have BottomMenu instead. */
export const SideMenu = ({ groups }: { groups: readonly MenuGroup[] }) => (
  <Box
    component="nav"
    aria-label="Principal"
    sx={{
      display: { xs: 'none', md: 'block' },
      flexShrink: 0,
      width: { md: 84, lg: 224 },
      position: 'sticky',
      top: topBarHeight,
      height: `calc(100dvh - ${topBarHeight}px)`,
      overflowY: 'auto',
      px: 1,
      pb: 2
    }}
  >
    {groups.map(({ heading, entries }) => (
      <div key={heading}>
        <Heading>{heading}</Heading>
        {entries.map(({ to, end, label, shortLabel = label, icon, count }) => (
          <Entry key={to} to={to} end={end}>
            {icon}
            <span className="long">{label}</span>
            <span className="short">{shortLabel}</span>
            {count}
          </Entry>
        ))}
      </div>
    ))}
  </Box>
)
