import AddIcon from '@mui/icons-material/Add'
import IssueIcon from '@mui/icons-material/BugReportOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link } from 'react-router-dom'
import { undoSeconds } from '../../../../../services/support/tickets/rules.ts'
import { counted } from '../../../core/format.ts'
import { Moment } from '../../../shell/Moment.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Undo } from '../../../ui/Undo.tsx'
import { addressOf } from '../filter.ts'
import { type Issue, useIssueAnswerBack, useIssues } from './api.ts'
import { IssueAnswerDialog } from './IssueAnswerDialog.tsx'
import { IssueDialog } from './IssueDialog.tsx'

/** Problems that many tickets are about; one answer goes to all that are open. */
export default function IssuesPanel() {
  const [status, setStatus] = useState<Issue['status']>('open')
  const [making, setMaking] = useState(false)
  const [answered, setAnswered] = useState<Issue | null>(null)
  const reading = useIssues(status)
  const notify = useNotify()
  const back = useIssueAnswerBack()
  function offerUndo(issueId: string, n: number, key: string): void {
    setAnswered(null)
    const label = counted(n, 'chamado respondido', 'chamados respondidos')
    // A moment less than the server gives, so that what is offered is possible.
    const autoHideDuration = (undoSeconds - 2) * 1000
    notify(<Undo label={label} onUndo={() => back.mutate({ issueId, key })} />, { type: 'success', autoHideDuration })
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Quais problemas"
          value={status}
          onChange={(_event, value: Issue['status'] | null) => value && setStatus(value)}
          sx={{ '& button': { px: 2 }, '& button:not(.Mui-selected)': { color: 'text.primary' } }}
        >
          <ToggleButton value="open">Abertos</ToggleButton>
          <ToggleButton value="solved">Resolvidos</ToggleButton>
        </ToggleButtonGroup>
        <Button variant="contained" startIcon={<AddIcon />} onClick={() => setMaking(true)} sx={{ ml: 'auto' }}>
          Novo problema
        </Button>
      </Box>
      <Card>
        <Loaded of={reading} what="os problemas conhecidos">
          {issues =>
            issues.length === 0 ? (
              <Notice
                icon={<IssueIcon />}
                title={status === 'open' ? 'Nenhum problema conhecido aberto' : 'Nenhum problema resolvido ainda'}
                text="Quando vários chamados falarem do mesmo, reúna-os aqui e responda a todos de uma vez."
              />
            ) : (
              <Box component="ul" aria-label="Problemas conhecidos" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {issues.map(issue => (
                  <Row key={issue.id} issue={issue} onAnswer={() => setAnswered(issue)} />
                ))}
              </Box>
            )
          }
        </Loaded>
      </Card>
      {making && <IssueDialog onClose={() => setMaking(false)} />}
      {answered && (
        <IssueAnswerDialog
          issue={answered}
          onClose={() => setAnswered(null)}
          onAnswered={(n, key) => offerUndo(answered.id, n, key)}
        />
      )}
    </>
  )
}

function Row({ issue, onAnswer }: { issue: Issue; onAnswer: () => void }) {
  const { id, title, text, tickets, openTickets, createdAt, solvedAt } = issue
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        p: { xs: 2, sm: '14px 20px' },
        'li + &': { borderTop: 1, borderColor: 'divider' }
      }}
    >
      <Box sx={{ flex: '1 1 320px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box component="h2" sx={{ m: 0, fontSize: '0.9375rem', fontWeight: 600 }}>
          {title}
        </Box>
        {text && <Box sx={{ color: 'text.secondary', whiteSpace: 'pre-line' }}>{text}</Box>}
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {counted(tickets, 'chamado', 'chamados')}, {counted(openTickets, 'aberto', 'abertos')} ·{' '}
          {solvedAt ? 'Resolvido ' : 'Criado '}
          <Moment at={solvedAt ?? createdAt} relative />
        </Box>
      </Box>
      <Button component={Link} to={`/admin/tickets${addressOf({ issueId: id, queue: 'all' })}`}>
        Ver chamados
      </Button>
      <Button variant="outlined" disabled={openTickets === 0} onClick={onAnswer}>
        Responder a todos
      </Button>
    </Box>
  )
}
