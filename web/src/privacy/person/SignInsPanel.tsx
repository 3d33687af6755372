import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Moment } from '../../shell/Moment.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useSignIns } from './api.ts'
import { outcomeLabels, outcomeTones } from './labels.ts'
import { Rows } from './Rows.tsx'

/** The newest attempts to sign in as this person, those that failed too. */
export function SignInsPanel({ timeZone }: { timeZone: string }) {
  const { data: signIns, error, refetch } = useSignIns()
  return (
    <Panel title="Acessos recentes">
      {error && !signIns ? (
        <Failure title="Falha ao carregar os acessos" error={error} onRetry={() => void refetch()} />
      ) : signIns?.length === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>Ainda não há acessos registrados.</Box>
      ) : (
        <Rows label="Acessos recentes">
          {signIns?.slice(0, 8).map(({ id, outcome, device, ip, at }) => (
            <li key={id}>
              <Box sx={{ minWidth: 0 }}>
                <Box sx={{ fontWeight: 600 }}>{device}</Box>
                <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
                  {ip && `${ip} · `}
                  <Moment at={at} timeZone={timeZone} />
                </Box>
              </Box>
              <Tag tone={outcomeTones[outcome]} sx={{ whiteSpace: 'normal' }}>
                {outcomeLabels[outcome]}
              </Tag>
            </li>
          )) ?? <Skeleton height={48} />}
        </Rows>
      )}
    </Panel>
  )
}
