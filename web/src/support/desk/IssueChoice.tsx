import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { DeskTicket } from './api.ts'
import { addressOf } from './filter.ts'
import { useIssues, useIssueTickets } from './tools/api.ts'
import { IssueDialog } from './tools/IssueDialog.tsx'

/** The known issue that a ticket is about: chosen, made of it, or taken from it. */
export function IssueChoice({ ticket: { id, issue, subject } }: { ticket: DeskTicket }) {
  const { data: issues = [] } = useIssues('open')
  const change = useIssueTickets()
  const [making, setMaking] = useState(false)
  if (issue)
    return (
      <>
        <Link to={`/admin/tickets${addressOf({ issueId: issue.id, queue: 'all' })}`}>{issue.title}</Link>
        {issue.status === 'solved' && ' (resolvido)'}
        <div>
          <Button
            size="small"
            sx={{ ml: -1 }}
            onClick={() => change.isPending || change.mutate({ issueId: issue.id, remove: [id] })}
          >
            Tirar deste problema
          </Button>
        </div>
      </>
    )
  return (
    <>
      {issues.length > 0 && (
        <TextField
          select
          fullWidth
          size="small"
          value=""
          onChange={event => change.isPending || change.mutate({ issueId: event.target.value, add: [id] })}
          slotProps={{ select: { displayEmpty: true }, htmlInput: { 'aria-label': 'Problema conhecido' } }}
          sx={{ mt: 0.5 }}
        >
          <MenuItem value="" disabled>
            Nenhum
          </MenuItem>
          {issues.map(({ id: key, title }) => (
            <MenuItem key={key} value={key}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Button size="small" sx={{ ml: -1 }} onClick={() => setMaking(true)}>
        Criar a partir deste chamado
      </Button>
      {making && <IssueDialog title={subject} ticketIds={[id]} onClose={() => setMaking(false)} />}
    </>
  )
}
