import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { fewLeads } from '../../../services/dashboard/rules.ts'
import type { Figures } from '../../../services/dashboard/schema.ts'
import { statusLabels } from '../../../services/leads/rules.ts'
import { sourceLabel } from '../../../services/marks/rules.ts'
import { formatCents } from '../../../services/money/rules.ts'
import { counted, formatNumber } from '../core/format.ts'
import { noReason } from '../leads/facets/names.ts'
import type { LeadFilter } from '../leads/filter.ts'
import { ShareButton } from '../leads/ShareButton.tsx'
import { statusTones } from '../leads/status.ts'
import { filteredList } from '../shell/addresses.ts'
import { Panel } from '../ui/Panel.tsx'
import { BarList } from './BarList.tsx'
import { DayChart } from './DayChart.tsx'
import { formatDays, formatMinutes, formatShare } from './labels.ts'
import { Steps } from './Steps.tsx'
import { ValuePanels } from './ValuePanels.tsx'

const Nothing = ({ children }: { children: string }) => (
  <Typography sx={{ color: 'text.secondary', py: 2 }}>{children}</Typography>
)

/** Where the leads of the period come from, how far they are, and why some were lost. */
export function Charts({ figures, owner }: { figures: Figures | undefined; owner: string | undefined }) {
  if (!figures) return <Skeleton variant="rounded" height={260} aria-hidden />
  const within = { receivedFrom: figures.from, receivedTo: figures.to, ...(owner && { owner }) }
  const list = (filter: LeadFilter) => filteredList({ ...within, ...filter })
  const received = figures.received.now ?? 0
  const conversion = (converted: number, of: number): string =>
    of < fewLeads
      ? converted > 0
        ? counted(converted, 'convertido', 'convertidos')
        : ''
      : `${formatShare(converted / of)} de conversão`
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 2, sm: 2.5 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', '@880': 'repeat(2, minmax(0, 1fr))' }
      }}
    >
      <Panel title="Entrada por dia">
        {received > 0 ? (
          <DayChart days={figures.days} />
        ) : (
          <>
            <Nothing>Nenhum lead chegou neste período. Compartilhe seu formulário para começar.</Nothing>
            <ShareButton text="Compartilhar formulário" size="small" />
          </>
        )}
      </Panel>
      <Panel title="Funil">
        {received > 0 ? (
          <Steps steps={figures.steps} />
        ) : (
          <Nothing>O funil aparece quando chegar o primeiro lead do período.</Nothing>
        )}
      </Panel>
      <Panel title="Situação agora">
        {received > 0 ? (
          <BarList
            bars={figures.funnel.map(({ status, count, averageDays, valueCents }) => ({
              key: status,
              label: statusLabels[status],
              to: list({ status }),
              value: count,
              amount: formatNumber(count),
              note: [
                valueCents !== null && formatCents(valueCents),
                averageDays !== null && `há ${formatDays(averageDays)} em média`
              ]
                .filter(Boolean)
                .join(' · '),
              tone: statusTones[status]
            }))}
          />
        ) : (
          <Nothing>Sem leads no período, não há o que contar por situação.</Nothing>
        )}
      </Panel>
      <Panel title="Por origem">
        {figures.sources.length > 0 ? (
          <BarList
            bars={figures.sources.map(({ source, campaign, received, converted }) => ({
              key: `${source} ${campaign}`,
              label: campaign ? `${sourceLabel(source)} · ${campaign}` : sourceLabel(source),
              to: list({ source, campaign: [campaign] }),
              value: received,
              amount: formatNumber(received),
              note: conversion(converted, received)
            }))}
          />
        ) : (
          <Nothing>Sem leads no período, não há origens para comparar.</Nothing>
        )}
      </Panel>
      <Panel title="Por responsável">
        {figures.owners.length > 0 ? (
          <BarList
            bars={figures.owners.map(({ ownerId, name, received, converted, firstContactMinutes }) => ({
              key: ownerId ?? '',
              label: ownerId ? (name ?? 'Pessoa que saiu') : 'Sem responsável',
              to: list({ owner: ownerId ?? 'none' }),
              value: received,
              amount: formatNumber(received),
              note: [
                conversion(converted, received),
                firstContactMinutes !== null && `1º contato em ${formatMinutes(firstContactMinutes)}`
              ]
                .filter(Boolean)
                .join(' · '),
              tone: ownerId ? 'info' : 'neutral'
            }))}
          />
        ) : (
          <Nothing>Sem leads no período, não há o que dividir entre as pessoas.</Nothing>
        )}
      </Panel>
      {figures.values && <ValuePanels values={figures.values} list={list} />}
      {figures.lost.length > 0 && (
        <Panel title="Motivos de perda">
          <BarList
            bars={figures.lost.map(({ reason, count }) => ({
              key: reason,
              label: reason || noReason,
              to: list({ status: 'lost', lostReason: [reason] }),
              value: count,
              amount: formatNumber(count),
              tone: 'neutral'
            }))}
          />
        </Panel>
      )}
    </Box>
  )
}
