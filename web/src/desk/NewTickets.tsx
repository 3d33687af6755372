import type { ReactNode } from 'react'
import { counted } from '../core/format.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { useDeskCounts } from './api.ts'

/** The icon of the tickets, with how many wait for a first answer. */
export function NewTickets({ children }: { children: ReactNode }) {
  const count = useDeskCounts().data?.new ?? 0
  return (
    <CountBadge count={count} words={counted(count, 'chamado novo', 'chamados novos')}>
      {children}
    </CountBadge>
  )
}
