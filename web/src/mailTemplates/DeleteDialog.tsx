import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTemplateDelete } from './api.ts'

type Props = { id: string; name: string; onClose: () => void; onDone: () => void }

/** Asks before a template is deleted, which cannot be taken back. */
export function DeleteDialog({ id, name, onClose, onDone }: Props) {
  const title = useId()
  const remove = useTemplateDelete(() => {
    onClose()
    onDone()
  })
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>Excluir “{name}”?</DialogTitle>
      <DialogContent>O modelo não poderá ser recuperado. E-mails que já foram enviados não mudam.</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button color="error" aria-busy={remove.isPending} onClick={() => remove.isPending || remove.mutate(id)}>
          Excluir
        </Button>
      </DialogActions>
    </Dialog>
  )
}
