import { counted } from '../../core/format.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { useDeskCounts } from './api.ts'

/** How many tickets wait for a first answer. */
export function NewTickets() {
  const count = useDeskCounts().data?.new ?? 0
  return <CountBadge count={count} words={counted(count, 'chamado novo', 'chamados novos')} />
}
