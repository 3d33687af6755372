import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { formatDate, formatMoney } from '../../core/format.ts'
import { useMay } from '../../shell/access.ts'
import { useTimeZone } from '../../shell/company.ts'
import { useFeatures } from '../../shell/features.ts'
import { Failure } from '../../ui/Failure.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useUsage } from './api.ts'
import { CompanyData } from './CompanyData.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { UsageBars } from './UsageBars.tsx'
import { daysLeft, daysLeftText } from './usage.ts'

/** The company's own record, its plan, and how much of that is used. */
export default function CompanyPage() {
  return (
    <>
      <PageHead title="Empresa" />
      <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, maxWidth: 880 }}>
        <PlanPanel />
        <CompanyData />
        {useFeatures().map(({ name, CompanyPanel }) => CompanyPanel && <CompanyPanel key={name} />)}
      </Box>
    </>
  )
}

function PlanPanel() {
  const mayChoose = useMay('manage_billing')
  const { data: usage, error, isPending, refetch } = useUsage()
  const timeZone = useTimeZone()
  const [changing, setChanging] = useState(false)
  const left = daysLeft(usage?.trialEndsAt ?? null)

  if (isPending)
    return (
      <Panel title="Plano e uso">
        <Skeleton variant="rounded" height={120} aria-hidden />
      </Panel>
    )
  if (!usage)
    return (
      <Panel title="Plano e uso">
        <Failure title="Falha ao carregar o uso do plano" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  return (
    <Panel title="Plano e uso">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2.5 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 700, fontSize: '1.125rem' }}>{usage.plan.name}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {formatMoney(usage.plan.priceCents)} por mês
            {left !== null &&
              ` · Teste grátis até ${formatDate(usage.trialEndsAt, timeZone)} (${daysLeftText(left).toLowerCase()})`}
          </Typography>
        </Box>
        {mayChoose && (
          <Button variant="outlined" onClick={() => setChanging(true)}>
            Mudar de plano
          </Button>
        )}
      </Box>
      <UsageBars usage={usage} timeZone={timeZone} />
      <PlanDialog open={changing} usage={usage} onClose={() => setChanging(false)} />
    </Panel>
  )
}
