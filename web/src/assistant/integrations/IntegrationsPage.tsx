import Box from '@mui/material/Box'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { openAiIntegration } from '../../../../services/assistant/integrations/rules.ts'
import type { Integration } from '../../../../services/assistant/integrations/schema.ts'
import { withId } from '../../core/record.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { openAiOf } from '../chat/key.ts'
import { useChannelOverview, useIntegrations, useRereading } from './api.ts'
import { ChannelCard } from './ChannelCard.tsx'
import { IntegrationCard } from './IntegrationCard.tsx'
import { LimitsDialog } from './LimitsDialog.tsx'
import { MissingCard } from './MissingCard.tsx'

const KeyDialog = onDemand(async () => (await import('../chat/KeyDialog.tsx')).KeyDialog)

const confirmation = 'A chave de API foi configurada. Está tudo funcionando?'

/** The services outside that the product uses, and whether they work. */
export default function IntegrationsPage() {
  const reading = useIntegrations()
  const channels = useChannelOverview()
  const reread = useRereading()
  const notify = useNotify()
  const [keyed, setKeyed] = useState<{ baseUrl: string | null } | null>(null)
  const [adjusted, setAdjusted] = useState<Integration | null>(null)

  function onSaved(text: string): void {
    setKeyed(null)
    notify(text, { type: 'success' })
    reread()
    setTimeout(() => dispatchEvent(new CustomEvent('open-chat', { detail: confirmation })), 1000)
  }

  return (
    <>
      <PageHead title="Integrações" />
      <Loaded of={reading} what="as integrações">
        {integrations => (
          <Box
            sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 380px), 1fr))' }}
          >
            {!openAiOf(integrations) && (
              <MissingCard {...openAiIntegration} onConfigure={() => setKeyed({ baseUrl: null })} />
            )}
            {integrations.map(withId).map(integration => (
              <IntegrationCard
                key={integration.id}
                integration={integration}
                onKey={openAiOf([integration]) && (() => setKeyed({ baseUrl: integration.baseUrl }))}
                onAdjust={() => setAdjusted(integration)}
              />
            ))}
            {channels.data?.map(channel => (
              <ChannelCard key={channel.kind} channel={channel} />
            ))}
          </Box>
        )}
      </Loaded>
      {channels.error && !channels.data && (
        <Failure title="Falha ao carregar os canais" error={channels.error} onRetry={() => void channels.refetch()} />
      )}
      {keyed && <KeyDialog baseUrl={keyed.baseUrl} onClose={() => setKeyed(null)} onSaved={onSaved} />}
      {adjusted && <LimitsDialog key={adjusted.id} integration={adjusted} onClose={() => setAdjusted(null)} />}
    </>
  )
}
