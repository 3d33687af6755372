import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  action: string
  /** It is being done, and not done a second time. */
  busy: boolean
  /** It destroys nothing. */
  safe?: boolean
  onClose: () => void
  onDo: () => void
  children: ReactNode
}

/** Asks whether to do what cannot simply be taken back, with what becomes of it. */
export function ConfirmDialog({ title, action, busy, safe = false, onClose, onDo, children }: Props) {
  const label = useId()
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={label}>
      <DialogTitle id={label}>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Voltar</Button>
        <Button
          variant="contained"
          color={safe ? 'primary' : 'error'}
          aria-busy={busy}
          onClick={() => {
            if (!busy) onDo()
          }}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
