import FreeIcon from '@mui/icons-material/EventAvailableOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { styled, useTheme } from '@mui/material/styles'
import { Fragment, useEffect, useRef } from 'react'
import { takesTime } from '../../../../services/calendar/appointments/rules.ts'
import type { Appointment } from '../../../../services/calendar/appointments/schema.ts'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import type { Tone } from '../../core/tokens.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { timeText } from '../appointments/words.ts'
import { type Entry, type EntryWords, fillOf } from './entries.ts'
import { usePulls } from './PhoneHead.tsx'
import { addDays, fullDayText } from './range.ts'

/** An entry of one day; those of the whole day have no times. */
export type AgendaItem = { id: string; start: string | null; end: string | null; words: EntryWords; entry: Entry }

const Row = styled('li')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '52px minmax(0, 1fr)',
  alignItems: 'stretch',
  gap: 8,
  padding: '3px 0'
})

const Times = styled('div')(({ theme }) => ({
  paddingTop: 8,
  fontSize: '0.8125rem',
  fontWeight: 650,
  lineHeight: '1.125rem',
  textAlign: 'end',
  fontVariantNumeric: 'tabular-nums',
  '& span': { display: 'block', fontWeight: 400, color: theme.tokens.textFaint }
}))

const Card = styled('button')(({ theme }) => ({
  display: 'block',
  width: '100%',
  minHeight: 52,
  padding: '8px 12px',
  border: 0,
  borderRadius: 10,
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '& b': {
    display: 'block',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
    fontSize: '0.9375rem'
  },
  '& .more': {
    display: 'block',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
    fontSize: '0.8125rem'
  },
  '& .unseen': visuallyHidden,
  '&.is-requested, &.request': { outline: `1.5px dashed var(--tone, ${theme.tokens.edge})`, outlineOffset: -1.5 },
  '&.is-requested': { paddingInlineEnd: 116 },
  '&.is-no_show b, &.is-cancelled b, &.is-refused b': { textDecoration: 'line-through' },
  '&.is-no_show b::before': { content: '"✕ "' },
  '&.task b::before': { content: '"☐ "' },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 }
}))

const NowLine = styled('li')(({ theme }) => ({
  position: 'relative',
  height: 2,
  margin: '4px 0 4px 52px',
  backgroundColor: theme.tokens.tones.error.main,
  '&::before': {
    content: '""',
    position: 'absolute',
    left: -5,
    top: -4,
    width: 10,
    height: 10,
    borderRadius: '50%',
    backgroundColor: theme.tokens.tones.error.main
  }
}))

type Props = {
  day: string
  zone: string
  /** In their order. */
  items: readonly AgendaItem[]
  /** Names of holidays, and reasons why the day is not worked. */
  notes: readonly string[]
  loading: boolean
  may: boolean
  toneOf: (employeeId: string) => Tone
  onOpen: (entry: Entry) => void
  onConfirm: (appointment: Appointment) => void
  onAdd: () => void
  onDay: (day: string) => void
}

/** The entries of a day, one below the other: a phone has no room for hours. */
export function Agenda({ day, zone, items, notes, loading, may, toneOf, onOpen, onConfirm, onAdd, onDay }: Props) {
  const pulls = usePulls({ left: () => onDay(addDays(day, 1)), right: () => onDay(addDays(day, -1)) })
  const now = new Date().toISOString()
  const isToday = dayAt(Date.now(), zone) === day
  const nowLine = useRef<HTMLLIElement>(null)
  // The day opens at the present hour.
  useEffect(() => {
    if (isToday && !loading) nowLine.current?.scrollIntoView({ block: 'center' })
  }, [isToday, loading])
  const next = isToday ? items.findIndex(({ start }) => start !== null && start > now) : -1
  return (
    <Box
      className="screen-only"
      component="section"
      aria-label={fullDayText(day)}
      aria-busy={loading}
      {...pulls}
      sx={{ minHeight: '50dvh' }}
    >
      <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: '0.875rem', fontWeight: 660, color: 'text.secondary' }}>
        {isToday ? `Hoje, ${fullDayText(day)}` : fullDayText(day)}
      </Box>
      {notes.map(note => (
        <Box
          key={note}
          sx={{
            p: '6px 12px',
            mb: 0.5,
            borderRadius: 2,
            bgcolor: theme => theme.tokens.tones.neutral.soft,
            fontSize: '0.8125rem'
          }}
        >
          {note}
        </Box>
      ))}
      {loading &&
        [0, 1, 2].map(each => <Skeleton key={each} variant="rounded" height={56} sx={{ my: 0.75, ml: 7.5 }} />)}
      {!loading && items.length === 0 && (
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, pt: 6, color: 'text.secondary' }}>
          <FreeIcon sx={{ fontSize: 44 }} />
          Nada marcado neste dia
          {may && (
            <Button variant="outlined" onClick={onAdd}>
              Marcar um horário
            </Button>
          )}
        </Box>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {!loading &&
          items.map((item, at) => (
            <Fragment key={item.id}>
              {at === next && <NowLine ref={nowLine} aria-hidden />}
              <Item item={item} zone={zone} toneOf={toneOf} onOpen={onOpen} onConfirm={may ? onConfirm : undefined} />
            </Fragment>
          ))}
        {!loading && isToday && next < 0 && items.length > 0 && <NowLine ref={nowLine} aria-hidden />}
      </Box>
    </Box>
  )
}

type ItemProps = Pick<Props, 'zone' | 'toneOf' | 'onOpen'> & {
  item: AgendaItem
  onConfirm: Props['onConfirm'] | undefined
}

function Item({ item: { start, end, words, entry }, zone, toneOf, onOpen, onConfirm }: ItemProps) {
  const { tokens } = useTheme()
  const appointment = entry.kind === 'appointment' ? entry.appointment : undefined
  const tone = appointment ? toneOf(appointment.employeeId) : 'neutral'
  const soft = { color: tokens.tones.neutral.soft, contrastColor: tokens.tones.neutral.onSoft }
  const { color, contrastColor } = appointment
    ? fillOf(appointment.status, tone, tokens)
    : entry.kind === 'request'
      ? { color: tokens.surface, contrastColor: tokens.text }
      : soft
  const name = appointment ? `appointment is-${appointment.status}` : entry.kind
  return (
    <Row>
      <Times>
        {start && timeText(start, zone)}
        {end && <span>{timeText(end, zone)}</span>}
      </Times>
      <Box sx={{ position: 'relative' }}>
        <Card
          type="button"
          className={name}
          style={
            { backgroundColor: color, color: contrastColor, '--tone': tokens.tones[tone].main } as React.CSSProperties
          }
          onClick={() => onOpen(entry)}
        >
          <b>
            {words.state && <span className={entry.kind === 'request' ? '' : 'unseen'}>{words.state}</span>}
            {words.name}
          </b>
          {words.rest && <span className="more">{words.rest}</span>}
        </Card>
        {appointment?.status === 'requested' && takesTime(appointment.status) && onConfirm && (
          <Button
            variant="contained"
            size="small"
            sx={{ position: 'absolute', right: 8, top: '50%', transform: 'translateY(-50%)' }}
            onClick={() => onConfirm(appointment)}
          >
            Confirmar
          </Button>
        )}
      </Box>
    </Row>
  )
}
