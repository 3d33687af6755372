import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { formatDate } from '../../../core/format.ts'
import { UntilMidnight } from '../../../ui/UntilMidnight.tsx'
import type { TicketRules } from './api.ts'

type Hours = TicketRules['hours']
type Props = { hours: Hours; disabled: boolean; onChange: (hours: Hours) => void }

/** From Monday on, as a week is worked. */
const days = [
  { day: 1, label: 'Segunda' },
  { day: 2, label: 'Terça' },
  { day: 3, label: 'Quarta' },
  { day: 4, label: 'Quinta' },
  { day: 5, label: 'Sexta' },
  { day: 6, label: 'Sábado' },
  { day: 0, label: 'Domingo' }
]

/** The hours of the week in which clocks run, and further days on which they stand. */
export function HoursFields({ hours, disabled, onChange }: Props) {
  const [closed, setClosed] = useState('')
  const change = (part: Partial<Hours>) => onChange({ ...hours, ...part })
  const time = (label: string, part: 'from' | 'to') => (
    <TextField
      type="time"
      size="small"
      label={label}
      value={hours[part]}
      disabled={disabled}
      onChange={event => event.target.value && change({ [part]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box role="group" aria-label="Dias de atendimento" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        {days.map(({ day, label }) => (
          <FormControlLabel
            key={day}
            label={label}
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                size="small"
                disabled={disabled || (hours.days.length === 1 && hours.days.includes(day))}
                checked={hours.days.includes(day)}
                onChange={(_event, on) =>
                  change({ days: on ? [...hours.days, day].sort() : hours.days.filter(each => each !== day) })
                }
              />
            }
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {time('Das', 'from')}
        {time('às', 'to')}
      </Box>
      <UntilMidnight ends={[hours.to]} />
      <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
        Pelo horário de Brasília. Feriados nacionais já não contam; acrescente outros dias sem atendimento.
      </Box>
      {hours.closed.length > 0 && (
        <Box
          component="ul"
          aria-label="Dias sem atendimento"
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 1 }}
        >
          {hours.closed.map(date => (
            <li key={date}>
              <Chip
                label={formatDate(`${date}T12:00:00Z`)}
                {...(!disabled && { onDelete: () => change({ closed: hours.closed.filter(each => each !== date) }) })}
              />
            </li>
          ))}
        </Box>
      )}
      {!disabled && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <TextField
            type="date"
            size="small"
            label="Dia sem atendimento"
            value={closed}
            onChange={event => setClosed(event.target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <Button
            startIcon={<AddIcon />}
            disabled={!closed || hours.closed.includes(closed)}
            onClick={() => {
              change({ closed: [...hours.closed, closed].sort() })
              setClosed('')
            }}
          >
            Acrescentar
          </Button>
        </Box>
      )}
    </Box>
  )
}
