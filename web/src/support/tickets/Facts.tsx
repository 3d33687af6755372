import { Link } from 'react-router-dom'
import { isOpen, ticketCategoryLabels, ticketPriorityLabels } from '../../../../services/support/tickets/rules.ts'
import type { TicketLink } from '../../../../services/support/tickets/schema.ts'
import { formatDateTime } from '../../core/format.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { Ticket } from './api.ts'
import { Fact, FactList } from './Fact.tsx'
import { screenLabels } from './words.ts'

/** The facts beside the conversation: who answers and by when, what it is about, and the tickets it belongs to. */
export function Facts({ ticket }: { ticket: Ticket }) {
  const zone = useTimeZone()
  const at = (moment: string) => formatDateTime(moment, zone)
  const { status, assigneeName, answerDueAt, solutionDueAt, firstAnswerAt, mergedInto, previous, next, leadId } = ticket
  return (
    <Panel title="Sobre o chamado">
      <FactList>
        <Fact label="Quem responde">{assigneeName ?? 'A equipe de suporte'}</Fact>
        {isOpen(status) && !firstAnswerAt && answerDueAt && <Fact label="Resposta até">{at(answerDueAt)}</Fact>}
        {isOpen(status) && firstAnswerAt && solutionDueAt && <Fact label="Solução até">{at(solutionDueAt)}</Fact>}
        {status === 'waiting' && <Fact label="Prazo">Parado enquanto esperamos a sua resposta</Fact>}
        <Fact label="Categoria">{ticketCategoryLabels[ticket.category]}</Fact>
        <Fact label="Prioridade">{ticketPriorityLabels[ticket.priority]}</Fact>
        <Fact label="Aberto por">
          {ticket.requesterName}, em {at(ticket.createdAt)}
        </Fact>
        {leadId && (
          <Fact label="Lead">
            <Link to={`/leads/${leadId}`}>Abrir o lead</Link>
          </Fact>
        )}
        {ticket.screen && <Fact label="Tela">{screenLabels[ticket.screen] ?? ticket.screen}</Fact>}
        {mergedInto && <Fact label="Foi unido a">{link(mergedInto)}</Fact>}
        {previous && <Fact label="Continua">{link(previous)}</Fact>}
        {next.length > 0 && (
          <Fact label="Continua em">
            {next.map(each => (
              <div key={each.id}>{link(each)}</div>
            ))}
          </Fact>
        )}
      </FactList>
    </Panel>
  )
}

const link = ({ id, number, subject }: TicketLink) => (
  <Link to={`/tickets/${id}`}>
    #{number} {subject}
  </Link>
)
