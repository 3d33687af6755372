import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { Link } from 'react-router-dom'
import {
  type ChannelKind,
  channelNames,
  channelRules,
  channelStateLabels,
  limitText,
  qualityLabels,
  type ChannelState as State,
  tokenWarnedBefore
} from '../../../../../services/messaging/channels/rules.ts'
import type { ChannelSettings } from '../../../../../services/messaging/channels/schema.ts'
import { formatDateTime, formatNumber } from '../../../core/format.ts'
import type { Tone } from '../../../core/tokens.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { troubleOf } from '../channelState.ts'
import { useShownChannel } from '../channels/screen.ts'

const tones: Record<State, Tone> = {
  missing: 'neutral',
  inactive: 'neutral',
  active: 'success',
  attention: 'warning',
  permission: 'warning',
  reauthorize: 'error',
  blocked: 'error'
}

const day = 86_400_000

/** How the channel stands, and what to do about it. */
export function ChannelState({ kind, settings }: { kind: ChannelKind; settings: ChannelSettings }) {
  const { state, name, address, quality, messagingLimit, receivedAt, problemText, tokenExpiresAt, forged } = settings
  const zone = useTimeZone()
  const { Icon, address: addressWord } = useShownChannel()
  const { the, of } = channelRules[kind].provider
  const trouble = troubleOf(kind, state)
  const expires = tokenExpiresAt ? Math.max(0, Math.ceil((Date.parse(tokenExpiresAt) - Date.now()) / day)) : null
  const daysLeft = expires === 1 ? '1 dia' : `${expires} dias`
  const facts: [string, string][] = [
    ...(name ? [['Nome', name] as [string, string]] : []),
    ...(address ? [[addressWord, address] as [string, string]] : []),
    ...(quality ? [['Qualidade', qualityLabels[quality] ?? quality] as [string, string]] : []),
    ...(messagingLimit ? [['Limite de envio', limitText(messagingLimit)] as [string, string]] : []),
    ...(expires !== null && expires > 0 ? [['Conexão', `vale por mais ${daysLeft}`] as [string, string]] : []),
    [`Último aviso ${of}`, receivedAt ? formatDateTime(receivedAt, zone) : 'Nenhum ainda']
  ]
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 1.5 }}>
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', '& svg': { color: 'text.secondary' } }}
      >
        <Icon />
        <b>{channelNames[kind]}</b>
        <Tag tone={tones[state]}>{channelStateLabels[state]}</Tag>
      </Box>
      {settings.demo && (
        <Alert severity="info">
          Esta instalação é uma demonstração: o canal conversa com clientes de mentira, que você faz no{' '}
          <Box component={Link} to="/demo/telefone" sx={{ color: 'inherit' }}>
            telefone do cliente
          </Box>
          . Para usar {the} de verdade, inicie com DEMO_PROVIDER=false.
        </Alert>
      )}
      {trouble && (
        <Alert severity={state === 'missing' || state === 'inactive' ? 'info' : 'error'}>
          {problemText ?? trouble.text} {trouble.mend}
        </Alert>
      )}
      {state === 'attention' && (
        <Alert severity="warning">
          A qualidade do número caiu: clientes bloquearam ou denunciaram mensagens. Escreva só a quem espera por elas.
        </Alert>
      )}
      {expires !== null && expires <= tokenWarnedBefore && (
        <Alert severity="warning">
          {expires > 0 ? `A conexão vence em ${daysLeft}.` : 'A conexão venceu.'} Conecte de novo no passo 1.
        </Alert>
      )}
      {forged > 0 && (
        <Alert severity="warning">
          {formatNumber(forged)} {forged === 1 ? 'aviso foi recusado' : 'avisos foram recusados'} porque a assinatura
          não confere. Confira a chave secreta do aplicativo no passo 1.
        </Alert>
      )}
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { sm: 'max-content minmax(0, 1fr)' },
          columnGap: 2,
          rowGap: 0.5
        }}
      >
        {facts.map(([label, value]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  )
}
