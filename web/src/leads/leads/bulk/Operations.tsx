import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useStore } from 'react-admin'
import type { Operation } from '../../../../../services/leads/operations/schema.ts'
import { user } from '../../../core/session.ts'
import { isUnderWay, useOperations } from './api.ts'
import { OperationCard } from './OperationCard.tsx'
import { shownFor } from './recent.ts'

const none: string[] = []

const isFresh = ({ finishedAt, undoneAt, createdAt }: Operation) =>
  Date.now() - new Date(undoneAt ?? finishedAt ?? createdAt).getTime() < shownFor

/** One's own bulk actions that are under way or have just ended. They go on in the server, whatever this tab does. */
export function Operations() {
  const { data = [] } = useOperations()
  const [closed, setClosed] = useStore('leads.closedOperations', none)
  const me = user()?.name
  const shown = data
    .filter(operation => operation.actorName === me)
    .filter(operation => isUnderWay(operation) || (isFresh(operation) && !closed.includes(operation.id)))
    .slice(0, 3)

  return (
    <Box role="status" aria-label="Ações em massa" sx={{ display: 'grid', gap: 1, mb: shown.length > 0 ? 1.5 : 0 }}>
      {shown.map(operation => (
        <Card key={operation.id} sx={{ px: 2, py: 1 }}>
          <OperationCard operation={operation} onClose={() => setClosed([operation.id, ...closed].slice(0, 50))} />
        </Card>
      ))}
    </Box>
  )
}
