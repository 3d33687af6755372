import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import type { Appointment, affectedActions } from '../../../../../services/calendar/appointments/schema.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { spanText } from '../../appointments/words.ts'
import type { Undecided } from '../api.ts'

type Action = (typeof affectedActions)[number]

const labels: Record<Action, string> = {
  reschedule: 'Remarcar',
  cancel: 'Cancelar com aviso',
  keep: 'Manter'
}
const options = Object.entries(labels) as [Action, string][]

/** The appointments whose times a change takes away: what becomes of each. */
export function AffectedDialog({ appointments, busy, decide, leave }: Undecided) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 599px)')
  const zone = useTimeZone()
  const [actions, setActions] = useState<Readonly<Record<string, Action>>>({})
  const actionOf = (appointment: Appointment): Action => actions[appointment.id] ?? 'reschedule'
  const all = (action: Action) => setActions(Object.fromEntries(appointments.map(each => [each.id, action])))
  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby={id}>
      <DialogTitle id={id}>
        {appointments.length === 1
          ? 'Há 1 agendamento neste período'
          : `Há ${appointments.length} agendamentos neste período`}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Box component="p" sx={{ m: 0, color: 'text.secondary' }}>
          Remarcar: a pessoa recebe um e-mail para escolher outro horário, e o atual fica até lá. Cancelar: ela recebe o
          aviso com o motivo.
        </Box>
        {appointments.length > 1 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            Todos:
            {options.map(([action, label]) => (
              <Button key={action} size="small" variant="outlined" onClick={() => all(action)}>
                {label}
              </Button>
            ))}
          </Box>
        )}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {appointments.map(appointment => (
            <Box
              component="li"
              key={appointment.id}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}
            >
              <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <b>{appointment.guest?.name ?? appointment.leadName ?? appointment.title}</b>
                <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
                  {spanText(appointment, zone)}
                  {appointment.employeeName && `, com ${appointment.employeeName}`}
                </Box>
              </Box>
              <TextField
                select
                size="small"
                value={actionOf(appointment)}
                onChange={event => setActions({ ...actions, [appointment.id]: event.target.value as Action })}
                slotProps={{
                  select: {
                    inputProps: { 'aria-label': `O que fazer com ${appointment.title}, ${spanText(appointment, zone)}` }
                  }
                }}
                sx={{ minWidth: 190 }}
              >
                {options.map(([action, label]) => (
                  <MenuItem key={action} value={action}>
                    {label}
                  </MenuItem>
                ))}
              </TextField>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={leave}>Voltar</Button>
        <Button
          variant="contained"
          aria-busy={busy}
          onClick={() => decide(appointments.map(each => ({ id: each.id, action: actionOf(each) })))}
        >
          Salvar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
