import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { mailLimits, safeLink } from '../../../../services/marketing/mailTemplates/rules.ts'
import { completeLink } from './links.ts'

type Props = {
  /** Where the chosen words lead; null where they lead nowhere yet. */
  link: string | null
  onClose: () => void
  /** Null takes the link away. */
  onChange: (link: string | null) => void
}

/** Where a few words of a text lead. */
export function LinkDialog({ link, onClose, onChange }: Props) {
  const title = useId()
  const [text, setText] = useState(link ?? '')
  const [problem, setProblem] = useState(false)

  function change(next: string | null) {
    onClose()
    onChange(next)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const completed = completeLink(text)
    if (safeLink(completed)) change(completed)
    else setProblem(true)
  }

  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={title}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={title}>Link</DialogTitle>
        <DialogContent sx={{ '&&': { pt: 1 } }}>
          <TextField
            autoFocus
            fullWidth
            label="Endereço"
            type="url"
            placeholder="https://"
            value={text}
            error={problem}
            helperText={
              problem ? 'Digite um site, um e-mail ou um telefone.' : 'Um site, um e-mail ou tel: e o número.'
            }
            onChange={event => setText(event.target.value)}
            slotProps={{ htmlInput: { maxLength: mailLimits.link } }}
          />
        </DialogContent>
        <DialogActions>
          {link !== null && (
            <Button sx={{ mr: 'auto' }} onClick={() => change(null)}>
              Tirar o link
            </Button>
          )}
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained">
            Inserir
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
