import AddIcon from '@mui/icons-material/Add'
import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { tabAddress } from '../../ui/Tabs.tsx'
import { People, type Person } from './People.tsx'
import { stepped, titleOf } from './range.ts'
import type { useCalendar } from './useCalendar.ts'
import { settingsTab, ViewMenu } from './ViewMenu.tsx'

export const barHeight = 56

type Props = { calendar: ReturnType<typeof useCalendar>; people: readonly Person[]; onAdd: (() => void) | undefined }

/** Books a time, from the corner of either bar. */
export const AddButton = ({ onAdd }: { onAdd: () => void }) => (
  <IconButton
    className="screen-only"
    aria-label="Novo compromisso"
    title="Novo compromisso"
    onClick={onAdd}
    sx={{
      width: 40,
      height: 40,
      borderRadius: '12px',
      color: 'primary.contrastText',
      bgcolor: 'primary.main',
      '&:hover': { bgcolor: 'primary.dark' }
    }}
  >
    <AddIcon />
  </IconButton>
)

/** One step back and forward. */
export function Steps({ calendar, children }: { calendar: Props['calendar']; children?: ReactNode }) {
  const { view, day, show } = calendar
  return (
    <>
      <IconButton aria-label="Anterior" onClick={() => show({ day: stepped(view, day, -1) })}>
        <PreviousIcon />
      </IconButton>
      {children}
      <IconButton aria-label="Próximo" onClick={() => show({ day: stepped(view, day, 1) })}>
        <NextIcon />
      </IconButton>
    </>
  )
}

/** The shown days in words. */
export const RangeTitle = ({ calendar: { view, day, today } }: { calendar: Props['calendar'] }) => (
  <Box
    component="h2"
    aria-live="polite"
    sx={{
      m: 0,
      flexGrow: 1,
      minWidth: 0,
      overflow: 'hidden',
      whiteSpace: 'nowrap',
      textOverflow: 'ellipsis',
      fontSize: { xs: '1rem', sm: '1.25rem' },
      fontWeight: 660
    }}
  >
    {titleOf(view, day, today)}
  </Box>
)

/** Which days are shown, of whom, and how. */
export function Bar({ calendar, people, onAdd }: Props) {
  const { day, today, person, show, choosePerson } = calendar
  const brief = useMediaQuery('(max-width: 999px)')
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, height: barHeight, '@media print': { height: 32 } }}>
      <Box className="screen-only" sx={{ display: 'flex', alignItems: 'center' }}>
        <Button variant="outlined" disabled={day === today} onClick={() => show({ day: today })} sx={{ mr: 0.5 }}>
          Hoje
        </Button>
        <Steps calendar={calendar} />
      </Box>
      <RangeTitle calendar={calendar} />
      <Box className="screen-only" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        {people.length > 1 && <People people={people} value={person} onChange={choosePerson} brief={brief} />}
        <ViewMenu calendar={calendar} />
        <IconButton
          component={Link}
          to={tabAddress(settingsTab)}
          aria-label="Configurações"
          title="Configurações"
          sx={{ color: 'text.secondary' }}
        >
          <SettingsIcon />
        </IconButton>
        {onAdd && <AddButton onAdd={onAdd} />}
      </Box>
    </Box>
  )
}
