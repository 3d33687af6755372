import Box from '@mui/material/Box'
import { sourceLabel } from '../../../../../services/leads/leads/marks/rules.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Moment } from '../../../shell/Moment.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { useShownLead } from './shownLead.ts'

const names: Record<string, string> = {
  utm_source: 'Fonte',
  utm_medium: 'Mídia',
  utm_campaign: 'Campanha',
  utm_term: 'Termo',
  utm_content: 'Conteúdo',
  gclid: 'Clique no Google',
  fbclid: 'Clique na Meta',
  referrer: 'Veio de',
  page: 'Página',
  advertisement: 'Anúncio',
  advertisementText: 'Texto do anúncio'
}

/** By what the lead came, the first time and the last. */
export function Origin() {
  const lead = useShownLead()
  const timeZone = useTimeZone()
  const { firstTouch, lastTouch } = lead
  const same = JSON.stringify(firstTouch) === JSON.stringify(lastTouch)
  return (
    <Panel title="Origem">
      <Facts>
        <Fact label="Origem">{sourceLabel(lead.source)}</Fact>
        <Fact label="Recebido em">
          <Moment at={lead.receivedAt} timeZone={timeZone} />
        </Fact>
      </Facts>
      {firstTouch && <Touch title={same ? 'Como chegou' : 'Primeiro contato'} touch={firstTouch} />}
      {lastTouch && !same && <Touch title="Último contato" touch={lastTouch} />}
    </Panel>
  )
}

/** The advertisement on WhatsApp or Instagram by which somebody began to write. */
function advertisementOf({ referral }: Record<string, unknown>): Record<string, unknown> {
  if (typeof referral !== 'object' || referral === null) return {}
  const { headline, source_id, source_url } = referral as Record<string, unknown>
  return {
    advertisement: headline ?? source_id ?? source_url ?? 'sem nome',
    advertisementText: (referral as { body?: unknown }).body
  }
}

function Touch({ title, touch }: { title: string; touch: Record<string, unknown> }) {
  const values: Record<string, unknown> = { ...touch, ...advertisementOf(touch) }
  const shown = Object.entries(names).filter(([key]) => values[key])
  if (shown.length === 0) return null
  return (
    <Box sx={{ mt: 2 }}>
      <Box component="h3" sx={{ m: 0, mb: 0.75, fontSize: '0.875rem', fontWeight: 650 }}>
        {title}
      </Box>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5, fontSize: '0.8125rem' }}>
        {shown.map(([key, label]) => (
          <Box key={key} sx={{ display: 'flex', gap: 1, overflowWrap: 'anywhere' }}>
            <Box component="dt" sx={{ color: 'text.secondary', flex: '0 0 92px' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
              {String(values[key])}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
