import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { instagramTexts } from '../../../../services/channels/instagram/rules.ts'
import type { ChannelKind } from '../../../../services/channels/rules.ts'
import { CopyField } from '../../ui/CopyField.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { channelWords } from '../channels.tsx'
import { AccountForm } from './AccountForm.tsx'
import { type AnySettings, useChannel } from './api.ts'
import { ChannelState } from './ChannelState.tsx'
import { Checkup } from './Checkup.tsx'
import { HoursForm } from './HoursForm.tsx'
import { InstagramLogin } from './InstagramLogin.tsx'
import { ReadingForm } from './ReadingForm.tsx'

/** Connects a channel step by step, and says how it is and what to do. */
export function ChannelSettings({ kind }: { kind: ChannelKind }) {
  const { data: settings, error, refetch } = useChannel(kind)
  const { name } = channelWords[kind]
  if (!settings && error) {
    const title = kind === 'instagram' ? instagramTexts.load : 'Falha ao carregar a configuração'
    return <Failure title={title} error={error} onRetry={() => void refetch()} />
  }
  if (!settings) return <Skeleton variant="rounded" height={320} aria-label="Carregando a configuração" />
  const connected = settings.state !== 'missing'
  const login = 'loginOffered' in settings && settings.loginOffered
  const webhooks = <Webhooks name={name} settings={settings} />
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 760, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ChannelState kind={kind} settings={settings} />
      {login ? (
        <Panel title="1. Conta do Instagram">
          <Box component="p" sx={{ m: 0, mb: 2, color: 'text.secondary' }}>
            Entre com a conta profissional da empresa e permita o acesso às mensagens. A conexão se renova sozinha.
          </Box>
          <InstagramLogin label={connected ? 'Conectar de novo' : 'Conectar com Instagram'} />
          <Box component="details" sx={{ mt: 2 }}>
            <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', py: 1 }}>
              Ou use um aplicativo seu na Meta
            </Box>
            <Box sx={{ display: 'grid', gap: 3, pt: 2 }}>
              <AccountForm kind={kind} settings={settings} />
              <div>{webhooks}</div>
            </Box>
          </Box>
        </Panel>
      ) : (
        <>
          <Panel title={`1. ${kind === 'whatsapp' ? 'Número e token' : 'Conta e token'}`}>
            <AccountForm kind={kind} settings={settings} />
          </Panel>
          <Panel title="2. Avisos da Meta">{webhooks}</Panel>
        </>
      )}
      <Panel title={`${login ? 2 : 3}. Testar e ligar`}>
        <Checkup kind={kind} settings={settings} />
      </Panel>
      {connected && 'phoneNumberId' in settings && (
        <Panel title="Leitura">
          <ReadingForm on={settings.confirmsReading} />
        </Panel>
      )}
      {connected && (
        <Panel title="Horário de atendimento">
          <HoursForm kind={kind} settings={settings} />
        </Panel>
      )}
    </Box>
  )
}

/** What is entered at Meta, so that it tells of messages. */
function Webhooks({ name, settings }: { name: string; settings: AnySettings }) {
  return (
    <>
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
    </>
  )
}
