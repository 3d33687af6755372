import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { type ChannelKind, channelRules } from '../../../../../services/messaging/channels/rules.ts'
import type { ChannelSettings as Shown } from '../../../../../services/messaging/channels/schema.ts'
import { Failure } from '../../../ui/Failure.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useChannel } from './api.ts'
import { ChannelState } from './ChannelState.tsx'
import { DemoConnect } from './DemoConnect.tsx'
import { HoursForm } from './HoursForm.tsx'
import { QuickReplySettings } from './QuickReplySettings.tsx'

type Props<S> = { kind: ChannelKind; children: (settings: S, connected: boolean) => ReactNode }

/** How a channel is and what to do, around the steps by which its kind is connected. */
export function ChannelSettings<S extends Shown>({ kind, children }: Props<S>) {
  const { data: settings, error, refetch } = useChannel<S>(kind)
  if (!settings && error) {
    const title = channelRules[kind].failures?.load ?? 'Falha ao carregar a configuração'
    return <Failure title={title} error={error} onRetry={() => void refetch()} />
  }
  if (!settings) return <Skeleton variant="rounded" height={320} aria-label="Carregando a configuração" />
  const connected = settings.state !== 'missing'
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 760, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ChannelState kind={kind} settings={settings} />
      {settings.demo && !connected && (
        <Panel title="Demonstração">
          <Box component="p" sx={{ m: 0, mb: 2, color: 'text.secondary' }}>
            Experimente agora, sem conta {channelRules[kind].provider.of}: um cliente de mentira escreve, e você
            responde.
          </Box>
          <DemoConnect kind={kind} />
        </Panel>
      )}
      {children(settings, connected)}
      {connected && (
        <Panel title="Horário de atendimento">
          <HoursForm kind={kind} settings={settings} />
        </Panel>
      )}
      {connected && (
        <Panel title="Respostas rápidas">
          <QuickReplySettings />
        </Panel>
      )}
    </Box>
  )
}
