import OpenIcon from '@mui/icons-material/ExpandMore'
import TodayIcon from '@mui/icons-material/TodayOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useRef } from 'react'
import { topBarHeight } from '../../ui/frame.ts'
import { AddButton, RangeTitle, Steps } from './Bar.tsx'
import { DayGrid, type DayMarks, monthDays } from './MonthGrid.tsx'
import { People, type Person } from './People.tsx'
import { addDays, daysBetween, monthText, rangeOf, stepped } from './range.ts'
import type { useCalendar } from './useCalendar.ts'
import { ViewMenu } from './ViewMenu.tsx'

type Props = {
  calendar: ReturnType<typeof useCalendar>
  people: readonly Person[]
  marks: ReadonlyMap<string, DayMarks>
  /** All weeks of the month are open. */
  open: boolean
  onOpen: (open: boolean) => void
  onAdd: (() => void) | undefined
}

/** Pixels of the head while the month is closed. */
export const phoneHead = 104

/** Pixels after which a finger has pulled, and does not tap. */
const pull = 28

type Pulls = Partial<Record<'up' | 'down' | 'left' | 'right', () => void>>

/** Hears a finger that is drawn in a direction. */
export function usePulls(pulls: Pulls) {
  const from = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart({ touches }: React.TouchEvent) {
      const touch = touches[0]
      from.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd({ changedTouches }: React.TouchEvent) {
      const touch = changedTouches[0]
      if (!from.current || !touch) return
      const [x, y] = [touch.clientX - from.current.x, touch.clientY - from.current.y]
      from.current = undefined
      if (Math.max(Math.abs(x), Math.abs(y)) < pull) return
      if (Math.abs(x) > 2 * Math.abs(y)) (x > 0 ? pulls.right : pulls.left)?.()
      else if (Math.abs(y) > 2 * Math.abs(x)) (y > 0 ? pulls.down : pulls.up)?.()
    }
  }
}

/** The head of the calendar on a phone: the month, and the days of a week, which opens the month when it is pulled. */
export function PhoneHead({ calendar, people, marks, open, onOpen, onAdd }: Props) {
  const { view, day, today, person, show, choosePerson } = calendar
  const step = (by: 1 | -1) => show({ day: open ? stepped('mes', day, by) : addDays(day, 7 * by) })
  const pulls = usePulls({
    down: () => onOpen(true),
    up: () => onOpen(false),
    left: () => step(1),
    right: () => step(-1)
  })
  return (
    <Box
      className="screen-only"
      sx={{
        position: 'sticky',
        top: topBarHeight,
        zIndex: 5,
        mx: -2,
        px: 1,
        mb: 1,
        minHeight: phoneHead,
        bgcolor: 'background.default',
        borderBottom: 1,
        borderColor: 'divider'
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', height: 46 }}>
        <Title calendar={calendar} open={open} onOpen={onOpen} />
        {day !== today && (
          <IconButton aria-label="Hoje" onClick={() => show({ day: today })} sx={{ width: 44, height: 44 }}>
            <TodayIcon />
          </IconButton>
        )}
        {people.length > 1 && <People people={people} value={person} onChange={choosePerson} brief />}
        <ViewMenu calendar={calendar} />
        {onAdd && <AddButton onAdd={onAdd} />}
      </Box>
      {view === 'dia' ? (
        <Box {...pulls} sx={{ touchAction: 'none', pb: 0.25 }}>
          <DayGrid
            days={open ? monthDays(day) : daysBetween(rangeOf('semana', day))}
            {...(open && { month: day.slice(0, 7) })}
            day={day}
            today={today}
            marks={marks}
            size={open ? 30 : 32}
            onDay={chosen => show({ day: chosen })}
          />
          {open && <Handle onClick={() => onOpen(false)} />}
        </Box>
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', height: 56, textAlign: 'center' }}>
          <Steps calendar={calendar}>
            <RangeTitle calendar={calendar} />
          </Steps>
        </Box>
      )}
    </Box>
  )
}

const Handle = ({ onClick }: { onClick: () => void }): ReactNode => (
  <ButtonBase aria-label="Mostrar só a semana" onClick={onClick} sx={{ width: '100%', height: 24 }}>
    <Box sx={{ width: 36, height: 4, borderRadius: 2, bgcolor: theme => theme.tokens.edge }} />
  </ButtonBase>
)

/** The month that is shown, which opens its days. */
function Title({ calendar, open, onOpen }: Pick<Props, 'calendar' | 'open' | 'onOpen'>) {
  const { view, day, today } = calendar
  const look = { fontSize: '1.125rem', fontWeight: 660, flexGrow: 1, justifyContent: 'flex-start', pl: 1, minWidth: 0 }
  if (view !== 'dia') return <Box sx={look}>Calendário</Box>
  return (
    <ButtonBase aria-expanded={open} onClick={() => onOpen(!open)} sx={{ ...look, height: 44, borderRadius: 2 }}>
      <Box
        component="h2"
        sx={{ m: 0, font: 'inherit', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {monthText(day, today)}
      </Box>
      <OpenIcon sx={{ ml: 0.5, transform: open ? 'rotate(180deg)' : 'none' }} />
    </ButtonBase>
  )
}
