import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import { Moment } from '../../../shell/Moment.tsx'
import { Failure } from '../../../ui/Failure.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useDistributed, useDistribution } from './api.ts'
import { DistributionEditor } from './DistributionEditor.tsx'

/** To whom new leads go by themselves, and to whom the last ones went. */
export default function DistributionPanel() {
  const { data, error, refetch } = useDistribution()
  return (
    <Panel title="Distribuição de novos leads">
      {error && !data && (
        <Failure title="Falha ao carregar a distribuição" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton variant="rounded" height={120} aria-hidden />}
      {data && <DistributionEditor now={data} />}
      {data && data.mode !== 'off' && <Log />}
    </Panel>
  )
}

function Log() {
  const { data = [] } = useDistributed()
  if (data.length === 0) return null
  return (
    <Box component="details" sx={{ mt: 2 }}>
      <Typography component="summary" sx={{ cursor: 'pointer', fontWeight: 600 }}>
        Últimos leads distribuídos
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {data.map(({ id, leadId, leadName, ownerName, reason, createdAt }) => (
          <Box component="li" key={id} sx={{ py: 0.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
            <Link component={RouterLink} to={`/leads/${leadId}`} sx={{ overflowWrap: 'anywhere' }}>
              {leadName}
            </Link>
            {ownerName && ` para ${ownerName}`}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {reason} · <Moment at={createdAt} />
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
