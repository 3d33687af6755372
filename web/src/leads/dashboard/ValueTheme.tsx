import Box from '@mui/material/Box'
import { Link } from 'react-router-dom'
import { formatCents } from '../../../../services/core/money/rules.ts'
import type { ValueFigures } from '../../../../services/leads/dashboard/schema.ts'
import { sourceLabel } from '../../../../services/leads/leads/marks/rules.ts'
import { FoldedPanel } from '../../ui/FoldedPanel.tsx'
import type { LeadFilter } from '../leads/filter.ts'
import { Compared } from './Compared.tsx'
import { formatDays } from './labels.ts'
import { Part, Parts } from './Part.tsx'

type Props = {
  values: ValueFigures
  /** The address of the leads behind a number. */
  list: (filter: LeadFilter) => string
}

const open: LeadFilter = { status: ['new', 'contacted', 'scheduled'], valueFrom: 0 }
const won: LeadFilter = { status: 'converted', valueFrom: 0 }

/** The value of the period's leads: open and won, by person and by origin. */
export function ValueTheme({ values, list }: Props) {
  const { openCents, wonCents, daysToWin, owners, sources } = values
  const cells = (sums: { openCents: number; wonCents: number }) => [
    <strong key="won">{formatCents(sums.wonCents)}</strong>,
    formatCents(sums.openCents)
  ]
  const columns = ['Ganho', 'Em aberto']
  return (
    <FoldedPanel
      name="values"
      title="Quanto valem"
      summary={`${formatCents(openCents)} em aberto · ${formatCents(wonCents)} ganhos`}
    >
      <Parts>
        <Part title="Valor" wide>
          <Box
            component="dl"
            sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}
          >
            <Amount label="Em aberto" amount={formatCents(openCents)} to={list(open)} />
            <Amount label="Ganho" amount={formatCents(wonCents)} to={list(won)} />
            {daysToWin !== null && (
              <Amount label="Tempo médio até ganhar" amount={formatDays(daysToWin)} to={list(won)} />
            )}
          </Box>
        </Part>
        <Part title="Valor por responsável">
          <Compared
            of="Responsável"
            columns={columns}
            rows={owners.map(({ ownerId, name, ...sums }) => ({
              key: ownerId ?? '',
              label: ownerId ? (name ?? 'Pessoa que saiu') : 'Sem responsável',
              to: list({ owner: ownerId ?? 'none', valueFrom: 0 }),
              cells: cells(sums)
            }))}
          />
        </Part>
        <Part title="Valor por origem">
          <Compared
            of="Origem"
            columns={columns}
            rows={sources.map(({ source, ...sums }) => ({
              key: source,
              label: sourceLabel(source),
              to: list({ source, valueFrom: 0 }),
              cells: cells(sums)
            }))}
          />
        </Part>
      </Parts>
    </FoldedPanel>
  )
}

const Amount = ({ label, amount, to }: { label: string; amount: string; to: string }) => (
  <div>
    <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600 }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0, fontSize: '1.375rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
      <Box
        component={Link}
        to={to}
        sx={{ color: 'text.primary', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } }}
      >
        {amount}
      </Box>
    </Box>
  </div>
)
