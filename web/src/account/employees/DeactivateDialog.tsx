import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { Employee } from '../../../../services/account/employees/schema.ts'
import { useDeactivation, useEmployeeOptions } from './api.ts'

type Props = { employee: Employee; onClose: () => void }

const nobody = 'nobody'

/** Takes a person out of the team, once it is said who takes over their leads. */
export function DeactivateDialog({ employee, onClose }: Props) {
  const id = useId()
  const [heir, setHeir] = useState(nobody)
  const options = useEmployeeOptions().data ?? []
  const deactivate = useDeactivation(employee.id, onClose)
  const open = employee.openLeads ?? 0

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>Desativar {employee.name}?</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>
          As sessões desta pessoa terminam agora e o lugar no plano fica livre. O nome continua no histórico e você pode
          reativar o acesso depois.
        </Typography>
        <TextField
          select
          fullWidth
          label="Quem fica com os leads"
          value={heir}
          onChange={event => setHeir(event.target.value)}
          helperText={
            open === 1 ? '1 lead em aberto, e os já encerrados.' : `${open} leads em aberto, e os já encerrados.`
          }
          sx={{ mt: 0.5 }}
        >
          <MenuItem value={nobody}>Ninguém: ficam sem responsável</MenuItem>
          {options
            .filter(option => option.active && option.id !== employee.id)
            .map(option => (
              <MenuItem key={option.id} value={option.id}>
                {option.name}
              </MenuItem>
            ))}
        </TextField>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          variant="contained"
          color="error"
          disabled={deactivate.isPending}
          onClick={() => deactivate.mutate(heir === nobody ? null : heir)}
        >
          Desativar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
