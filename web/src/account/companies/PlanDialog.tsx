import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { Usage } from '../../../../services/account/companies/schema.ts'
import type { PlanKey } from '../../../../services/core/planKeys/rules.ts'
import { mailsText } from '../../../../services/platform/email/rules.ts'
import { formatMoney } from '../../core/format.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { usePlanChange, usePlans } from './api.ts'
import { lostWith } from './usage.ts'

type Props = { open: boolean; usage: Usage; onClose: () => void }

/** The four plans, and what a smaller one will not allow. The change is in force at once. */
export function PlanDialog({ open, usage, onClose }: Props) {
  const titleId = useId()
  const [chosen, setChosen] = useState<PlanKey | null>(null)
  const plan = chosen ?? usage.plan.key
  const plans = usePlans({ enabled: open })
  const change = usePlanChange(close)
  const wanted = plans.data?.find(({ key }) => key === plan)
  const lost = wanted && plan !== usage.plan.key ? lostWith(wanted, usage) : []

  function close(): void {
    setChosen(null)
    onClose()
  }

  return (
    <Dialog open={open} onClose={close} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Mudar de plano</DialogTitle>
      <DialogContent>
        {plans.isPending && <Skeleton variant="rounded" height={220} aria-hidden />}
        {plans.error && !plans.data && (
          <Failure title="Falha ao carregar os planos" error={plans.error} onRetry={() => void plans.refetch()} />
        )}
        <Box
          role="radiogroup"
          aria-labelledby={titleId}
          sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 1fr' }, mb: 2 }}
        >
          {plans.data?.map(each => (
            <Choice
              key={each.key}
              name="plan"
              value={each.key}
              checked={each.key === plan}
              onChange={() => setChosen(each.key)}
              title={each.name}
              aside={each.key === usage.plan.key ? <Tag tone="neutral">Atual</Tag> : null}
            >
              <Typography component="span" sx={{ display: 'block', fontWeight: 700 }}>
                {formatMoney(each.priceCents)} por mês
              </Typography>
              <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
                {[...each.highlights, mailsText(each.key)].join(' · ')}
              </Box>
            </Choice>
          ))}
        </Box>
        <Box aria-live="polite" sx={{ display: 'grid', gap: 1 }}>
          {lost.map(text => (
            <Alert key={text} severity="warning">
              {text}
            </Alert>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>Cancelar</Button>
        <Button
          variant="contained"
          disabled={plan === usage.plan.key || change.isPending}
          onClick={() => change.mutate(plan)}
        >
          {wanted && plan !== usage.plan.key ? `Mudar para ${wanted.name}` : 'Mudar de plano'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
