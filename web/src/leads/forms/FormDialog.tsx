import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import type { FormRow } from '../../../../services/leads/forms/schema.ts'
import { HttpError } from '../../core/http.ts'
import { useFormRenaming, useNewForm } from './api.ts'

type Props = {
  forms: readonly FormRow[]
  /** The one that is renamed; a new one is made without it. */
  form?: FormRow
  onClose: () => void
  onDone: (id: string) => void
}

const sourceOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)

/** The name of a form, for the team, and the source that its leads carry. */
export function FormDialog({ forms, form, onClose, onDone }: Props) {
  const [name, setName] = useState(form?.name ?? '')
  const [source, setSource] = useState(form?.source ?? '')
  const [copyOf, setCopyOf] = useState('')
  const [own, setOwn] = useState(form !== undefined)
  const done = (id: string) => {
    onDone(id)
    onClose()
  }
  const creation = useNewForm(({ id }) => done(id))
  const renaming = useFormRenaming(form?.id ?? '', () => done(form?.id ?? ''))
  const { error, isPending } = form ? renaming : creation
  const problems = error instanceof HttpError ? (error.body.errors ?? {}) : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending || !name.trim() || !source) return
    const named = { name: name.trim(), source }
    if (form) renaming.mutate(named)
    else creation.mutate({ ...named, ...(copyOf && { copyOf }) })
  }

  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="form-dialog-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="form-dialog-title">{form ? 'Nome e origem' : 'Novo formulário'}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <TextField
            autoFocus
            required
            margin="dense"
            label="Nome"
            helperText="Só a sua equipe vê."
            value={name}
            onChange={event => {
              setName(event.target.value)
              if (!own) setSource(sourceOf(event.target.value))
            }}
            slotProps={{ htmlInput: { maxLength: 80 } }}
          />
          <TextField
            required
            label="Origem"
            helperText={problems.source ?? 'Os leads deste formulário chegam com esta origem.'}
            error={problems.source !== undefined}
            value={source}
            onChange={event => {
              setOwn(true)
              setSource(
                event.target.value
                  .toLowerCase()
                  .replace(/[^a-z0-9_-]/g, '-')
                  .slice(0, 60)
              )
            }}
          />
          {!form && (
            <TextField
              select
              label="Começar de"
              value={copyOf}
              onChange={event => setCopyOf(event.target.value)}
              slotProps={{
                select: { displayEmpty: true },
                inputLabel: { shrink: true }
              }}
            >
              <MenuItem value="">Campos padrão</MenuItem>
              {forms.map(each => (
                <MenuItem key={each.id} value={each.id}>
                  {`Cópia de ${each.name}`}
                </MenuItem>
              ))}
            </TextField>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" disabled={isPending || !name.trim() || !source}>
            {form ? 'Salvar' : 'Criar formulário'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
