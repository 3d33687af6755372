import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { readMoney } from '../../../../services/core/money/rules.ts'
import {
  formatMicros,
  maxMicros,
  priceCategories,
  priceCategoryLabels,
  priceTexts,
  warnedShare
} from '../../../../services/messaging/prices/rules.ts'
import type { Costs } from '../../../../services/messaging/prices/schema.ts'
import { formatNumber } from '../../core/format.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { type Column, Rows } from '../../ui/Table.tsx'
import { useCosts, useLimitSave } from './api.ts'

type Line = { category: (typeof priceCategories)[number] } & Costs['categories']['marketing']

const monthText = (month: string): string =>
  new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`)
  )

function monthBefore(month: string, back: number): string {
  const day = new Date(`${month}-15T12:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() - back)
  return day.toISOString().slice(0, 7)
}

/** The costs of a company's messages in a month, and the limit that it sets itself. */
export function CostsPanel() {
  const [month, setMonth] = useState<string | null>(null)
  const [present, setPresent] = useState<string | null>(null)
  const reading = useCosts(month)
  if (present === null && month === null && reading.data) setPresent(reading.data.month)
  return (
    <Loaded of={reading} what="os custos">
      {costs => (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <TextField
            select
            size="small"
            label="Mês"
            value={costs.month}
            onChange={({ target }) => setMonth(target.value === present ? null : target.value)}
            slotProps={{ select: { native: true } }}
            sx={{ justifySelf: 'start', minWidth: 200 }}
          >
            {Array.from({ length: 12 }, (_, back) => monthBefore(present ?? costs.month, back)).map(each => (
              <option key={each} value={each}>
                {monthText(each)}
              </option>
            ))}
          </TextField>
          <Figures costs={costs} />
          {costs.month === present && <LimitForm key={costs.limit ?? 'none'} costs={costs} />}
        </Box>
      )}
    </Loaded>
  )
}

function Figures({ costs }: { costs: Costs }) {
  const { currency, categories, freeService, micros, unpriced, limit } = costs
  const money = (amount: number) => (currency ? formatMicros({ currency, micros: amount }) : '–')
  const columns: Column<Line>[] = [
    { label: 'Categoria', title: true, show: ({ category }) => priceCategoryLabels[category] },
    { label: 'Pagas, por nossa conta', align: 'right', show: ({ estimated }) => formatNumber(estimated) },
    { label: 'Pagas, pela Meta', align: 'right', show: ({ billed }) => formatNumber(billed) },
    { label: 'Custo', align: 'right', show: each => money(each.micros) }
  ]
  const share = limit ? micros / limit : 0
  return (
    <>
      <Box>
        <Box component="p" sx={{ m: 0, typography: 'h2' }}>
          {money(micros)}
          {limit !== null && (
            <Box component="span" sx={{ typography: 'body1', color: 'text.secondary' }}>
              {' '}
              de {money(limit)}
            </Box>
          )}
        </Box>
        {limit !== null && (
          <LinearProgress
            variant="determinate"
            value={Math.min(100, share * 100)}
            color={share >= 1 ? 'error' : share >= warnedShare ? 'warning' : 'primary'}
            aria-label="Gasto do limite do mês"
            sx={{ mt: 1 }}
          />
        )}
      </Box>
      {limit !== null && share >= warnedShare && (
        <Alert severity={share >= 1 ? 'error' : 'warning'}>
          {share >= 1
            ? 'O limite foi atingido: modelos e campanhas estão parados, e respostas continuam saindo.'
            : 'Mais de 80 % do limite do mês já foi gasto.'}
        </Alert>
      )}
      <Rows
        label="Custos por categoria"
        columns={columns}
        rows={priceCategories.map(category => ({ category, ...categories[category] }))}
        keyOf={({ category }) => category}
      />
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', display: 'grid', gap: 0.5 }}>
        {freeService.of !== null && (
          <div>
            Respostas grátis do mês: {formatNumber(freeService.used)} de {formatNumber(freeService.of)}.
          </div>
        )}
        {unpriced > 0 && (
          <div>
            {unpriced === 1 ? '1 mensagem' : `${formatNumber(unpriced)} mensagens`}: {priceTexts.unknown}.
          </div>
        )}
        <div>O custo é o que a Meta informou de cada mensagem; enquanto não informa, a nossa estimativa.</div>
      </Box>
    </>
  )
}

function LimitForm({ costs: { currency, limit } }: { costs: Costs }) {
  const [typed, setTyped] = useState(limit === null ? '' : (limit / 1_000_000).toFixed(2).replace('.', ','))
  const [problem, setProblem] = useState<string | null>(null)
  const save = useLimitSave()
  return (
    <Box
      component="form"
      aria-label="Limite de gastos"
      onSubmit={event => {
        event.preventDefault()
        const cents = readMoney(typed)
        if (cents === undefined || (cents ?? 0) * 10_000 > maxMicros)
          setProblem('Digite um valor, como 150,00, ou deixe vazio para não ter limite.')
        else if (!save.isPending) save.mutate(cents === null ? null : cents * 10_000)
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}
    >
      <TextField
        size="small"
        label={currency ? `Limite do mês (${currency})` : 'Limite do mês'}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem(null)
        }}
        error={problem !== null}
        helperText={problem ?? 'Vazio, não há limite. Respostas saem sempre.'}
        slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20 } }}
      />
      <Button type="submit" variant="outlined" aria-busy={save.isPending} sx={{ mt: 0.25 }}>
        Salvar limite
      </Button>
    </Box>
  )
}
