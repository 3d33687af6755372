import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'

type Props = {
  open: boolean
  title: string
  /** The label of the button that does it. */
  action: string
  busy?: boolean
  danger?: boolean
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

/** Asks for what is needed before something is done, or whether to do it at all. */
export function Ask({ open, title, action, busy = false, danger = false, onClose, onSubmit, children }: Props) {
  const id = useId()
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <DialogTitle id={id} sx={{ fontSize: '1.125rem', fontWeight: 650 }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>{children}</DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} disabled={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
