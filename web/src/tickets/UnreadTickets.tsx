import type { ReactNode } from 'react'
import { counted } from '../core/format.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { useTicketCounts } from './api.ts'

/** The icon of the tickets, with how many have an answer that the person has not read. */
export function UnreadTickets({ children }: { children: ReactNode }) {
  const unread = useTicketCounts().data?.unread ?? 0
  return (
    <CountBadge
      count={unread}
      words={counted(unread, 'chamado com resposta não lida', 'chamados com resposta não lida')}
    >
      {children}
    </CountBadge>
  )
}
