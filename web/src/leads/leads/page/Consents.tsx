import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { type ContactChannel, contactChannels } from '../../../../../services/account/activities/rules.ts'
import type { Consent } from '../../../../../services/leads/consents/schema.ts'
import { sourceLabel } from '../../../../../services/leads/leads/marks/rules.ts'
import type { KeptConsents } from '../../../../../services/leads/leads/rules.ts'
import { formatDateTime } from '../../../core/format.ts'
import { useMay } from '../../../shell/access.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { channelLabels, consentLabels, neverAsked } from '../labels.ts'
import { useConsents } from './api.ts'
import { ConsentDialog } from './ConsentDialog.tsx'

/** The person's decision for each channel, with its proof, and the form for another one. */
export function Consents({ leadId, kept }: { leadId: string; kept: KeptConsents }) {
  const { data, isPending, isError, refetch } = useConsents(leadId)
  const may = useMay('edit_leads')
  const [pending, setPending] = useState<{ channel: ContactChannel; granted: boolean } | null>(null)
  return (
    <Panel title="Consentimentos">
      {isPending ? (
        <Skeleton height={80} />
      ) : isError ? (
        <Button onClick={() => void refetch()}>Tentar novamente</Button>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {contactChannels.map(channel => {
            const decisions = data.filter(({ channels }) => channels.includes(channel))
            const { state } = kept[channel] ?? {}
            const granted = state === 'granted'
            return (
              <Box component="li" key={channel}>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 32 }}>
                  <Box component="span" sx={{ fontWeight: 600, flexGrow: 1 }}>
                    {channelLabels[channel]}
                  </Box>
                  <Tag tone={state ? (granted ? 'success' : 'error') : 'neutral'}>
                    {state ? consentLabels[state] : neverAsked}
                  </Tag>
                </Box>
                {decisions.length > 0 && <Proof decisions={decisions} />}
                {may && (
                  <Button size="small" sx={{ ml: -1 }} onClick={() => setPending({ channel, granted: !granted })}>
                    {granted ? 'Registrar revogação' : 'Registrar autorização'}
                  </Button>
                )}
              </Box>
            )
          })}
        </Box>
      )}
      {pending && <ConsentDialog leadId={leadId} {...pending} onClose={() => setPending(null)} />}
    </Panel>
  )
}

const Proof = ({ decisions }: { decisions: Consent[] }) => (
  <Box component="details" sx={{ fontSize: '0.8125rem' }}>
    <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', width: 'fit-content', py: 0.25 }}>
      Ver prova{decisions.length > 1 && ` e histórico (${decisions.length})`}
    </Box>
    <Box sx={{ display: 'grid', gap: 1, mt: 0.5 }}>
      {decisions.map(decision => (
        <Decision key={decision.id} decision={decision} />
      ))}
    </Box>
  </Box>
)

function Decision({ decision }: { decision: Consent }) {
  const timeZone = useTimeZone()
  const { granted, text, evidence, source, ip, actorName, decidedAt } = decision
  return (
    <Box sx={{ p: 1.25, borderRadius: 1, bgcolor: theme => theme.tokens.sunken, overflowWrap: 'anywhere' }}>
      <b>{granted ? 'Autorizou' : 'Não autorizou'}</b> em {formatDateTime(decidedAt, timeZone)}
      <Box>{evidence ?? `Texto mostrado: “${text}”`}</Box>
      <Box sx={{ color: 'text.secondary' }}>
        {actorName ? `Registrado por ${actorName}` : `Por ${sourceLabel(source)}`}
        {ip && ` · IP ${ip}`}
      </Box>
    </Box>
  )
}
