import type { Permission } from '../../../../services/account/auth/rules.ts'
import {
  type CampaignState,
  type CarrierKind,
  type Exclusion,
  type RecipientState,
  recipientReasons,
  type WaitingReason
} from '../../../../services/marketing/campaigns/rules.ts'
import type { NeedKey } from '../../../../services/marketing/campaigns/schema.ts'
import { counted, formatNumber } from '../../core/format.ts'
import type { Tone } from '../../core/tokens.ts'
import type { Audience, CampaignRow } from './api.ts'

export const stateTones: Record<CampaignState, Tone> = {
  draft: 'neutral',
  preparing: 'info',
  ready: 'info',
  scheduled: 'info',
  sending: 'info',
  paused: 'warning',
  done: 'success',
  cancelled: 'neutral'
}

export const recipientTones: Record<RecipientState, Tone> = {
  pending: 'neutral',
  sending: 'info',
  held: 'warning',
  accepted: 'success',
  deferred: 'warning',
  rejected: 'error',
  bounced: 'error',
  complained: 'error',
  unsubscribed: 'warning',
  unknown: 'warning',
  skipped: 'neutral'
}

/** The plural label of each state of recipients, for counts. */
export const countLabels: Record<RecipientState, string> = {
  accepted: 'Aceitos',
  pending: 'Pendentes',
  sending: 'Enviando',
  held: 'Retidos pela Meta',
  deferred: 'Adiados',
  rejected: 'Rejeitados',
  bounced: 'Devolvidos',
  complained: 'Reclamaram',
  unsubscribed: 'Descadastraram',
  unknown: 'Sem confirmação',
  skipped: 'Pulados'
}

/** The meaning of each state, where the word alone does not say it. */
export const countHelp: Partial<Record<RecipientState, string>> = {
  accepted: 'O servidor da pessoa ficou com o e-mail. Não quer dizer que ela leu.',
  deferred: 'O servidor pediu para tentar mais tarde. Tentamos de novo por até um dia e meio.',
  rejected: 'O servidor recusou o e-mail.',
  bounced: 'O servidor aceitou o e-mail e avisou depois que não entregou.',
  complained: 'A pessoa disse ao provedor que é spam. Ela não recebe mais.',
  unsubscribed: 'Receberam e depois pediram para sair. Não recebem mais campanhas.',
  unknown:
    'A conexão caiu antes da resposta. Para ninguém receber duas vezes, nada é reenviado sozinho; use Escrever de novo.',
  skipped: 'Não recebem, cada um com o motivo.'
}

/** Those of messages, where they are others. */
const messageHelp: Partial<Record<RecipientState, string>> = {
  accepted: 'A Meta ficou com a mensagem. O resultado diz quantas foram entregues e lidas.',
  held: 'A Meta segura a mensagem para medir a qualidade do modelo. Depois entrega ou descarta.',
  deferred: 'A Meta não entrega divulgação a estas pessoas por ora. Tentamos de novo depois de 24 horas.',
  rejected: 'A mensagem não foi entregue. Cada pessoa mostra o motivo e o que fazer.',
  unsubscribed: 'Receberam e depois pediram para sair. Não recebem mais divulgação pelo WhatsApp.',
  unknown: 'A Meta não respondeu a tempo. O aviso dela diz depois se a mensagem chegou; nada é reenviado sozinho.'
}

export const helpOf = (carrier: CarrierKind, state: RecipientState): string | undefined =>
  (carrier === 'email' ? undefined : messageHelp[state]) ?? countHelp[state]

export const carrierNames: Record<CarrierKind, string> = { email: 'E-mail', whatsapp: 'WhatsApp' }

/** The mail or message, in sentences. */
export const messageWords: Record<CarrierKind, { the: string; never: string }> = {
  email: { the: 'O e-mail', never: 'Depois de enviado, um e-mail não volta.' },
  whatsapp: { the: 'A mensagem', never: 'Depois de enviada, uma mensagem não volta.' }
}

/** Why nothing of a campaign is sent at the moment. */
export const waitingTexts: Record<WaitingReason, string> = {
  quiet: 'Esperando a manhã: esta campanha não sai entre 20h e 8h.',
  pace: 'Esperando: o limite de envio desta hora ou deste dia foi usado.',
  turn: 'Esperando a vez: outra campanha da empresa começou antes e está saindo.',
  retry: 'Falta quem teve o e-mail adiado pelo servidor que o recebe. Tentamos de novo sozinhos.',
  test: 'Esperando o resultado do teste de assunto para enviar aos demais.',
  connection: 'O envio não teve resposta. Vamos tentar de novo sozinhos.',
  limit: 'Esperando: a Meta limita com quantas pessoas se começa uma conversa em 24 horas.',
  held: 'A Meta está avaliando a qualidade das últimas mensagens antes de entregá-las.'
}

const messageWaits: Partial<Record<WaitingReason, string>> = {
  retry: 'Falta quem a Meta limitou por ora. Tentamos de novo sozinhos.'
}

export const waitingText = (carrier: CarrierKind, waiting: WaitingReason): string =>
  (carrier === 'email' ? undefined : messageWaits[waiting]) ?? waitingTexts[waiting]

/** The limit of the provider, as it stands. */
export function planText({ limit, used }: NonNullable<Audience['plan']>): string {
  if (limit === null) return 'A Meta não limita com quantas pessoas se começa uma conversa.'
  const past = used === 1 ? '1 já usada' : `${formatNumber(used)} já usadas`
  return `A Meta deixa começar conversas com ${peopleText(limit)} em 24 horas, ${past}.`
}

export const costText = (cost: Audience['cost']): string =>
  cost
    ? (cost.micros / 1_000_000).toLocaleString('pt-BR', { style: 'currency', currency: cost.currency })
    : 'preço não informado'

/** How many have an end, of how many that are to get it. */
export function progressOf({ counts, total }: Pick<CampaignRow, 'counts' | 'total'>): { done: number; share: number } {
  const waiting = (counts.pending ?? 0) + (counts.sending ?? 0) + (counts.deferred ?? 0) + (counts.held ?? 0)
  const done = total - waiting
  return { done, share: total > 0 ? (100 * done) / total : 0 }
}

/** To how many it was sent, of these how many did not come back, and how many did, at once or later. */
export function sentOf({ counts }: Pick<CampaignRow, 'counts'>): { sent: number; delivered: number; failed: number } {
  const of = (state: RecipientState) => counts[state] ?? 0
  const delivered = of('accepted') + of('unsubscribed') + of('complained')
  const failed = of('rejected') + of('bounced')
  return { sent: delivered + failed + of('unknown'), delivered, failed }
}

/** Why some get nothing, the largest group first. */
export const exclusionsOf = ({ excluded }: Audience): { reason: Exclusion; text: string; n: number }[] =>
  Object.entries(excluded)
    .map(([reason, n = 0]) => ({ reason: reason as Exclusion, text: recipientReasons[reason as Exclusion], n }))
    .sort((a, b) => b.n - a.n)

export const peopleText = (n: number): string => counted(n, 'pessoa', 'pessoas')

type NeedText = { label: string; hint: string; to: string; permission: Permission }

/** The needs of a first campaign, and where each is done. */
export const needTexts: Record<NeedKey, NeedText> = {
  account: {
    label: 'Conta confirmada',
    hint: 'Use o link do e-mail de boas-vindas, ou peça outro em Meu perfil.',
    to: '/profile',
    permission: 'send_email'
  },
  sender: {
    label: 'Remetente da empresa',
    hint: 'O nome e o endereço que as pessoas veem.',
    to: '/email?aba=sender',
    permission: 'manage_channels'
  },
  server: {
    label: 'Servidor de e-mail',
    hint: 'Este servidor ainda não envia e-mails: informe o da sua empresa no remetente. O teste de uma campanha já vai para a caixa de saída de teste.',
    to: '/email?aba=sender',
    permission: 'manage_channels'
  },
  domain: {
    label: 'Domínio autorizado',
    hint: 'Os registros de DNS que o remetente mostra provam que o domínio é seu.',
    to: '/email?aba=sender',
    permission: 'manage_channels'
  },
  identity: {
    label: 'CNPJ ou endereço da empresa',
    hint: 'Aparece no rodapé de cada e-mail.',
    to: '/company',
    permission: 'edit_company'
  },
  template: {
    label: 'Um modelo de e-mail',
    hint: 'Comece por um dos modelos prontos.',
    to: '/email?aba=templates',
    permission: 'send_email'
  },
  people: {
    label: 'Alguém que aceitou receber e-mails',
    hint: 'Só recebe quem marcou o consentimento no formulário.',
    to: '/leads',
    permission: 'send_email'
  }
}

/** YYYY-MM-DD of now in a time zone; of the browser where none is known yet. */
export const todayIn = (timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** The days named one by one; the rest are summed up. */
const toldDays = 3

/** As in 'Hoje saem 200, amanhã 200, em 29/11 as últimas 100.'; empty where all go today. */
export function daysText(days: Audience['days'], today: string): string {
  if (days.length === 0 || (days.length === 1 && days[0]?.date === today)) return ''
  const tomorrow = dayAfter(today)
  const nameOf = (date: string) =>
    date === today ? 'hoje' : date === tomorrow ? 'amanhã' : `em ${date.slice(8)}/${date.slice(5, 7)}`
  const [first, ...rest] = days
  const last = rest.at(-1)
  if (!first) return ''
  const verb = first.mails === 1 ? 'sai' : 'saem'
  const said = [`${nameOf(first.date)} ${verb} ${formatNumber(first.mails)}`]
  const between = rest.slice(0, -1)
  for (const { date, mails } of between.slice(0, toldDays)) said.push(`${nameOf(date)} ${formatNumber(mails)}`)
  if (between.length > toldDays) said.push(`nos ${between.length - toldDays} dias seguintes outras`)
  if (last) {
    const words = last.mails === 1 ? 'a última' : `as últimas ${formatNumber(last.mails)}`
    said.push(`${nameOf(last.date)} ${words}`)
  }
  const text = said.join(', ')
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`
}
