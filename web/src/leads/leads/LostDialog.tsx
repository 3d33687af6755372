import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { lostReasons } from '../../../../services/leads/leads/marks/rules.ts'

const other = 'other'

type Props = {
  /** The lost lead or leads in words: 'o lead Ada Souza', or their number. */
  name: string
  many?: boolean
  onClose: () => void
  onSubmit: (reason: string) => void
}

/** Asks why a lead is lost, which the company learns from later. */
export function LostDialog({ name, many = false, onClose, onSubmit }: Props) {
  const id = useId()
  const [choice, setChoice] = useState('')
  const [text, setText] = useState('')
  const reason = choice === other ? text.trim() : choice

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (reason) onSubmit(reason)
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>{many ? `Por que ${name} foram perdidos?` : `Por que ${name} foi perdido?`}</DialogTitle>
        <DialogContent>
          <RadioGroup aria-label="Motivo da perda" value={choice} onChange={(_event, value) => setChoice(value)}>
            {[...lostReasons, other].map((value, n) => (
              <FormControlLabel
                key={value}
                value={value}
                label={value === other ? 'Outro motivo' : value}
                control={<Radio size="small" autoFocus={n === 0} sx={{ py: 0.75 }} />}
              />
            ))}
          </RadioGroup>
          {choice === other && (
            <TextField
              autoFocus
              fullWidth
              label="Motivo"
              value={text}
              onChange={event => setText(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 200 } }}
              sx={{ mt: 1 }}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" disabled={!reason}>
            {many ? 'Marcar como perdidos' : 'Marcar como perdido'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
