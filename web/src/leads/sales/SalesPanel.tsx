import Box from '@mui/material/Box'
import { formatCents } from '../../../../services/core/money/rules.ts'
import { sourceLabel } from '../../../../services/leads/leads/marks/rules.ts'
import type { SalesFigures } from '../../../../services/leads/sales/schema.ts'
import { counted, formatNumber } from '../../core/format.ts'
import type { BlockProps } from '../../shell/features.ts'
import { FoldedPanel } from '../../ui/FoldedPanel.tsx'
import { useFigures } from '../dashboard/api.ts'
import { Compared } from '../dashboard/Compared.tsx'
import { inParts } from '../dashboard/DayChart.tsx'
import { FigureGroup, FigureTile, trend } from '../dashboard/FiguresPanel.tsx'
import { Part, Parts } from '../dashboard/Part.tsx'
import { comparedWith } from '../dashboard/period.ts'
import { addressOf } from './address.ts'

/** The sales dated in the period, also those of leads that came before it. */
export function SalesPanel({ period: { from, to }, owner }: BlockProps) {
  const { data } = useFigures({ from, to }, owner)
  if (!data) return null
  const { sales } = data
  const than = comparedWith(data)
  const list = (filter: Traits = {}) => addressOf({ from: data.from, to: data.to, ...(owner && { owner }), ...filter })
  const parts = inParts(sales.days)
  const course = (what: 'count' | 'cents') => parts.map(days => days.reduce((sum, day) => sum + day[what], 0))
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <FigureGroup
        title="Vendidos"
        about={`Vendas com data no período, mesmo de leads mais antigos.${undone(sales.reversed.now)}`}
      >
        <FigureTile
          to={list()}
          label="Vendas"
          amount={formatNumber(sales.count.now)}
          against={trend(sales.count, than)}
          values={course('count')}
          tone="success"
        />
        <FigureTile
          to={list()}
          label="Valor vendido"
          amount={formatCents(sales.cents.now)}
          against={trend(sales.cents, than, formatCents)}
          values={course('cents')}
          tone="success"
        />
      </FigureGroup>
      {sales.owners.length > 0 && <Breakdown sales={sales} list={list} />}
    </Box>
  )
}

const undone = (reversed: number): string =>
  reversed === 0 ? '' : ` ${counted(reversed, 'venda foi desfeita', 'vendas foram desfeitas')} nele.`

type Traits = { owner?: string; source?: string; funnel?: string }
type BreakdownProps = { sales: SalesFigures; list: (filter: Traits) => string }

function Breakdown({ sales, list }: BreakdownProps) {
  const columns = ['Vendas', 'Valor', 'Antes']
  const cells = ({ count, cents, before }: { count: number; cents: number; before: number }) => [
    formatNumber(count),
    <strong key="cents">{formatCents(cents)}</strong>,
    formatCents(before)
  ]
  const [first] = sales.owners
  return (
    <FoldedPanel
      name="sales"
      title="Quem vendeu e de onde veio"
      summary={first && `${ownerName(first)}: ${formatCents(first.cents)}`}
    >
      <Parts>
        <Part title="Vendas por responsável">
          <Compared
            of="Responsável"
            columns={columns}
            rows={sales.owners.map(row => ({
              key: row.ownerId ?? '',
              label: ownerName(row),
              to: list({ owner: row.ownerId ?? 'none' }),
              cells: cells(row)
            }))}
          />
        </Part>
        <Part title="Vendas por origem">
          <Compared
            of="Origem"
            columns={columns}
            rows={sales.sources.map(row => ({
              key: row.source,
              label: sourceLabel(row.source),
              to: list({ source: row.source }),
              cells: cells(row)
            }))}
          />
        </Part>
        {sales.funnels.length > 1 && (
          <Part title="Vendas por funil">
            <Compared
              of="Funil"
              columns={columns}
              rows={sales.funnels.map(row => ({
                key: row.funnelId,
                label: row.name ?? 'Funil excluído',
                to: list({ funnel: row.funnelId }),
                cells: cells(row)
              }))}
            />
          </Part>
        )}
      </Parts>
    </FoldedPanel>
  )
}

const ownerName = ({ ownerId, name }: { ownerId: string | null; name: string | null }): string =>
  ownerId ? (name ?? 'Pessoa que saiu') : 'Sem responsável'
