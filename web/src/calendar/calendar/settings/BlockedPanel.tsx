import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { dayAt } from '../../../../../services/core/zones/rules.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { formatDateTime } from '../../../core/format.ts'
import { readMoment } from '../../../core/moment.ts'
import { useUser } from '../../../shell/access.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { takingAway, useBlockedTimeRemoval, useBlockedTimes, useTakingAway } from '../api.ts'
import { addDays } from '../range.ts'
import { AffectedDialog } from './AffectedDialog.tsx'
import { Row, Rows } from './Row.tsx'

/** Times at which people take no appointments, from today on. */
export function BlockedPanel() {
  const zone = useTimeZone()
  const today = dayAt(Date.now(), zone)
  const { data: people = [] } = useEmployeeOptions()
  const { data, error, refetch } = useBlockedTimes({ from: today, to: addDays(today, 365) })
  const times = data?.filter(({ external }) => !external)
  const removal = useBlockedTimeRemoval()
  const [adding, setAdding] = useState(false)
  return (
    <Panel title="Horários bloqueados">
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {error && !times && (
          <Failure title="Falha ao carregar os horários bloqueados" error={error} onRetry={() => void refetch()} />
        )}
        {!times && !error && <Skeleton variant="rounded" height={48} aria-label="Carregando os horários bloqueados" />}
        {times && times.length > 0 && (
          <Rows>
            {times.map(({ id, employeeId, start, end, reason }) => (
              <Row
                key={id}
                title={reason ?? 'Bloqueado'}
                detail={`${formatDateTime(start, zone)} a ${formatDateTime(end, zone)} · ${people.find(each => each.id === employeeId)?.name ?? ''}`}
                deleteLabel={`Liberar ${reason ?? 'o horário'} de ${formatDateTime(start, zone)}`}
                onDelete={() => !removal.isPending && removal.mutate(id)}
              />
            ))}
          </Rows>
        )}
        {times?.length === 0 && !adding && <Box sx={{ color: 'text.secondary' }}>Nada bloqueado daqui em diante.</Box>}
        {adding ? (
          <BlockForm zone={zone} onClose={() => setAdding(false)} />
        ) : (
          <Box>
            <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setAdding(true)}>
              Bloquear horário
            </Button>
          </Box>
        )}
      </Box>
    </Panel>
  )
}

function BlockForm({ zone, onClose }: { zone: string; onClose: () => void }) {
  const me = useUser()?.companyEmployee?.id ?? ''
  const { data: people = [] } = useEmployeeOptions()
  const [employeeId, setEmployee] = useState(me)
  const [start, setStart] = useState('')
  const [end, setEnd] = useState('')
  const [reason, setReason] = useState('')
  const add = useTakingAway({ write: takingAway.time, done: 'Horário bloqueado', onDone: onClose })
  const [from, to] = [readMoment(start, zone), readMoment(end, zone)]

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!from || !to || add.isPending) return
    add.mutate({ employeeId, start: from.toISOString(), end: to.toISOString(), reason: reason.trim() || null })
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <TextField select label="De quem" value={employeeId} onChange={event => setEmployee(event.target.value)}>
        {!people.some(({ id }) => id === employeeId) && <MenuItem value={employeeId}>Eu</MenuItem>}
        {people
          .filter(({ active, id }) => active || id === employeeId)
          .map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
      </TextField>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField
          type="datetime-local"
          label="De"
          value={start}
          onChange={event => setStart(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <TextField
          type="datetime-local"
          label="Até"
          value={end}
          error={from !== null && to !== null && to <= from}
          helperText={from !== null && to !== null && to <= from ? 'O fim deve vir depois do início.' : undefined}
          onChange={event => setEnd(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </Box>
      <TextField
        label="Motivo"
        placeholder="Médico, viagem"
        value={reason}
        onChange={event => setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={!from || !to || to <= from} aria-busy={add.isPending}>
          Bloquear
        </Button>
        <Button onClick={onClose}>Cancelar</Button>
      </Box>
      {add.undecided && <AffectedDialog {...add.undecided} />}
    </Box>
  )
}
