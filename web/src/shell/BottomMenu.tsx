import AssistantIcon from '@mui/icons-material/AutoAwesomeOutlined'
import MoreIcon from '@mui/icons-material/MoreHorizOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Drawer from '@mui/material/Drawer'
import { type CSSObject, styled, type Theme } from '@mui/material/styles'
import { useState } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router-dom'
import { bottomMenuHeight } from '../ui/frame.ts'
import type { MenuEntry, MenuGroup } from './features.ts'

/** As many as a thumb finds without reading; the others are behind one more. */
const shownEntries = 4

const entryStyle = ({ theme }: { theme: Theme }): CSSObject => ({
  flex: '1 1 0',
  // Five of one width leave no room between the longest and what is beside it on the narrowest phones.
  '@media (max-width: 359.95px)': { flex: '1 1 auto' },
  minWidth: 0,
  padding: '0 2px',
  whiteSpace: 'nowrap',
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 2,
  height: bottomMenuHeight,
  color: theme.palette.text.secondary,
  fontFamily: theme.typography.fontFamily,
  fontSize: '0.75rem',
  lineHeight: 1.43,
  overflowWrap: 'normal',
  fontWeight: 600,
  textDecoration: 'none',
  position: 'relative',
  // Beside the drawn part of the icon, which has room at both sides.
  '& .count': { position: 'absolute', top: 5, left: 'calc(50% + 13px)', lineHeight: 0 },
  '& .count > :first-of-type': { minWidth: 18, height: 18, padding: '0 4px', fontSize: '0.6875rem' },
  '& svg': { fontSize: 24, width: 48, height: 28, padding: '2px 0', borderRadius: 14 },
  '&.active': {
    color: theme.tokens.tones.brand.onSoft,
    '& svg': { backgroundColor: theme.tokens.tones.brand.soft }
  },
  '&:focus-visible': { outlineOffset: -4 }
})

const Entry = styled(NavLink)(entryStyle)
const MoreButton = styled(ButtonBase)(entryStyle)

const rowStyle = ({ theme }: { theme: Theme }): CSSObject => ({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  minHeight: 48,
  padding: '4px 16px',
  borderRadius: 8,
  color: theme.palette.text.primary,
  fontWeight: 500,
  textDecoration: 'none',
  '& svg': { color: theme.palette.text.secondary },
  '& .count': { marginLeft: 'auto', lineHeight: 0 },
  '&.active': {
    backgroundColor: theme.tokens.tones.brand.soft,
    color: theme.tokens.tones.brand.onSoft,
    '& svg': { color: 'inherit' }
  }
})

const Row = styled(NavLink)(rowStyle)
const Action = styled(ButtonBase)(rowStyle, { width: '100%', justifyContent: 'flex-start', font: 'inherit' })

const Heading = styled('h2')(({ theme }) => ({
  margin: '12px 16px 4px',
  fontSize: '0.75rem',
  fontWeight: 600,
  color: theme.tokens.textFaint
}))

/** The entries of the bar, in the order of the menu, and those behind 'Mais'. */
function divide(groups: readonly MenuGroup[]): { shown: MenuEntry[]; more: MenuGroup[] } {
  const all = groups.flatMap(({ entries }) => entries)
  if (all.length <= shownEntries + 1) return { shown: all, more: [] }
  const chosen = all
    .toSorted((a, b) => Number(b.frequent ?? false) - Number(a.frequent ?? false))
    .slice(0, shownEntries)
  const more = groups
    .map(({ heading, entries }) => ({ heading, entries: entries.filter(entry => !chosen.includes(entry)) }))
    .filter(({ entries }) => entries.length > 0)
  return { shown: all.filter(entry => chosen.includes(entry)), more }
}

/** The menu of small screens, within reach of the thumb: what is used most, and the rest in a sheet. */
export function BottomMenu({ groups }: { groups: readonly MenuGroup[] }) {
  const { shown, more } = divide(groups)
  return (
    <Box
      component="nav"
      aria-label="Principal"
      sx={{
        display: { xs: 'flex', md: 'none' },
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
      {shown.map(({ to, end, label, shortLabel = label, icon, count }) => (
        <Entry key={to} to={to} end={end}>
          {icon}
          {shortLabel}
          {count}
        </Entry>
      ))}
      {more.length > 0 && <More groups={more} />}
    </Box>
  )
}

function More({ groups }: { groups: readonly MenuGroup[] }) {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const here = groups.some(({ entries }) =>
    entries.some(({ to, end = false }) => matchPath({ path: to, end }, pathname) !== null)
  )
  return (
    <>
      <MoreButton className={here ? 'active' : ''} aria-expanded={open} onClick={() => setOpen(true)}>
        <MoreIcon />
        Mais
      </MoreButton>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: {
            'aria-label': 'Mais',
            sx: { borderRadius: '16px 16px 0 0', p: 1, pb: 'calc(16px + env(safe-area-inset-bottom))' }
          }
        }}
      >
        <nav aria-label="Mais páginas">
          {groups.map(({ heading, entries }) => (
            <div key={heading}>
              <Heading>{heading}</Heading>
              {entries.map(({ to, end, label, icon, count }) => (
                <Row key={to} to={to} end={end} onClick={() => setOpen(false)}>
                  {icon}
                  {label}
                  {count}
                </Row>
              ))}
            </div>
          ))}
        </nav>
        <Heading>Ajuda</Heading>
        <Action
          onClick={() => {
            setOpen(false)
            dispatchEvent(new Event('open-chat'))
          }}
        >
          <AssistantIcon />
          Falar com a IA
        </Action>
      </Drawer>
    </>
  )
}
