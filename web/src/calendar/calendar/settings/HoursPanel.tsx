import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { CalendarSettings } from '../../../../../services/calendar/appointments/schema.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { hoursFault, WeekHours, type WeekSpan } from '../../../ui/WeekHours.tsx'
import { takingAway, useTakingAway } from '../api.ts'
import { AffectedDialog } from './AffectedDialog.tsx'

/** The hours of the company, and of those who work others. */
export function HoursPanel({ settings }: { settings: CalendarSettings }) {
  const { data: people = [] } = useEmployeeOptions()
  const [person, setPerson] = useState('')
  const own = settings.people.find(({ employeeId }) => employeeId === person)?.hours
  return (
    <Panel title="Horário de atendimento">
      <Box sx={{ display: 'grid', gap: 2 }}>
        {people.length > 1 && (
          <TextField
            select
            label="De quem"
            value={person}
            onChange={event => setPerson(event.target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">Da empresa</MenuItem>
            {people
              .filter(({ active }) => active)
              .map(({ id, name }) => (
                <MenuItem key={id} value={id}>
                  {name}
                </MenuItem>
              ))}
          </TextField>
        )}
        <HoursForm key={person} hours={own ?? settings.hours} person={person} hasOwn={own !== undefined} />
      </Box>
    </Panel>
  )
}

type FormProps = { hours: WeekSpan[]; person: string; hasOwn: boolean }

function HoursForm({ hours: before, person, hasOwn }: FormProps) {
  const [hours, setHours] = useState(before)
  const [fault, setFault] = useState('')
  const { isPending: busy, mutate: save, undecided } = useTakingAway({ write: takingAway.hours, done: 'Horário salvo' })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const wrong = hoursFault(hours)
    setFault(wrong)
    if (wrong || busy) return
    save({ employeeId: person, hours })
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ color: 'text.secondary' }}>
        {person && !hasOwn
          ? 'Esta pessoa segue o horário da empresa. Mude os dias e salve para que tenha o seu.'
          : 'Os horários livres são oferecidos dentro destes. O que fica entre dois horários do mesmo dia é intervalo.'}
      </Box>
      <WeekHours hours={hours} onChange={setHours} />
      {fault && <Alert severity="error">{fault}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" aria-busy={busy}>
          Salvar horário
        </Button>
        {hasOwn && (
          <Button onClick={() => busy || save({ employeeId: person, hours: null })}>Seguir o da empresa</Button>
        )}
      </Box>
      {undecided && <AffectedDialog {...undecided} />}
    </Box>
  )
}
