import { counted } from '../../core/format.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { useTicketCounts } from './api.ts'

/** How many tickets have an answer that the person has not read. */
export function UnreadTickets() {
  const unread = useTicketCounts().data?.unread ?? 0
  return (
    <CountBadge
      count={unread}
      words={counted(unread, 'chamado com resposta não lida', 'chamados com resposta não lida')}
    />
  )
}
