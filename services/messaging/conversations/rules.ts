import { type ChannelKind, channelRules } from '../channels/rules.ts'

export const directions = ['in', 'out'] as const
export type Direction = (typeof directions)[number]

/**
 * `unknown` is a message of which only an edit or its deletion came; `unsupported` one that the provider does not show.
 */
export const messageKinds = [
  'text',
  'image',
  'audio',
  'video',
  'document',
  'sticker',
  'location',
  'contacts',
  'button',
  'interactive',
  'order',
  'call',
  'template',
  'share',
  'story_reply',
  'story_mention',
  'system',
  'unsupported',
  'unknown',
  'note'
] as const
export type MessageKind = (typeof messageKinds)[number]

/** In the order in which a message comes on; `failed` may follow all before it, `delivered` and after are certain. */
export const messageStatuses = [
  'queued',
  'sending',
  'unknown',
  'accepted',
  'sent',
  'failed',
  'delivered',
  'read',
  'played'
] as const
export type MessageStatus = (typeof messageStatuses)[number]

export const messageStatusLabels: Record<MessageStatus, string> = {
  queued: 'Na fila',
  sending: 'Enviando',
  unknown: 'Envio incerto',
  accepted: 'Aceita',
  sent: 'Enviada',
  delivered: 'Entregue',
  read: 'Lida',
  played: 'Ouvida',
  failed: 'Falhou'
}

export const conversationStatuses = ['open', 'waiting', 'snoozed', 'resolved'] as const
export type ConversationStatus = (typeof conversationStatuses)[number]

export const conversationStatusLabels: Record<ConversationStatus, string> = {
  open: 'Aberta',
  waiting: 'Aguardando cliente',
  snoozed: 'Adiada',
  resolved: 'Resolvida'
}

/** Labels for messages without words, in the list and in notices. */
export const kindLabels: Record<MessageKind, string> = {
  text: 'Mensagem',
  image: 'Foto',
  audio: 'Áudio',
  video: 'Vídeo',
  document: 'Documento',
  sticker: 'Figurinha',
  location: 'Localização',
  contacts: 'Contato',
  button: 'Resposta de botão',
  interactive: 'Escolha',
  order: 'Pedido',
  call: 'Ligação',
  template: 'Modelo',
  share: 'Publicação',
  story_reply: 'Resposta ao story',
  story_mention: 'Menção no story',
  system: 'Aviso do canal',
  unsupported: 'Mensagem não suportada',
  unknown: 'Mensagem',
  note: 'Nota'
}

/**
 * The freedom of the composer: write freely, answer as a person where a machine may not, or nothing that is free text.
 */
export type Window = 'open' | 'human' | 'closed'

const day = 24 * 60 * 60 * 1000

/** The window at a moment, and when it ends; null where it has ended or never began. */
export function windowOf(
  channel: ChannelKind,
  windowEndsAt: string | null,
  now: Date
): { window: Window; endsAt: Date | null } {
  if (windowEndsAt === null) return { window: 'closed', endsAt: null }
  const ends = new Date(windowEndsAt)
  if (ends > now) return { window: 'open', endsAt: ends }
  const { human } = channelRules[channel].window
  const humanEnds = human && new Date(ends.getTime() + (human.days - 1) * day)
  return humanEnds && humanEnds > now ? { window: 'human', endsAt: humanEnds } : { window: 'closed', endsAt: null }
}

/** Bytes of the largest file that any channel sends, and days for which files of conversations are kept. */
export const longestFile = 100 * 1024 * 1024
export const mediaDays = 730

/**
 * A file that a person sent: at the provider, not checked yet, shown, not taken, with a virus, or not there any longer.
 */
export const mediaStates = ['waiting', 'checking', 'kept', 'refused', 'blocked', 'gone'] as const
export type MediaState = (typeof mediaStates)[number]

/** Types that browsers may show in the page; everything else is downloaded. */
export const shownTypes =
  /^(image\/(jpeg|png|webp|gif)|audio\/(mpeg|mp4|aac|amr|ogg|opus|wav|x-m4a)|video\/(mp4|webm|ogg|3gpp|quicktime)|application\/ogg)/

/** The author of automatic answers of a channel. */
export const automaticAuthor = 'Resposta automática'

/** Characters and numbers of what a person can choose from, where the channel has choices. */
export const choiceLimits = { buttons: 3, button: 20, rows: 10, row: 24, description: 72, text: 1024 } as const

export const blockedText = 'Esta pessoa está bloqueada. Desbloqueie para escrever.'

export const fileNotUploaded = (channel: ChannelKind): string =>
  `${channelRules[channel].provider.The} não recebeu o arquivo. Envie-o de novo.`

export const virusText = (virus: string): string => `Arquivo bloqueado: vírus ${virus}.`
