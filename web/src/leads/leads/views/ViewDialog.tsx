import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import type { LeadView } from '../../../../../services/leads/views/schema.ts'
import type { ListState } from '../address.ts'
import { useViewChange } from './api.ts'
import { savedState } from './state.ts'

type Props = {
  /** Absent for a new one. */
  view: LeadView | undefined
  state: ListState
  onClose: () => void
  onSaved: (view: LeadView) => void
}

/** Names a view and says who sees it. */
export function ViewDialog({ view, state, onClose, onSaved }: Props) {
  const id = useId()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const { mutate, isPending } = useViewChange()

  function submit(event: FormEvent): void {
    event.preventDefault()
    const trimmed = name.trim()
    if (!trimmed) return
    const change = view
      ? { id: view.id, body: { name: trimmed, shared } }
      : { body: { name: trimmed, shared, view: savedState(state) } }
    mutate(change, {
      onSuccess: saved => {
        onSaved(saved)
        onClose()
      }
    })
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>{view ? 'Visão salva' : 'Salvar visão'}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            label="Nome"
            value={name}
            onChange={event => setName(event.target.value)}
            helperText={view ? undefined : 'Guarda os filtros, a ordem e se é tabela ou quadro.'}
            slotProps={{ htmlInput: { maxLength: 60 } }}
            sx={{ mt: 0.5 }}
          />
          <FormControlLabel
            label="Toda a equipe vê"
            control={<Switch checked={shared} onChange={(_event, on) => setShared(on)} />}
            sx={{ mt: 1.5 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" disabled={isPending || !name.trim()}>
            Salvar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
