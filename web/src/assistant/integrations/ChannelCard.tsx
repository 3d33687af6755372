import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { channelNames } from '../../../../services/messaging/channels/rules.ts'
import type { ChannelOverview } from '../../../../services/messaging/channels/schema.ts'
import { counted, formatNumber } from '../../core/format.ts'
import { screens } from '../../messaging/conversations/channels/registry.ts'
import { Moment } from '../../shell/Moment.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Fact } from './Fact.tsx'

/** Seconds after which what came from Meta should have been processed. */
const late = 120

/** A channel in all companies: how many use it, what is wrong with it, and what to do. */
export function ChannelCard({ channel }: { channel: ChannelOverview }) {
  const { kind, app, active, inactive, receivedAt, callbackUrl, loginReturnUrl } = channel
  const name = channelNames[kind]
  const { Icon, staff } = screens[kind]
  const troubles = troublesOf(channel)
  return (
    <Card component="section" aria-label={name} sx={{ p: 2.5, display: 'grid', gap: 2, alignContent: 'start' }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
        <Icon color="primary" />
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Box component="h2" sx={{ typography: 'h2', m: 0 }}>
            {name}
          </Box>
          <Box sx={{ color: 'text.secondary' }}>{staff.description}</Box>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Tag tone={troubles.length > 0 ? 'warning' : active > 0 ? 'success' : 'neutral'}>
          {troubles.length > 0 ? 'Precisa de atenção' : active > 0 ? 'Em uso' : 'Sem uso'}
        </Tag>
        <Tag tone="neutral">{app ? 'Aplicativo da instalação' : 'Cada empresa usa o seu aplicativo'}</Tag>
      </Box>
      {troubles.map(({ severity, text }) => (
        <Alert key={text} severity={severity}>
          {text}
        </Alert>
      ))}
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
        <Fact label="Empresas com o canal ligado">{formatNumber(active)}</Fact>
        <Fact label="Configuradas e desligadas">{formatNumber(inactive)}</Fact>
        <Fact label="Último aviso da Meta">{receivedAt ? <Moment at={receivedAt} /> : 'nenhum ainda'}</Fact>
        <Fact label="URL de callback">{callbackUrl}</Fact>
        {loginReturnUrl && <Fact label="Retorno do acesso">{loginReturnUrl}</Fact>}
      </Box>
      {!app && <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{staff.app}</Box>}
    </Card>
  )
}

type Trouble = { severity: 'error' | 'warning'; text: string }

function troublesOf(channel: ChannelOverview): Trouble[] {
  const companies = (n: number) => counted(n, 'empresa', 'empresas')
  const found: [applies: number | boolean, severity: Trouble['severity'], text: string][] = [
    [
      (channel.lagSeconds ?? 0) > late,
      'error',
      'Avisos da Meta estão parados há mais de 2 minutos. Veja nas filas se o processo de trabalho está ativo.'
    ],
    [
      channel.lateMessages,
      'error',
      `${counted(channel.lateMessages, 'mensagem espera', 'mensagens esperam')} para sair há mais de 2 minutos. Veja a fila de envio.`
    ],
    [
      channel.blocked,
      'error',
      `${companies(channel.blocked)} com o canal bloqueado pela Meta. Só a empresa pode recorrer, na Meta.`
    ],
    [
      channel.reauthorize,
      'error',
      `${companies(channel.reauthorize)} com o token recusado. A empresa precisa conectar de novo.`
    ],
    [
      channel.permission,
      'warning',
      `${companies(channel.permission)} sem permissão para enviar. Revise as permissões na Meta.`
    ],
    [
      channel.expiring,
      'warning',
      `${companies(channel.expiring)} com a conexão a vencer em 7 dias. Quem configura os canais foi avisado.`
    ],
    [
      channel.attention,
      'warning',
      `${companies(channel.attention)} com a qualidade do número em queda: clientes bloquearam mensagens.`
    ],
    [
      channel.costGaps,
      'warning',
      `${companies(channel.costGaps)} com custos da Meta mais de 5 % diferentes da estimativa. Veja em Preços do WhatsApp.`
    ],
    [
      channel.forged,
      'warning',
      `${companies(channel.forged)} com avisos de assinatura errada nas últimas 24 horas. Confira a chave secreta do aplicativo.`
    ]
  ]
  return found.flatMap(([applies, severity, text]) => (applies ? [{ severity, text }] : []))
}
