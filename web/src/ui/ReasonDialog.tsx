import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, type ReactNode, useId, useState } from 'react'

type Props = {
  title: string
  text: string
  /** The label of the button that does it. */
  action: string
  busy: boolean
  /** True where it may also be done without a reason. */
  optional?: boolean
  /** The use of the reason. */
  hint?: string
  /** A warning before the reason. */
  children?: ReactNode
  onClose: () => void
  onSubmit: (reason: string) => void
}

/** Asks why, before something is done to another person that they are notified of. */
export function ReasonDialog({
  title,
  text,
  action,
  busy,
  optional = false,
  hint = 'Fica registrado e a pessoa o recebe por e-mail.',
  children,
  onClose,
  onSubmit
}: Props) {
  const id = useId()
  const [reason, setReason] = useState('')
  const trimmed = reason.trim()
  const ready = trimmed.length >= 3 || (optional && trimmed === '')

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!busy && ready) onSubmit(trimmed)
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ '& > [role=alert]': { mb: 2 } }}>
          {children}
          <Typography sx={{ mb: 2 }}>{text}</Typography>
          <TextField
            autoFocus
            required={!optional}
            fullWidth
            multiline
            minRows={2}
            label={optional ? 'Motivo (opcional)' : 'Motivo'}
            value={reason}
            onChange={event => setReason(event.target.value)}
            helperText={hint}
            slotProps={{ htmlInput: { maxLength: 300 } }}
            sx={{ mt: 0.5 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" color="error" disabled={busy || !ready}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
