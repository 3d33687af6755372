import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { plannable, plannableText } from '../../../services/tasks/rules.ts'
import { momentOf, timeZones, wallAt } from '../../../services/zones/rules.ts'
import { useTimeZone } from '../shell/company.ts'
import { tomorrowMorning } from './later.ts'

/** yyyy-MM-ddTHH:mm, as inputs of date and time take it, of what the clock of the zone shows. */
const written = (at: Date, zone: string): string => new Date(wallAt(at.getTime(), zone)).toISOString().slice(0, 16)

/** The moment at which the clock of the zone shows what is written; null where that is none. */
function read(text: string, zone: string): Date | null {
  const wall = Date.parse(`${text}Z`)
  // The clock is not asked of a year that is half typed.
  const at = plannable(wall) ? momentOf(wall, zone) : Number.NaN
  return plannable(at) ? new Date(at) : null
}

/** What is written into a field of date and time, and the moment that it means by the company's clock. */
export function useDue(start?: string) {
  const zone = useTimeZone()
  const [text, setText] = useState(() => written(start ? new Date(start) : tomorrowMorning(new Date(), zone), zone))
  return { text, setText, at: read(text, zone) }
}

/** When a task is due, by the company's clock wherever the device is. */
export function DueField({ due: { text, setText, at } }: { due: ReturnType<typeof useDue> }) {
  const zone = useTimeZone()
  const now = Date.now()
  // A device elsewhere, or one whose clock is set to elsewhere.
  const abroad = wallAt(now, zone) !== wallAt(now, Intl.DateTimeFormat().resolvedOptions().timeZone)
  const place = abroad ? `No horário da empresa: ${timeZones[zone] ?? zone}` : undefined
  return (
    <TextField
      type="datetime-local"
      label="Prazo"
      value={text}
      error={at === null}
      helperText={
        at === null
          ? text
            ? plannableText
            : 'Escolha o dia e a hora.'
          : at.getTime() < now
            ? 'Este prazo já passou.'
            : place
      }
      onChange={event => setText(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
