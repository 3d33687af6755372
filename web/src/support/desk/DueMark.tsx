import Box from '@mui/material/Box'
import { soonMinutes } from '../../../../services/support/desk/rules.ts'
import { isOpen, type TicketStatus } from '../../../../services/support/tickets/rules.ts'
import { Moment } from '../../shell/Moment.tsx'

/** When the next clock ends; one that has ended, or is about to, stands out. */
export function DueMark({ dueAt, status }: { dueAt: string | null; status: TicketStatus }) {
  if (!isOpen(status)) return null
  if (dueAt === null) return status === 'waiting' ? <div>Prazo parado</div> : null
  const left = Date.parse(dueAt) - Date.now()
  const late = left <= 0
  const soon = left <= soonMinutes * 60_000
  return (
    <Box sx={{ color: late ? 'error.main' : soon ? 'warning.main' : undefined, fontWeight: late || soon ? 600 : 400 }}>
      {late ? 'Venceu ' : 'Até '}
      <Moment at={dueAt} relative={late} />
    </Box>
  )
}
