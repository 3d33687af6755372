import type { EventInput } from '@fullcalendar/react'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useSyncExternalStore } from 'react'
import { wallAt } from '../../../../services/core/zones/rules.ts'
import { timeText } from '../appointments/words.ts'
import type { Entry, EntryWords } from './entries.ts'
import { daysBetween, fullDayText } from './range.ts'

const paper = matchMedia('print')
const onChange = (listener: () => void) => {
  paper.addEventListener('change', listener)
  return () => paper.removeEventListener('change', listener)
}

/** Whether the page is being printed. */
export const usePrinting = (): boolean => useSyncExternalStore(onChange, () => paper.matches)

const hourLength = 3_600_000
const dayLength = 24 * hourLength

const Sheet = styled('div')(({ theme }) => ({
  display: 'grid',
  fontSize: '7.5pt',
  lineHeight: 1.25,
  borderBlockStart: `1px solid ${theme.tokens.edge}`,
  '& .head': { padding: '1mm', textAlign: 'center', fontWeight: 700 },
  '& .whole': { padding: '0.5mm 1mm', borderBlockEnd: `1px solid ${theme.tokens.edge}`, minHeight: '3mm' },
  '& .column': { position: 'relative', borderInlineStart: `1px solid ${theme.tokens.border}` },
  '& .line': { position: 'absolute', insetInline: 0, borderBlockStart: `1px solid ${theme.tokens.border}` },
  '& .hour': { position: 'absolute', insetInlineEnd: '1mm', fontVariantNumeric: 'tabular-nums' },
  '& .entry': {
    position: 'absolute',
    overflow: 'hidden',
    padding: '0.2mm 0.8mm',
    borderRadius: '1mm',
    border: '0.3mm solid #fff'
  },
  '& .is-requested': { border: '0.3mm dashed currentcolor' },
  '& .is-no_show b, & .is-cancelled b, & .is-refused b': { textDecoration: 'line-through' },
  '& .is-no_show b::before': { content: '"✕ "' },
  '& .task b::before': { content: '"☐ "' },
  '& .entry b': { marginInlineEnd: '1mm' }
}))

type Placed = { entry: EventInput; from: number; to: number; lane: number; lanes: number }

/** Entries of a day side by side where they are at one time. */
function placeSideBySide(timed: readonly Omit<Placed, 'lane' | 'lanes'>[]): Placed[] {
  const placed: Placed[] = []
  let group: Placed[] = []
  let groupEnd = 0
  for (const each of timed.toSorted((a, b) => a.from - b.from)) {
    if (each.from >= groupEnd) group = []
    const lanes = new Set(group.filter(({ to }) => to > each.from).map(({ lane }) => lane))
    let lane = 0
    while (lanes.has(lane)) lane++
    const item = { ...each, lane, lanes: 1 }
    group.push(item)
    placed.push(item)
    groupEnd = Math.max(groupEnd, each.to)
    const count = Math.max(...group.map(({ lane: used }) => used)) + 1
    for (const one of group) one.lanes = count
  }
  return placed
}

const wordsOf = ({ extendedProps }: EventInput) => extendedProps?.words as EntryWords | undefined
const isBehind = ({ extendedProps }: EventInput) => (extendedProps?.entry as Entry | undefined)?.kind === 'background'

type Props = {
  days: { from: string; to: string }
  zone: string
  entries: readonly EventInput[]
  first: number
  last: number
  /** The days one below the other, without hours. */
  list: boolean
}

/** The days and hours on a sheet of A4: the grid of the screen scrolls, which paper does not. */
export function Paper({ days, zone, entries, first, last, list }: Props) {
  const shown = daysBetween(days)
  const startOf = (entry: EventInput) => wallAt(Date.parse(String(entry.start)), zone)
  const dayOf = (entry: EventInput) =>
    entry.allDay ? String(entry.start) : new Date(startOf(entry)).toISOString().slice(0, 10)
  const wholeDay = (day: string) =>
    entries
      .filter(entry => entry.allDay && dayOf(entry) <= day && day < String(entry.end ?? `${dayOf(entry)}~`))
      .map(({ title }) => title)
      .join('; ')
  const timedOn = (day: string) => entries.filter(entry => !entry.allDay && !isBehind(entry) && dayOf(entry) === day)
  if (list)
    return (
      <div className="paper-only">
        {shown.map(day => {
          const timed = timedOn(day).toSorted((a, b) => startOf(a) - startOf(b))
          const whole = wholeDay(day)
          return (
            (timed.length > 0 || whole) && (
              <Box key={day} sx={{ breakInside: 'avoid', mb: 1, fontSize: '9pt' }}>
                <b>{fullDayText(day)}</b>
                {whole && <div>{whole}</div>}
                {timed.map(entry => (
                  <div key={entry.id}>
                    {timeText(String(entry.start), zone)} {entry.title}
                  </div>
                ))}
              </Box>
            )
          )
        })}
      </div>
    )
  const percent = (wall: number) => `${((wall / hourLength - first) / (last - first)) * 100}%`
  const hours = Array.from({ length: last - first }, (_, at) => first + at)
  return (
    <Sheet className="paper-only" sx={{ gridTemplateColumns: `10mm repeat(${shown.length}, minmax(0, 1fr))` }}>
      <div />
      {shown.map(day => (
        <div key={day} className="head">
          {shown.length > 1 ? `${fullDayText(day).slice(0, 3)}. ${Number(day.slice(8))}` : fullDayText(day)}
        </div>
      ))}
      <div className="whole" />
      {shown.map(day => (
        <div key={day} className="whole">
          {wholeDay(day)}
        </div>
      ))}
      <Box sx={{ position: 'relative', height: shown.length > 1 ? '150mm' : '230mm' }}>
        {hours.map(hour => (
          <div key={hour} className="hour" style={{ top: percent(hour * hourLength) }}>
            {String(hour).padStart(2, '0')}:00
          </div>
        ))}
      </Box>
      {shown.map(day => (
        <div key={day} className="column">
          {hours.map(hour => (
            <div key={hour} className="line" style={{ top: percent(hour * hourLength) }} />
          ))}
          {placeSideBySide(
            timedOn(day).map(entry => {
              const from = startOf(entry) % dayLength
              const length = Date.parse(String(entry.end)) - Date.parse(String(entry.start))
              return { entry, from, to: Math.min(from + length, last * hourLength) }
            })
          ).map(({ entry, from, to, lane, lanes }) => (
            <div
              key={entry.id}
              className={`entry ${entry.className}`}
              style={{
                top: percent(from),
                height: `${((to - from) / hourLength / (last - first)) * 100}%`,
                left: `${(lane / lanes) * 100}%`,
                width: `${100 / lanes}%`,
                color: entry.contrastColor,
                backgroundColor: entry.color
              }}
            >
              <b>{wordsOf(entry)?.name}</b>
              {timeText(String(entry.start), zone)} {wordsOf(entry)?.rest}
            </div>
          ))}
        </div>
      ))}
    </Sheet>
  )
}
