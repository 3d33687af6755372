import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { queueLength, queueStart, waitingDays } from '../../../../services/leads/dashboard/rules.ts'
import type { Queue, QueueItem } from '../../../../services/leads/dashboard/schema.ts'
import { formatNumber } from '../../core/format.ts'
import { useMay } from '../../shell/access.ts'
import { filteredList } from '../../shell/addresses.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useQueue } from './api.ts'
import { waitingText } from './labels.ts'
import { QueueDone } from './QueueDone.tsx'
import { QueueRow } from './QueueRow.tsx'

/** '12 pediram contato hoje, 4 ainda esperam'. */
function promises({ promisedToday, keptToday }: Queue): string {
  if (promisedToday === 0) return ''
  const promised = promisedToday === 1 ? '1 pediu contato hoje' : `${formatNumber(promisedToday)} pediram contato hoje`
  const open = promisedToday - keptToday
  if (open === 0) return promisedToday === 1 ? `${promised}, já atendido` : `${promised}, todos já atendidos`
  return `${promised}, ${formatNumber(open)} ainda ${open === 1 ? 'espera' : 'esperam'}`
}

/** A contact that was begun from the queue, and where its lead stood there. */
type Begun = { item: QueueItem; at: number; activityId: string | null }

/** Contacted leads leave the queue at once, but keep their place until the outcome is said. */
function withStarted(items: readonly QueueItem[], started: readonly Begun[]): QueueItem[] {
  const shown = [...items]
  for (const { item, at } of started) if (!items.some(({ leadId }) => leadId === item.leadId)) shown.splice(at, 0, item)
  return shown
}

/** The most important block: whom to contact now, in which order, with what it takes to do it at hand. */
export function QueuePanel({ owner }: { owner: string | undefined }) {
  const [length, setLength] = useState(queueStart)
  const { data: queue, isPending, error, refetch } = useQueue(owner, length)
  const mayEdit = useMay('edit_leads')
  const [started, setStarted] = useState<Begun[]>([])
  const items = withStarted(queue?.items ?? [], started)
  const end = (leadId: string) => setStarted(current => current.filter(each => each.item.leadId !== leadId))
  return (
    <Panel
      title="Quem responder agora"
      aside={
        queue && (
          <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
            {promises(queue)}
          </Typography>
        )
      }
    >
      {isPending && <Skeleton variant="rounded" height={180} aria-hidden />}
      {!queue && !isPending && (
        <Failure title="Falha ao carregar a fila" error={error} onRetry={() => void refetch()} />
      )}
      {queue &&
        items.length === 0 &&
        (queue.waitingLong === 0 ? (
          <QueueDone answered={queue.keptToday} />
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>
            A fila de hoje acabou. Há quem espere há mais tempo pelo primeiro contato:
          </Typography>
        ))}
      {items.length > 0 && (
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {items.map((item, at) => (
            <QueueRow
              key={item.leadId}
              item={item}
              mayEdit={mayEdit}
              started={started.find(each => each.item.leadId === item.leadId)?.activityId}
              onBegin={activityId => {
                end(item.leadId)
                setStarted(current => [...current, { item, at, activityId }])
              }}
              onEnd={() => end(item.leadId)}
            />
          ))}
        </Box>
      )}
      {queue && queue.total > queue.items.length && (
        <Button size="small" onClick={() => setLength(length + queueLength)} sx={{ mt: 1.5, mr: 2, ml: -1 }}>
          {`Mostrar mais da fila: ${formatNumber(queue.items.length)} de ${formatNumber(queue.total)}`}
        </Button>
      )}
      {queue && queue.waitingLong > 0 && (
        <Button
          component={Link}
          to={filteredList({ status: 'new', untouchedDays: waitingDays, ...(owner && { owner }) })}
          size="small"
          sx={{ mt: 1.5, ml: -1, whiteSpace: 'normal', textAlign: 'left' }}
        >
          {waitingText(queue.waitingLong)}
        </Button>
      )}
    </Panel>
  )
}
