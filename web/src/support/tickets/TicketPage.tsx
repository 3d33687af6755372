import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { isOpen, ticketStatusLabels } from '../../../../services/support/tickets/rules.ts'
import { Breadcrumb } from '../../shell/Breadcrumb.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { type Ticket, useMarkRead, useResolve, useTicket } from './api.ts'
import { Facts } from './Facts.tsx'
import { RatingPanel } from './RatingPanel.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { Thread } from './Thread.tsx'
import { statusTones } from './words.ts'

/** One ticket: what was said, who answers and by when, and the place for the next word. */
export default function TicketPage() {
  const { id = '' } = useParams()
  const { data, error, isPending, refetch } = useTicket(id)
  if (isPending) return <Skeleton variant="rounded" height={420} aria-hidden />
  if (!data)
    return (
      <>
        <Breadcrumb to="/tickets" list="Chamados" />
        <Card>
          <Failure title="Falha ao carregar o chamado" error={error} heading="h1" onRetry={() => void refetch()} />
        </Card>
      </>
    )
  return <Shown key={id} ticket={data} />
}

function Shown({ ticket }: { ticket: Ticket }) {
  const { id, number, subject, status, unread, reopenUntil, mergedInto } = ticket
  const resolve = useResolve(id)
  const { mutate: markRead } = useMarkRead(id)
  useEffect(() => {
    if (unread) markRead()
  }, [unread, markRead])
  if (mergedInto) return <Navigate to={`/tickets/${mergedInto.id}`} replace />
  const open = isOpen(status)
  const reopens = !open && reopenUntil !== null && Date.parse(reopenUntil) > Date.now()
  return (
    <>
      <Breadcrumb to="/tickets" list="Chamados" current={`#${number} ${subject}`} />
      <PageHead
        title={subject}
        aside={
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            #{number} <Tag tone={statusTones[status]}>{ticketStatusLabels[status]}</Tag>
          </Box>
        }
        primary={
          !mergedInto &&
          (open || reopens) && (
            <Button
              variant="outlined"
              aria-busy={resolve.isPending}
              onClick={() => resolve.isPending || resolve.mutate(open ? 'resolve' : 'reopen')}
            >
              {open ? 'Marcar como resolvido' : 'Reabrir'}
            </Button>
          )
        }
      />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 2, sm: 2.5 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 300px' },
          alignItems: 'start'
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Thread ticket={ticket} />
          {!open && !mergedInto && <RatingPanel ticket={ticket} />}
          {!mergedInto && <ReplyBox ticket={ticket} />}
        </Box>
        <Facts ticket={ticket} />
      </Box>
    </>
  )
}
