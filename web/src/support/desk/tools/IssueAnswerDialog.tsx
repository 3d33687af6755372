import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { ticketLimits } from '../../../../../services/support/tickets/rules.ts'
import { counted } from '../../../core/format.ts'
import { VariableButtons } from '../../../messaging/conversations/VariableButtons.tsx'
import { Ask } from '../../../ui/Ask.tsx'
import { type Issue, useIssueAnswer } from './api.ts'

/** One answer to all open tickets of a known issue, each with the names of its own people. */
export function IssueAnswerDialog({
  issue: { id, title, openTickets },
  onClose,
  onAnswered
}: {
  issue: Issue
  onClose: () => void
  /** With how many tickets were answered, and the key by which that is taken back. */
  onAnswered: (answered: number, key: string) => void
}) {
  const [text, setText] = useState('')
  const [solve, setSolve] = useState(false)
  // A try that is repeated is the same answer; other words are another one.
  const key = useRef(crypto.randomUUID())
  const write = (words: string) => {
    key.current = crypto.randomUUID()
    setText(words)
  }
  const answer = useIssueAnswer(id, onAnswered)
  return (
    <Ask
      open
      title={`Responder a ${counted(openTickets, 'chamado', 'chamados')}`}
      action="Enviar a todos"
      busy={!text.trim() || answer.isPending}
      onClose={onClose}
      onSubmit={() => text.trim() && answer.mutate({ key: key.current, text: text.trim(), solve })}
    >
      <span>{title}</span>
      <TextField
        autoFocus
        fullWidth
        multiline
        minRows={5}
        maxRows={14}
        label="Resposta"
        value={text}
        onChange={event => write(event.target.value)}
        slotProps={{ htmlInput: { maxLength: ticketLimits.text } }}
      />
      <VariableButtons onChoose={variable => write(text + variable)} />
      <FormControlLabel
        control={<Checkbox checked={solve} onChange={(_event, on) => setSolve(on)} />}
        label="O problema foi resolvido: resolver também os chamados"
      />
    </Ask>
  )
}
