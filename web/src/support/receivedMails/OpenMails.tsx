import { counted } from '../../core/format.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { useReceivedMailCounts } from './api.ts'

/** The number of mails that wait for somebody to decide on them. */
export function OpenMails() {
  const count = useReceivedMailCounts().data?.open ?? 0
  return <CountBadge count={count} words={counted(count, 'e-mail à espera', 'e-mails à espera')} />
}
