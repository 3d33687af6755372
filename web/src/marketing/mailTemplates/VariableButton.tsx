import VariableIcon from '@mui/icons-material/DataObject'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import { type FormEvent, useId, useState } from 'react'
import { mailLimits, placeholderText } from '../../../../services/marketing/mailTemplates/rules.ts'
import { useVariables } from './variables.ts'

type Props = {
  /** The name of the field that gets it. */
  into: string
  onInsert: (placeholder: string) => void
}

/** Puts a value that differs from person to person into a text. */
export function VariableButton({ into, onInsert }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Tooltip title="Inserir uma variável, como o nome da pessoa">
        <IconButton aria-label={`Variável em ${into}`} onClick={() => setOpen(true)}>
          <VariableIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {open && <VariableDialog onClose={() => setOpen(false)} onInsert={onInsert} />}
    </>
  )
}

type DialogProps = { onClose: () => void; onInsert: (placeholder: string) => void }

function VariableDialog({ onClose, onInsert }: DialogProps) {
  const title = useId()
  const variables = useVariables()
  const [name, setName] = useState(variables[0]?.name ?? '')
  const [fallback, setFallback] = useState('')
  const always = variables.find(each => each.name === name)?.always

  function submit(event: FormEvent) {
    event.preventDefault()
    // It stands in a form of its own, which no form around it may take for its.
    event.stopPropagation()
    onClose()
    onInsert(placeholderText({ name, fallback: always ? '' : fallback.trim() }))
  }

  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={title}>
      <form onSubmit={submit}>
        <DialogTitle id={title}>Inserir variável</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ color: 'text.secondary' }}>
            No lugar dela, cada pessoa verá o seu próprio dado: Ada lê “Olá, Ada”, e José lê “Olá, José”.
          </Box>
          <TextField select autoFocus label="Dado" value={name} onChange={event => setName(event.target.value)}>
            {variables.map(({ name: each, label }) => (
              <MenuItem key={each} value={each}>
                {label}
              </MenuItem>
            ))}
          </TextField>
          {!always && (
            <TextField
              label="Se não houver, escrever"
              placeholder="tudo bem"
              helperText="Para quem não informou esse dado."
              value={fallback}
              onChange={event => setFallback(event.target.value)}
              slotProps={{ htmlInput: { maxLength: mailLimits.fallback } }}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" disabled={!name}>
            Inserir
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
