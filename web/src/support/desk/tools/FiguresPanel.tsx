import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { FigureGroup } from '../../../../../services/support/desk/toolSchema.ts'
import { ticketCategoryLabels } from '../../../../../services/support/tickets/rules.ts'
import { formatNumber } from '../../../core/format.ts'
import { dayOfMoment } from '../../../ui/days.ts'
import { Loaded } from '../../../ui/Loaded.tsx'
import { NumberTile, Tiles } from '../../../ui/NumberTile.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { type Column, Rows } from '../../../ui/Table.tsx'
import { addressOf } from '../filter.ts'
import { minutesText } from '../minutes.ts'
import { type Figures, useFigures } from './api.ts'

const day = 86_400_000
const daysAgo = (days: number) => dayOfMoment(new Date(Date.now() - days * day).toISOString())

/** How tickets go: what waits now, and what became of those opened in a period. */
export default function FiguresPanel() {
  const [from, setFrom] = useState(daysAgo(29))
  const [to, setTo] = useState(daysAgo(0))
  const reading = useFigures(from, to)
  const input = (label: string, value: string, onDay: (day: string) => void) => (
    <TextField
      type="date"
      size="small"
      label={label}
      value={value}
      onChange={event => event.target.value && onDay(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {input('Abertos de', from, setFrom)}
        {input('até', to, setTo)}
      </Box>
      <Loaded of={reading} what="os números">
        {figures => <Shown figures={figures} />}
      </Loaded>
    </Box>
  )
}

const duration = (minutes: number | null): string => (minutes === null ? '–' : minutesText(minutes))

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`)

const stars = ({ satisfaction, rated }: FigureGroup): string =>
  satisfaction === null ? '–' : `${formatNumber(satisfaction)} de 5 (${formatNumber(rated)})`

function Shown({ figures: { backlog, overdue, all, byPerson, byCategory } }: { figures: Figures }) {
  const queue = (name: 'open' | 'overdue' | 'done' | 'all') => `/admin/tickets${addressOf({ queue: name })}`
  return (
    <>
      <Panel title="Agora">
        <Tiles>
          <NumberTile to={queue('open')} label="Abertos" amount={formatNumber(backlog)} />
          <NumberTile
            to={queue('overdue')}
            label="Vencidos"
            amount={formatNumber(overdue)}
            {...(overdue > 0 && { tone: 'error' as const, mark: 'Fora do prazo' })}
          />
        </Tiles>
      </Panel>
      <Panel title="No período">
        <Tiles>
          <NumberTile to={queue('all')} label="Chamados" amount={formatNumber(all.tickets)} />
          <NumberTile
            to={queue('all')}
            label="Primeira resposta"
            amount={duration(all.answerMinutes)}
            note={`${formatNumber(all.answerLate)} fora do prazo`}
          />
          <NumberTile
            to={queue('done')}
            label="Solução"
            amount={duration(all.solutionMinutes)}
            note={`${formatNumber(all.solutionLate)} fora do prazo`}
          />
          <NumberTile
            to={queue('all')}
            label="Reabertos"
            amount={share(all.reopened, all.tickets)}
            note={`${formatNumber(all.reopened)} de ${formatNumber(all.tickets)}`}
          />
          <NumberTile
            to={queue('done')}
            label="Satisfação"
            amount={all.satisfaction === null ? '–' : formatNumber(all.satisfaction)}
            note={`de 5, em ${formatNumber(all.rated)} avaliados`}
          />
        </Tiles>
        <Box component="p" sx={{ m: 0, mt: 1.5, fontSize: '0.8125rem', color: 'text.secondary' }}>
          Tempos são medianas em horas úteis, sem o tempo em que se esperava o cliente.
        </Box>
      </Panel>
      <Panel title="Por pessoa">
        <Rows
          label="Por pessoa"
          columns={[
            { label: 'Quem responde', title: true, show: ({ name }) => <strong>{name ?? 'Sem responsável'}</strong> },
            ...columns
          ]}
          rows={byPerson}
          keyOf={({ id }) => id ?? 'none'}
        />
      </Panel>
      <Panel title="Por categoria">
        <Rows
          label="Por categoria"
          columns={[
            {
              label: 'Categoria',
              title: true,
              show: ({ category }) => <strong>{ticketCategoryLabels[category]}</strong>
            },
            ...columns
          ]}
          rows={byCategory}
          keyOf={({ category }) => category}
        />
      </Panel>
    </>
  )
}

const columns: Column<FigureGroup>[] = [
  { label: 'Chamados', align: 'right', show: ({ tickets }) => formatNumber(tickets) },
  { label: 'Abertos', align: 'right', show: ({ open }) => formatNumber(open) },
  { label: 'Resolvidos', align: 'right', show: ({ solved }) => formatNumber(solved) },
  { label: 'Primeira resposta', align: 'right', show: ({ answerMinutes }) => duration(answerMinutes) },
  { label: 'Solução', align: 'right', show: ({ solutionMinutes }) => duration(solutionMinutes) },
  {
    label: 'Fora do prazo',
    align: 'right',
    show: ({ answerLate, solutionLate }) => formatNumber(answerLate + solutionLate)
  },
  { label: 'Reabertos', align: 'right', show: ({ reopened, tickets }) => share(reopened, tickets) },
  { label: 'Satisfação', align: 'right', show: stars }
]
