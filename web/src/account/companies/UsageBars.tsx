import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Usage } from '../../../../services/account/companies/schema.ts'
import { nearLimit } from '../../../../services/platform/email/rules.ts'
import { formatDay } from '../../core/day.ts'
import { counted, formatDate, formatNumber } from '../../core/format.ts'

type BarProps = { label: string; used: number; limit: number | null; note?: string | undefined }

/** How much of a limit is used; full and nearly full bars say so by colour and in the words beside them. */
function Bar({ label, used, limit, note }: BarProps) {
  const id = useId()
  const share = limit === null ? 0 : Math.min(100, (used / limit) * 100)
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2, mb: 0.75 }}>
        <Typography id={id} variant="body2" component="span" sx={{ fontWeight: 600 }}>
          {label}
        </Typography>
        <Typography variant="body2" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {limit === null ? `${formatNumber(used)} (sem limite)` : `${formatNumber(used)} de ${formatNumber(limit)}`}
        </Typography>
      </Box>
      {limit !== null && (
        <LinearProgress
          variant="determinate"
          value={share}
          aria-labelledby={id}
          color={share >= 100 ? 'error' : share >= 80 ? 'warning' : 'primary'}
          sx={{ height: 8, borderRadius: 4 }}
        />
      )}
      {note && (
        <Typography variant="body2" sx={{ mt: 0.75, color: 'text.secondary' }}>
          {note}
        </Typography>
      )}
    </div>
  )
}

/** Leads of the month and users, each of its limit; mails of the day where the limit is near. */
export const UsageBars = ({ usage, timeZone }: { usage: Usage; timeZone: string | undefined }) => (
  <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
    <Bar
      label="Leads neste mês"
      used={usage.leads.used}
      limit={usage.leads.limit}
      note={[
        usage.leads.held > 0 && `${counted(usage.leads.held, 'lead retido', 'leads retidos')} até você mudar de plano.`,
        usage.limitDay !== null && `Neste ritmo, o limite chega em ${formatDay(usage.limitDay)}.`,
        usage.leads.limit !== null && `A contagem recomeça em ${formatDate(usage.monthEndsAt, timeZone)}.`
      ]
        .filter(Boolean)
        .join(' ')}
    />
    <Bar
      label="Usuários"
      used={usage.users.used}
      limit={usage.users.limit}
      note="Pessoas ativas e convites enviados."
    />
    {usage.mails.used >= usage.mails.limit * nearLimit && (
      <Bar
        label="E-mails hoje"
        used={usage.mails.used}
        limit={usage.mails.limit}
        note={
          usage.mails.used < usage.mails.limit
            ? 'O limite de e-mails do dia está perto.'
            : 'O limite do dia foi atingido: os avisos por e-mail voltam amanhã. No sino, eles continuam.'
        }
      />
    )}
  </Box>
)
