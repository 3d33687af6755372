import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useState } from 'react'
import { formatCents } from '../../../../services/core/money/rules.ts'
import type { Targets } from '../../../../services/leads/sales/schema.ts'
import { counted, formatNumber, formatShare } from '../../core/format.ts'
import { useMay } from '../../shell/access.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useTargets } from './api.ts'
import { TargetsDialog } from './TargetsDialog.tsx'

type Target = Pick<Targets, 'count' | 'cents' | 'sold'>

/** The targets of a month, how far each has come, and how much is missing a working day. */
export function TargetsPanel({ month }: { month: string }) {
  const { data } = useTargets(month)
  const [editing, setEditing] = useState(false)
  const administers = useMay('edit_company')
  if (!data) return null
  const whole = data.count !== null || data.cents !== null
  const some = whole || data.owners.length > 0
  if (!some && !administers) return null
  return (
    <Panel
      title="Metas"
      aside={
        administers && (
          <Button size="small" className="screen-only" onClick={() => setEditing(true)}>
            {some ? 'Mudar metas' : 'Definir metas'}
          </Button>
        )
      }
    >
      {some ? (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
          {whole && <Progress name="Empresa" target={data} daysLeft={data.daysLeft} />}
          {data.owners.map(owner => (
            <Progress key={owner.ownerId} name={owner.name} target={owner} daysLeft={data.daysLeft} />
          ))}
        </Box>
      ) : (
        <Box sx={{ color: 'text.secondary' }}>Nenhuma meta para este mês.</Box>
      )}
      {editing && <TargetsDialog month={month} targets={data} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

function Progress({ name, target, daysLeft }: { name: string; target: Target; daysLeft: number }) {
  const lines = [
    target.cents !== null && lineOf(target.sold.cents, target.cents, daysLeft, formatCents),
    target.count !== null &&
      lineOf(target.sold.count, target.count, daysLeft, value => counted(value, 'venda', 'vendas'))
  ].filter(line => line !== false)
  return (
    <Box component="li">
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
      {lines.map(({ share, text, missing }) => (
        <Box key={text} sx={{ mt: 0.5 }}>
          <LinearProgress
            variant="determinate"
            value={Math.min(100, share * 100)}
            aria-label={`${name}: ${text}`}
            color={share >= 1 ? 'success' : 'primary'}
            sx={{ height: 8, borderRadius: 4 }}
          />
          <Box sx={{ mt: 0.5, fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
            {text}
            {missing && <Box component="span" sx={{ color: 'text.secondary' }}>{` · ${missing}`}</Box>}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function lineOf(sold: number, target: number, daysLeft: number, written: (value: number) => string) {
  const share = Math.max(0, sold) / target
  const left = target - sold
  const missing =
    left <= 0
      ? 'Meta alcançada'
      : daysLeft > 0
        ? `Faltam ${written(left)}: ${written(Math.ceil(left / daysLeft))} por dia útil, em ${formatNumber(daysLeft)}`
        : `Faltaram ${written(left)}`
  return { share, text: `${written(sold)} de ${written(target)} (${formatShare(share)})`, missing }
}
