import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { ticketLimits } from '../../../../services/tickets/rules.ts'
import { Ask } from '../../admin/Ask.tsx'
import { VariableButtons } from '../../conversations/VariableButtons.tsx'
import { counted } from '../../core/format.ts'
import { type Issue, useIssueAnswer } from './api.ts'

/** One answer to all open tickets of a known issue, each with the names of its own people. */
export function IssueAnswerDialog({
  issue: { id, title, openTickets },
  onClose
}: {
  issue: Issue
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [solve, setSolve] = useState(false)
  const answer = useIssueAnswer(id, onClose)
  return (
    <Ask
      open
      title={`Responder a ${counted(openTickets, 'chamado', 'chamados')}`}
      action="Enviar a todos"
      busy={!text.trim() || answer.isPending}
      onClose={onClose}
      onSubmit={() => text.trim() && answer.mutate({ text: text.trim(), solve })}
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
        onChange={event => setText(event.target.value)}
        slotProps={{ htmlInput: { maxLength: ticketLimits.text } }}
      />
      <VariableButtons onChoose={variable => setText(known => known + variable)} />
      <FormControlLabel
        control={<Checkbox checked={solve} onChange={(_event, on) => setSolve(on)} />}
        label="O problema foi resolvido: resolver também os chamados"
      />
    </Ask>
  )
}
