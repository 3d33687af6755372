import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { plannableText, timeZones } from '../../../../services/core/zones/rules.ts'
import { isAbroad, readMoment, writtenAt } from '../../core/moment.ts'
import { useTimeZone } from '../../shell/company.ts'
import { tomorrowMorning } from './later.ts'

/** The text of a field of date and time, and its moment by the company's clock. */
export function useDue(start?: string) {
  const zone = useTimeZone()
  const [text, setText] = useState(() => writtenAt(start ? new Date(start) : tomorrowMorning(new Date(), zone), zone))
  return { text, setText, at: readMoment(text, zone) }
}

/** When a task is due, by the company's clock wherever the device is. */
export function DueField({ due: { text, setText, at } }: { due: ReturnType<typeof useDue> }) {
  const zone = useTimeZone()
  const place = isAbroad(zone) ? `No horário da empresa: ${timeZones[zone] ?? zone}` : undefined
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
          : at.getTime() < Date.now()
            ? 'Este prazo já passou.'
            : place
      }
      onChange={event => setText(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
