import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { AdminCompany } from '../../../../services/admin/admin/schema.ts'
import { formatDate, formatNumber } from '../../core/format.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useCompanyUsage } from './api.ts'

const monthName = (month: string) => {
  const [year, number] = month.split('-')
  return `${number}/${year}`
}

/** How much of its limits a company uses, and how many leads each month brought. */
export function CompanyUsagePanel({ company }: { company: AdminCompany }) {
  const reading = useCompanyUsage(company.id)
  return (
    <Loaded of={reading} what="o uso">
      {({ leads, users, months }) => {
        const maxLeads = Math.max(1, ...months.map(month => month.leads))
        return (
          <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, maxWidth: 880 }}>
            <Panel title="Agora">
              <Box sx={{ display: 'grid', gap: 2 }}>
                <Bar label="Leads neste mês" {...leads} />
                <Bar label="Usuários" {...users} />
              </Box>
              {company.limitsReason && (
                <Box component="p" sx={{ mb: 0, mt: 2, color: 'text.secondary' }}>
                  Limites próprios: {company.limitsReason}
                  {company.limitsUntil && `, até ${formatDate(company.limitsUntil)}`}
                </Box>
              )}
            </Panel>
            <Panel title="Leads por mês">
              <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
                {months.map(({ month, leads: count }) => (
                  <Box
                    component="li"
                    key={month}
                    sx={{ display: 'grid', gridTemplateColumns: '72px 1fr 64px', gap: 1.5, alignItems: 'center' }}
                  >
                    <span>{monthName(month)}</span>
                    <Box
                      aria-hidden
                      sx={{ height: 10, borderRadius: 5, bgcolor: theme => theme.tokens.sunken, overflow: 'hidden' }}
                    >
                      <Box
                        sx={{
                          height: '100%',
                          width: `${(count / maxLeads) * 100}%`,
                          bgcolor: 'primary.main',
                          borderRadius: 5
                        }}
                      />
                    </Box>
                    <Box component="span" sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
                      {formatNumber(count)}
                    </Box>
                  </Box>
                ))}
              </Box>
            </Panel>
          </Box>
        )
      }}
    </Loaded>
  )
}

function Bar({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const share = limit === null ? 0 : Math.min(100, (used / limit) * 100)
  const color = limit !== null && used >= limit ? 'error' : share >= 80 ? 'warning' : 'primary'
  return (
    <div>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 0.5 }}>
        <span>{label}</span>
        <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {limit === null ? `${formatNumber(used)} (sem limite)` : `${formatNumber(used)} de ${formatNumber(limit)}`}
        </Box>
      </Box>
      {limit !== null && (
        <LinearProgress
          variant="determinate"
          value={share}
          color={color}
          aria-label={label}
          sx={{ height: 8, borderRadius: 4 }}
        />
      )}
    </div>
  )
}
