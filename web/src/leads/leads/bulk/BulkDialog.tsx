import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEvent, type ReactNode, useId } from 'react'
import type { Bulk } from './api.ts'

/** The properties of every dialog of the bulk bar. */
export type BulkDialogProps = {
  /** '312 leads' */
  count: string
  busy: boolean
  onClose: () => void
  onRun: (bulk: Bulk) => void
}

type Props = Omit<BulkDialogProps, 'onRun' | 'count'> & {
  title: string
  action: string
  /** Null while the action is incomplete. */
  bulk: Bulk | null
  onRun: (bulk: Bulk) => void
  danger?: boolean
  children: ReactNode
}

/** Asks what is to be done to many leads, and does it. */
export function BulkDialog({ title, action, bulk, busy, onClose, onRun, danger = false, children }: Props) {
  const id = useId()
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (bulk && !busy) onRun(bulk)
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} disabled={busy || !bulk}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
