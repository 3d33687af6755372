import Typography from '@mui/material/Typography'
import { formatCents } from '../../../../services/core/money/rules.ts'
import { minClosed, monthName } from '../../../../services/leads/sales/rules.ts'
import type { Forecast } from '../../../../services/leads/sales/schema.ts'
import { formatNumber } from '../../core/format.ts'
import { filteredList } from '../../shell/addresses.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Compared } from '../dashboard/Compared.tsx'
import type { LeadFilter } from '../leads/filter.ts'
import { lastDay } from './address.ts'
import { useForecast } from './api.ts'

const open: LeadFilter = { status: ['new', 'contacted', 'scheduled'], valueFrom: 0 }

type Sums = Forecast['late']

/** The value of the open leads by the month in which each sale is expected, whole and by the chance of its step. */
export function ForecastPanel() {
  const { data } = useForecast()
  if (!data) return null
  const { months, late, undated } = data
  const rows = [
    ...(late.count > 0 ? [row('late', 'Atrasados', late, { ...open, expectedTo: yesterday() })] : []),
    ...months.map(({ month, ...sums }) =>
      row(month, monthName(month), sums, { ...open, expectedFrom: `${month}-01`, expectedTo: lastDay(month) })
    ),
    ...(undated.count > 0 ? [row('undated', 'Sem data', undated, open)] : [])
  ]
  if (rows.length === 0) return null
  const weighted = [late, undated, ...months].some(({ weightedCents, count }) => count > 0 && weightedCents === null)
  return (
    <Panel title="Previsão">
      <Compared of="Mês" columns={['Leads', 'Valor', 'Pela chance']} rows={rows} />
      <Typography sx={{ mt: 1.5, color: 'text.secondary', fontSize: '0.8125rem' }}>
        Leads abertos com valor, pela data em que se espera a venda.{' '}
        {weighted
          ? `A chance de cada etapa aparece depois de ${minClosed} leads fechados.`
          : 'A chance é a que o funil diz para a etapa, ou a dos leads do último ano que chegaram a ela.'}
      </Typography>
    </Panel>
  )
}

const yesterday = (): string => new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10)

const row = (key: string, label: string, { count, cents, weightedCents }: Sums, filter: LeadFilter) => ({
  key,
  label,
  to: filteredList(filter),
  cells: [
    formatNumber(count),
    <strong key="cents">{formatCents(cents)}</strong>,
    weightedCents === null ? '–' : formatCents(weightedCents)
  ]
})
