import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { ticketLimits } from '../../../../../services/support/tickets/rules.ts'
import { Ask } from '../../../ui/Ask.tsx'
import { useIssueCreate } from './api.ts'

type Props = { title?: string; ticketIds?: string[]; onClose: () => void }

/** Names a known issue, of tickets that are about it. */
export function IssueDialog({ title: start = '', ticketIds = [], onClose }: Props) {
  const [title, setTitle] = useState(start)
  const [text, setText] = useState('')
  const create = useIssueCreate(onClose)
  return (
    <Ask
      open
      title="Novo problema conhecido"
      action="Criar"
      busy={!title.trim() || create.isPending}
      onClose={onClose}
      onSubmit={() => title.trim() && create.mutate({ title: title.trim(), text: text.trim(), ticketIds })}
    >
      <TextField
        autoFocus
        fullWidth
        label="O que acontece"
        value={title}
        onChange={event => setTitle(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        fullWidth
        multiline
        minRows={3}
        maxRows={10}
        label="O que a equipe precisa saber (opcional)"
        value={text}
        onChange={event => setText(event.target.value)}
        slotProps={{ htmlInput: { maxLength: ticketLimits.text } }}
      />
    </Ask>
  )
}
