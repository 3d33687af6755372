import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'

type Props = {
  title: string
  text: string
  /** What the button that does it says. */
  action: string
  busy: boolean
  onClose: () => void
  onSubmit: (reason: string) => void
}

/** Asks why, before something is done to another person that they are notified of. */
export function ReasonDialog({ title, text, action, busy, onClose, onSubmit }: Props) {
  const id = useId()
  const [reason, setReason] = useState('')
  const given = reason.trim()

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!busy && given.length >= 3) onSubmit(given)
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>{text}</Typography>
          <TextField
            autoFocus
            required
            fullWidth
            multiline
            minRows={2}
            label="Motivo"
            value={reason}
            onChange={event => setReason(event.target.value)}
            helperText="Fica registrado e a pessoa o recebe por e-mail."
            slotProps={{ htmlInput: { maxLength: 300 } }}
            sx={{ mt: 0.5 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" color="error" disabled={busy || given.length < 3}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
