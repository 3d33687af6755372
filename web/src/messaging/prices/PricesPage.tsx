import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatMicros, priceCategories, priceCategoryLabels } from '../../../../services/messaging/prices/rules.ts'
import type { CostGap, PriceCard } from '../../../../services/messaging/prices/schema.ts'
import { formatDate } from '../../core/format.ts'
import type { Tone } from '../../core/tokens.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type Column, Rows } from '../../ui/Table.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useCostGaps, usePriceCards } from './api.ts'
import { CardDialog } from './CardDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'

const states: Record<PriceCard['state'], [label: string, tone: Tone]> = {
  current: ['Em vigor', 'success'],
  future: ['Ainda vai valer', 'info'],
  past: ['Valeu antes', 'neutral'],
  replaced: ['Substituída', 'neutral']
}

/** Decimals as they were entered, with the comma of the page. */
const shown = (decimal: string | undefined): string => decimal?.replace('.', ',') ?? '–'

/** The prices of WhatsApp as staff entered them, and companies whose bills differ from our estimates. */
export default function PricesPage() {
  const [open, setOpen] = useState<'card' | 'import' | null>(null)
  const [history, setHistory] = useState(false)
  const cards = usePriceCards()
  const close = () => setOpen(null)
  return (
    <>
      <PageHead
        title="Preços do WhatsApp"
        primary={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="outlined" onClick={() => setOpen('import')}>
              Importar CSV
            </Button>
            <Button variant="contained" onClick={() => setOpen('card')}>
              Nova tabela
            </Button>
          </Box>
        }
      />
      <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 } }}>
        <Gaps />
        <Panel title="Tabelas">
          <Loaded of={cards} what="as tabelas de preços">
            {rows =>
              rows.length === 0 ? (
                <Notice
                  title="Nenhum preço informado"
                  text="Sem tabela na moeda da conta, as empresas leem “preço não informado”. Importe a tabela que a Meta publica."
                />
              ) : (
                <>
                  <Rows
                    label="Tabelas de preços"
                    columns={columns}
                    rows={rows.filter(({ state }) => history || state === 'current' || state === 'future')}
                    keyOf={({ id }) => id}
                  />
                  {rows.some(({ state }) => state === 'past' || state === 'replaced') && (
                    <Button size="small" sx={{ mt: 1 }} onClick={() => setHistory(!history)}>
                      {history ? 'Esconder as anteriores' : 'Mostrar as anteriores'}
                    </Button>
                  )}
                </>
              )
            }
          </Loaded>
        </Panel>
      </Box>
      {open === 'card' && <CardDialog onClose={close} />}
      {open === 'import' && <ImportDialog onClose={close} />}
    </>
  )
}

const columns: Column<PriceCard>[] = [
  {
    label: 'Mercado',
    title: true,
    show: ({ marketName, state }) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box sx={{ fontWeight: 600 }}>{marketName}</Box>
        <Tag tone={states[state][1]}>{states[state][0]}</Tag>
      </Box>
    )
  },
  { label: 'Moeda', show: ({ currency }) => currency },
  { label: 'Desde', show: ({ from }) => formatDate(from) },
  ...priceCategories.map(
    (category): Column<PriceCard> => ({
      label: priceCategoryLabels[category],
      align: 'right',
      show: ({ prices }) => shown(prices[category])
    })
  ),
  {
    label: 'Regras',
    show: ({ rules: { freeServiceMessages: free, utilityInWindow } }) =>
      [
        free === undefined || free === null ? 'respostas grátis' : `${free} respostas grátis por mês`,
        utilityInWindow === 'charged' ? 'utilidade paga na janela' : 'utilidade grátis na janela'
      ].join(', ')
  },
  {
    label: 'Fonte',
    show: ({ source, authorName, createdAt }) => (
      <Box sx={{ overflowWrap: 'anywhere' }}>
        {source}
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {authorName && `${authorName}, `}
          <Moment at={createdAt} />
        </Box>
      </Box>
    )
  }
]

/** Companies whose bills differ from what we estimated; nothing while there are none. */
function Gaps() {
  const { data = [] } = useCostGaps()
  if (data.length === 0) return null
  const gapColumns: Column<CostGap>[] = [
    { label: 'Empresa', title: true, show: ({ companyName }) => <Box sx={{ fontWeight: 600 }}>{companyName}</Box> },
    { label: 'Mês', show: ({ month }) => month.split('-').reverse().join('/') },
    { label: 'Mensagens', align: 'right', show: ({ messages }) => messages },
    {
      label: 'Estimado',
      align: 'right',
      show: ({ currency, estimatedMicros }) => formatMicros({ currency, micros: estimatedMicros })
    },
    {
      label: 'Cobrado',
      align: 'right',
      show: ({ currency, billedMicros }) => formatMicros({ currency, micros: billedMicros })
    }
  ]
  return (
    <Panel title="Diferenças de mais de 5 %">
      <Alert severity="warning" sx={{ mb: 2 }}>
        O que a Meta cobrou difere da estimativa. Confira se as tabelas e as regras são as de hoje.
      </Alert>
      <Rows
        label="Diferenças entre estimado e cobrado"
        columns={gapColumns}
        rows={data}
        keyOf={({ companyId, month, currency }) => `${companyId} ${month} ${currency}`}
      />
    </Panel>
  )
}
