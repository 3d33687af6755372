import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { formatCents } from '../../../../services/core/money/rules.ts'
import { fewLeads } from '../../../../services/leads/dashboard/rules.ts'
import type { Figures } from '../../../../services/leads/dashboard/schema.ts'
import { sourceLabel } from '../../../../services/leads/leads/marks/rules.ts'
import { statusLabels } from '../../../../services/leads/leads/rules.ts'
import { counted, formatNumber, formatShare } from '../../core/format.ts'
import { statusTones } from '../../core/statusTones.ts'
import { filteredList } from '../../shell/addresses.ts'
import { FoldedPanel } from '../../ui/FoldedPanel.tsx'
import { noReason } from '../leads/facets/names.ts'
import type { LeadFilter } from '../leads/filter.ts'
import { ShareButton } from '../leads/ShareButton.tsx'
import { BarList } from './BarList.tsx'
import { Compared } from './Compared.tsx'
import { DayChart } from './DayChart.tsx'
import { formatDays, formatMinutes, shareOf } from './labels.ts'
import { Part, Parts } from './Part.tsx'
import { Shares } from './Shares.tsx'
import { Steps } from './Steps.tsx'
import { ValueTheme } from './ValueTheme.tsx'

const Nothing = ({ children }: { children: string }) => (
  <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>
)

type Props = { figures: Figures | undefined; owner: string | undefined }

/**
 * Everything else about the leads of the period, by theme: how they went on, where they came from, what they are worth.
 */
export function Charts({ figures, owner }: Props) {
  if (!figures) return <Skeleton variant="rounded" height={180} aria-hidden />
  const within = { receivedFrom: figures.from, receivedTo: figures.to, ...(owner && { owner }) }
  const list = (filter: LeadFilter) => filteredList({ ...within, ...filter })
  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, sm: 2.5 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Progress figures={figures} list={list} />
      <Origins figures={figures} list={list} />
      {figures.values && <ValueTheme values={figures.values} list={list} />}
    </Box>
  )
}

type ThemeProps = { figures: Figures; list: (filter: LeadFilter) => string }

function Progress({ figures, list }: ThemeProps) {
  const { received, converted, conversion, firstContactMinutes } = figures
  const [count, sold] = [received.now ?? 0, converted.now ?? 0]
  const minutes = firstContactMinutes.now
  return (
    <FoldedPanel
      name="progress"
      title="Como os leads avançam"
      summary={
        count > 0
          ? [counted(sold, 'convertido', 'convertidos'), minutes !== null && `1º contato em ${formatMinutes(minutes)}`]
              .filter(Boolean)
              .join(' · ')
          : undefined
      }
    >
      {count > 0 ? (
        <Parts>
          <Part title="Entrada por dia">
            <DayChart days={figures.days} />
          </Part>
          <Part title="Funil">
            <Steps steps={figures.steps} />
          </Part>
          <Part title="Situação agora">
            <Shares
              shares={figures.funnel.map(({ status, count, averageDays, valueCents }) => ({
                key: status,
                label: statusLabels[status],
                to: list({ status }),
                count,
                note: [
                  valueCents !== null && formatCents(valueCents),
                  averageDays !== null && `há ${formatDays(averageDays)} em média`
                ]
                  .filter(Boolean)
                  .join(' · '),
                tone: statusTones[status]
              }))}
            />
          </Part>
          <Part title="Ritmo">
            <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
              <Fact
                label="Taxa de conversão"
                now={shareOf(sold, count)}
                // A share of few leads is no measure for another.
                before={count >= fewLeads && conversion.before !== null ? formatShare(conversion.before) : null}
              />
              <Fact
                label="Tempo até o 1º contato"
                now={minutes === null ? '–' : formatMinutes(minutes)}
                before={firstContactMinutes.before === null ? null : formatMinutes(firstContactMinutes.before)}
              />
            </Box>
          </Part>
        </Parts>
      ) : (
        <>
          <Nothing>Nenhum lead chegou neste período. Compartilhe seu formulário para começar.</Nothing>
          <ShareButton text="Compartilhar formulário" size="small" />
        </>
      )}
    </FoldedPanel>
  )
}

const Fact = ({ label, now, before }: { label: string; now: string; before: string | null }) => (
  <div>
    <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600 }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
      <Box component="span" sx={{ fontSize: '1.375rem', fontWeight: 700 }}>
        {now}
      </Box>
      {before && (
        <Box component="span" sx={{ ml: 1, color: 'text.secondary' }}>
          {before} no período anterior
        </Box>
      )}
    </Box>
  </div>
)

const Count = ({ children }: { children: number }) => <strong>{formatNumber(children)}</strong>

function Origins({ figures, list }: ThemeProps) {
  const { sources, owners, lost } = figures
  if (sources.length === 0) return null
  const first = sources[0]
  return (
    <FoldedPanel
      name="origins"
      title="De onde vêm e quem atende"
      summary={first && `${sourceLabel(first.source)}: ${counted(first.received, 'lead', 'leads')}`}
    >
      <Parts>
        <Part title="Por origem">
          <Compared
            of="Origem"
            columns={['Leads', 'Convertidos', 'Conversão']}
            rows={sources.map(({ source, campaign, received, converted }) => ({
              key: `${source} ${campaign}`,
              label: campaign ? `${sourceLabel(source)} · ${campaign}` : sourceLabel(source),
              to: list({ source, campaign: [campaign] }),
              cells: [<Count key="received">{received}</Count>, formatNumber(converted), shareOf(converted, received)]
            }))}
          />
        </Part>
        <Part title="Por responsável">
          <Compared
            of="Responsável"
            columns={['Leads', 'Convertidos', '1º contato']}
            rows={owners.map(({ ownerId, name, received, converted, firstContactMinutes }) => ({
              key: ownerId ?? '',
              label: ownerId ? (name ?? 'Pessoa que saiu') : 'Sem responsável',
              to: list({ owner: ownerId ?? 'none' }),
              cells: [
                <Count key="received">{received}</Count>,
                formatNumber(converted),
                firstContactMinutes === null ? '–' : formatMinutes(firstContactMinutes)
              ]
            }))}
          />
        </Part>
        {lost.length > 0 && (
          <Part title="Motivos de perda">
            <BarList
              bars={lost.map(({ reason, count }) => ({
                key: reason,
                label: reason || noReason,
                to: list({ status: 'lost', lostReason: [reason] }),
                value: count,
                amount: formatNumber(count),
                tone: 'neutral'
              }))}
            />
          </Part>
        )}
      </Parts>
    </FoldedPanel>
  )
}
