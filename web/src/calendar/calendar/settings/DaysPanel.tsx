import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { holidaysOf } from '../../../../../services/calendar/appointments/holidays/rules.ts'
import type { CalendarSettings } from '../../../../../services/calendar/appointments/schema.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { formatDay } from '../../../core/day.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { UntilMidnight } from '../../../ui/UntilMidnight.tsx'
import { takingAway, useSpecialDayRemoval, useTakingAway } from '../api.ts'
import { AffectedDialog } from './AffectedDialog.tsx'
import { Row, Rows } from './Row.tsx'

/** Days that are not as their weekday. */
export function DaysPanel({ settings }: { settings: CalendarSettings }) {
  const { data: people = [] } = useEmployeeOptions()
  const [adding, setAdding] = useState(false)
  const save = useTakingAway({ write: takingAway.settings, done: 'Feriados salvos' })
  const removal = useSpecialDayRemoval()
  const year = new Date().getFullYear()
  return (
    <Panel title="Feriados e folgas">
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <FormControlLabel
          sx={{ m: 0 }}
          control={
            <Checkbox
              size="small"
              checked={settings.nationalHolidays}
              onChange={event => save.mutate({ nationalHolidays: event.target.checked })}
            />
          }
          label="Não atender nos feriados nacionais"
        />
        <Box component="details" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          <Box component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
            Feriados nacionais de {year}
          </Box>
          {holidaysOf(year).map(({ day, name }) => (
            <Box key={day}>
              {formatDay(day)} · {name}
            </Box>
          ))}
        </Box>
        {settings.specialDays.length > 0 && (
          <Rows>
            {settings.specialDays.map(({ id, name, firstDay, lastDay, employeeId, hours }) => (
              <Row
                key={id}
                title={name}
                detail={[
                  firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} a ${formatDay(lastDay)}`,
                  employeeId ? (people.find(each => each.id === employeeId)?.name ?? 'Uma pessoa') : 'Toda a equipe',
                  hours.length > 0 ? hours.map(({ from, to }) => `${from} às ${to}`).join(', ') : 'Fechado'
                ].join(' · ')}
                deleteLabel={`Excluir ${name}`}
                onDelete={() => !removal.isPending && removal.mutate(id)}
              />
            ))}
          </Rows>
        )}
        {adding ? (
          <DayForm onClose={() => setAdding(false)} />
        ) : (
          <Box>
            <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
              Adicionar dia
            </Button>
          </Box>
        )}
        {save.undecided && <AffectedDialog {...save.undecided} />}
      </Box>
    </Panel>
  )
}

function DayForm({ onClose }: { onClose: () => void }) {
  const { data: people = [] } = useEmployeeOptions()
  const [name, setName] = useState('')
  const [firstDay, setFirst] = useState('')
  const [lastDay, setLast] = useState('')
  const [employeeId, setEmployee] = useState('')
  const [open, setOpen] = useState(false)
  const [from, setFrom] = useState('08:00')
  const [to, setTo] = useState('12:00')
  const add = useTakingAway({ write: takingAway.day, done: 'Dia adicionado', onDone: onClose })
  const complete = name.trim() !== '' && firstDay !== ''

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!complete || add.isPending) return
    add.mutate({
      name: name.trim(),
      firstDay,
      lastDay: lastDay || firstDay,
      employeeId: employeeId || null,
      hours: open ? [{ from, to }] : []
    })
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        autoFocus
        label="Nome"
        placeholder="Aniversário da cidade, férias"
        value={name}
        onChange={event => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 100 }, inputLabel: { shrink: true } }}
      />
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField
          type="date"
          label="Primeiro dia"
          value={firstDay}
          onChange={event => setFirst(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <TextField
          type="date"
          label="Último dia"
          value={lastDay || firstDay}
          onChange={event => setLast(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </Box>
      <TextField
        select
        label="De quem"
        value={employeeId}
        onChange={event => setEmployee(event.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">Toda a equipe</MenuItem>
        {people
          .filter(({ active }) => active)
          .map(({ id, name: label }) => (
            <MenuItem key={id} value={id}>
              {label}
            </MenuItem>
          ))}
      </TextField>
      <FormControlLabel
        sx={{ m: 0 }}
        control={<Checkbox size="small" checked={open} onChange={event => setOpen(event.target.checked)} />}
        label="Atender em outro horário"
      />
      {open && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <TextField
            type="time"
            value={from}
            onChange={event => setFrom(event.target.value)}
            slotProps={{ htmlInput: { 'aria-label': 'Das' } }}
          />
          às
          <TextField
            type="time"
            value={to}
            onChange={event => setTo(event.target.value)}
            slotProps={{ htmlInput: { 'aria-label': 'Às' } }}
          />
        </Box>
      )}
      {open && <UntilMidnight ends={[to]} />}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={!complete} aria-busy={add.isPending}>
          Adicionar
        </Button>
        <Button onClick={onClose}>Cancelar</Button>
      </Box>
      {add.undecided && <AffectedDialog {...add.undecided} />}
    </Box>
  )
}
