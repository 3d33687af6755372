import TicketIcon from '@mui/icons-material/ConfirmationNumberOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  isOpen,
  ticketCategoryLabels,
  ticketPriorityLabels,
  ticketStatusLabels
} from '../../../../services/support/tickets/rules.ts'
import { counted } from '../../core/format.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { LinkRow } from '../../ui/LinkRow.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { perPage, type TicketRow, useTickets } from './api.ts'
import type { TicketSearch } from './filter.ts'
import { priorityTones, statusTones } from './words.ts'

const Row = styled(LinkRow)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '2px 16px',
  '& .subject': { minWidth: 0, overflowWrap: 'anywhere', fontWeight: 500 },
  '&[data-unread] .subject': { fontWeight: 700 },
  '& .number, & .facts, & .last, & .when': { fontSize: '0.8125rem', color: theme.palette.text.secondary },
  '& .last': { gridColumn: '1 / -1', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .states': { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', alignItems: 'start', gap: 6 },
  '& .when': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& .dot': {
    display: 'inline-block',
    width: 8,
    height: 8,
    marginRight: 8,
    borderRadius: '50%',
    backgroundColor: theme.palette.primary.main
  },
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    padding: '12px 16px',
    '& .states': { justifyContent: 'flex-start' },
    '& .when': { textAlign: 'left' }
  }
}))

type Props = { filter: TicketSearch; onClear: () => void }

/** Tickets by their latest word, a page at a time. */
export function TicketList({ filter, onClear }: Props) {
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useTickets(filter, page)
  const gone = page > 0 && data?.tickets.length === 0
  // The last ones of the last page may have moved on.
  useEffect(() => {
    if (gone) setPage(page - 1)
  }, [gone, page])
  if (error && !data)
    return (
      <Card>
        <Failure title="Falha ao carregar os chamados" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data)
    return (
      <Card sx={{ p: 2.5 }}>
        <LoadingRows label="Carregando chamados" />
      </Card>
    )
  if (data.total === 0) return <Nothing filter={filter} onClear={onClear} />
  return (
    <>
      <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }} aria-label="Chamados">
        {data.tickets.map(ticket => (
          <Ticket key={ticket.id} ticket={ticket} />
        ))}
      </Card>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 1, mt: 1.5 }}
      >
        <Box component="span" sx={{ mr: 'auto', fontSize: '0.8125rem', color: 'text.secondary' }}>
          {data.capped ? 'Mais de ' : ''}
          {counted(data.total, 'chamado', 'chamados')}
        </Box>
        {data.total > perPage && (
          <>
            <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
              Anteriores
            </Button>
            <Button disabled={(page + 1) * perPage >= data.total} onClick={() => setPage(page + 1)}>
              Próximos
            </Button>
          </>
        )}
      </Box>
    </>
  )
}

function Ticket({ ticket }: { ticket: TicketRow }) {
  const { id, number, subject, status, priority, category, unread, lastBy, lastText, lastAt, dueAt } = ticket
  return (
    <Row data-unread={unread ? '' : undefined}>
      <div className="subject">
        {unread && <span className="dot" aria-hidden />}
        <Link to={`/tickets/${id}`}>
          {unread && <span style={visuallyHidden}>Resposta não lida: </span>}
          {subject}
        </Link>{' '}
        <span className="number">#{number}</span>
      </div>
      <div className="states">
        {(priority === 'high' || priority === 'urgent') && (
          <Tag tone={priorityTones[priority]}>{ticketPriorityLabels[priority]}</Tag>
        )}
        <Tag tone={statusTones[status]}>{ticketStatusLabels[status]}</Tag>
      </div>
      <div className="facts">
        {ticketCategoryLabels[category]} · {ticket.requesterName}
        {dueAt && isOpen(status) && (
          <>
            {' · '}Previsão <Moment at={dueAt} />
          </>
        )}
      </div>
      <div className="when">
        <Moment at={lastAt} relative />
      </div>
      <div className="last">
        {lastBy === 'staff' ? 'Suporte: ' : 'Vocês: '}
        {lastText}
      </div>
    </Row>
  )
}

const Nothing = ({ filter: { open: _, ...narrowed }, onClear }: Props) => (
  <Card>
    {Object.keys(narrowed).length > 0 ? (
      <Notice
        icon={<TicketIcon />}
        title="Nada encontrado"
        text={narrowed.q ? `Nenhum chamado daqui fala de “${narrowed.q}”.` : 'Nenhum chamado daqui é assim.'}
      >
        <Button variant="outlined" onClick={onClear}>
          Limpar filtros
        </Button>
      </Notice>
    ) : (
      <Notice
        icon={<TicketIcon />}
        title="Nenhum chamado. Precisa de ajuda?"
        text="A Lia responde na hora a dúvidas de uso. O que ela não resolver, a nossa equipe responde por aqui."
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
          <Button variant="outlined" data-open-chat>
            Perguntar à Lia
          </Button>
          <Button variant="outlined" component={Link} to="/tickets/new">
            Abrir chamado
          </Button>
        </Box>
      </Notice>
    )}
  </Card>
)
