import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ChannelKind } from '../../../../services/channels/rules.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useChannel } from '../api.ts'
import { channelWords } from '../channels.tsx'
import { AccountForm } from './AccountForm.tsx'
import { ChannelState } from './ChannelState.tsx'
import { Checkup } from './Checkup.tsx'
import { CopyField } from './CopyField.tsx'
import { HoursForm } from './HoursForm.tsx'

/** Connects a channel step by step, and says how it is and what to do. */
export function ChannelSettings({ kind }: { kind: ChannelKind }) {
  const { data: settings, error, refetch } = useChannel(kind)
  const { name } = channelWords[kind]
  if (!settings && error)
    return <Failure title="Falha ao carregar a configuração" error={error} onRetry={() => void refetch()} />
  if (!settings) return <Skeleton variant="rounded" height={320} aria-label="Carregando a configuração" />
  const connected = settings.state !== 'missing'
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 760, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ChannelState kind={kind} settings={settings} />
      <Panel title={`1. ${kind === 'whatsapp' ? 'Número e token' : 'Conta e token'}`}>
        <AccountForm kind={kind} settings={settings} />
      </Panel>
      <Panel title="2. Avisos da Meta">
        <Box component="p" sx={{ m: 0, mb: 1.5, color: 'text.secondary' }}>
          No painel do seu aplicativo na Meta, em Webhooks do {name}, cole o endereço e o token abaixo e assine o campo{' '}
          <b>messages</b>. Sem isso as mensagens não chegam aqui.
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <CopyField label="URL de callback" value={settings.callbackUrl} />
          {settings.verifyToken ? (
            <CopyField label="Token de verificação" value={settings.verifyToken} />
          ) : (
            <Box sx={{ color: 'text.secondary' }}>O token de verificação aparece depois que o passo 1 é salvo.</Box>
          )}
        </Box>
      </Panel>
      <Panel title="3. Testar e ligar">
        <Checkup kind={kind} settings={settings} />
      </Panel>
      {connected && (
        <Panel title="Horário de atendimento">
          <HoursForm kind={kind} settings={settings} />
        </Panel>
      )}
    </Box>
  )
}
