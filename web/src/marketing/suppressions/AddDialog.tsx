import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { suppressionTexts } from '../../../../services/marketing/suppressions/rules.ts'
import { useSuppressionAdd } from './api.ts'

/** Blocks an e-mail for campaigns, as for somebody who asked for it by telephone. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const title = useId()
  const [email, setEmail] = useState('')
  const [note, setNote] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const add = useSuppressionAdd(onClose, setErrors)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (add.isPending) return
    setErrors(email.trim() ? {} : { email: suppressionTexts.email })
    if (email.trim()) add.mutate({ email: email.trim(), note: note.trim() })
  }

  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={title}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={title}>Bloquear um e-mail</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <TextField
            autoFocus
            required
            type="email"
            label="E-mail"
            value={email}
            error={Boolean(errors.email)}
            helperText={errors.email || 'Nenhuma campanha vai para ele.'}
            onChange={event => setEmail(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 254, spellCheck: false } }}
            sx={{ mt: 0.5 }}
          />
          <TextField
            label="Observação"
            value={note}
            error={Boolean(errors.note)}
            helperText={errors.note}
            placeholder="Pediu por telefone"
            onChange={event => setNote(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 300 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" aria-busy={add.isPending}>
            Bloquear
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
