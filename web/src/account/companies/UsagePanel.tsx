import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { formatDate, formatMoney } from '../../core/format.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useUsage } from './api.ts'
import { UsageBars } from './UsageBars.tsx'
import { daysLeft, daysLeftText } from './usage.ts'

const PlanLink = styled(Link)(({ theme }) => ({
  color: theme.palette.primary.main,
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' }
}))

/** The plan on the dashboard: how much of it is used, and how long the trial lasts. */
export function UsagePanel() {
  const { data: usage, error, isPending, refetch } = useUsage()
  const timeZone = useTimeZone()
  const left = daysLeft(usage?.trialEndsAt ?? null)
  if (!usage && !isPending)
    return (
      <Panel title="Uso do plano">
        <Failure title="Falha ao carregar o uso do plano" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  return (
    <Panel
      title="Uso do plano"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          {left !== null && <Tag tone={left <= 3 ? 'warning' : 'info'}>{daysLeftText(left)} de teste grátis</Tag>}
          {usage && <PlanLink to="/company">Plano {usage.plan.name}</PlanLink>}
        </Box>
      }
    >
      {usage ? <UsageBars usage={usage} timeZone={timeZone} /> : <Skeleton variant="rounded" height={64} aria-hidden />}
      {usage && left !== null && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          O teste grátis vai até {formatDate(usage.trialEndsAt, timeZone)}. Depois o plano {usage.plan.name} custa{' '}
          {formatMoney(usage.plan.priceCents)} por mês, e nada do que é seu se apaga.
        </Typography>
      )}
    </Panel>
  )
}
