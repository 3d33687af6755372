import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import type { OwnSession } from '../../../../services/account/auth/schema.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useOtherSessionsEnd, useSessionEnd, useSessions } from './api.ts'
import { Rows } from './Rows.tsx'

/** Where the person is signed in, and the way to end it. */
export function SessionsPanel({ timeZone }: { timeZone: string }) {
  const { data: sessions, error, refetch } = useSessions()
  const ending = useSessionEnd()
  const endingOthers = useOtherSessionsEnd()
  const others = sessions?.some(session => !session.current)
  return (
    <Panel
      title="Sessões ativas"
      aside={
        others && (
          <Button size="small" variant="outlined" onClick={() => endingOthers.mutate()}>
            Encerrar as outras
          </Button>
        )
      }
    >
      {error && !sessions ? (
        <Failure title="Falha ao carregar as sessões" error={error} onRetry={() => void refetch()} />
      ) : (
        <Rows label="Sessões ativas">
          {sessions?.map(session => (
            <li key={session.id}>
              <Session session={session} timeZone={timeZone} />
              {!session.current && (
                <Button
                  size="small"
                  color="error"
                  aria-label={`Encerrar a sessão de ${session.device}`}
                  onClick={() => ending.mutate(session.id)}
                >
                  Encerrar
                </Button>
              )}
            </li>
          )) ?? <Skeleton height={48} />}
        </Rows>
      )}
    </Panel>
  )
}

function Session({ session, timeZone }: { session: OwnSession; timeZone: string }) {
  const { device, ip, createdAt, seenAt, current } = session
  return (
    <Box sx={{ minWidth: 0, flexGrow: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
        {device}
        {current && <Tag tone="brand">Este aparelho</Tag>}
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {ip && `${ip} · `}usada <Moment at={seenAt} timeZone={timeZone} relative /> · desde{' '}
        <Moment at={createdAt} timeZone={timeZone} />
      </Box>
    </Box>
  )
}
