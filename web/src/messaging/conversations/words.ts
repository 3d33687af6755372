import { dayAt } from '../../../../services/core/zones/rules.ts'
import { type ChannelKind, channelRules } from '../../../../services/messaging/channels/rules.ts'
import {
  type Direction,
  kindLabels,
  type MessageKind,
  messageStatusLabels,
  type Window
} from '../../../../services/messaging/conversations/rules.ts'
import type { Conversation, Message } from '../../../../services/messaging/conversations/schema.ts'
import { formatDate } from '../../core/format.ts'
import { plainText } from './richText.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A length of time in the unit that matters: '12 min', '3h12', '2 dias'. */
export function lengthText(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / minute))
  if (minutes < 60) return `${minutes} min`
  if (milliseconds < day) return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}`
  const days = Math.floor(milliseconds / day)
  return days === 1 ? '1 dia' : `${days} dias`
}

/** Since when a person has waited for an answer. */
export function waitText(since: string, now: number): string {
  const waited = now - Date.parse(since)
  return waited < minute ? 'espera desde agora' : `espera há ${lengthText(waited)}`
}

const formatters = new Map<string, Intl.DateTimeFormat>()
function format(at: string, zone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${zone} ${JSON.stringify(options)}`
  const kept = formatters.get(key) ?? new Intl.DateTimeFormat('pt-BR', { ...options, timeZone: zone })
  formatters.set(key, kept)
  return kept.format(new Date(at))
}

/** HH:mm by the clock of the zone. */
export const timeText = (at: string, zone: string): string =>
  format(at, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** When the last message came: the time of today, 'ontem', a weekday, or the day. */
export function listTime(at: string, zone: string, now: number): string {
  const on = dayAt(Date.parse(at), zone)
  if (on === dayAt(now, zone)) return timeText(at, zone)
  if (on === dayAt(now, zone, -1)) return 'ontem'
  if (on > dayAt(now, zone, -7)) return format(at, zone, { weekday: 'short' }).replace('.', '')
  return formatDate(at, zone)
}

/** The heading of a day in a conversation. */
export function dayHeading(at: string, zone: string, now: number): string {
  const on = dayAt(Date.parse(at), zone)
  if (on === dayAt(now, zone)) return 'Hoje'
  if (on === dayAt(now, zone, -1)) return 'Ontem'
  if (on > dayAt(now, zone, -7)) return format(at, zone, { weekday: 'long' })
  return format(at, zone, { day: 'numeric', month: 'long', year: 'numeric' })
}

/** The messages that the window allows, and its end. */
export function windowText(window: Window, endsAt: Date | null, now: number): string {
  const left = endsAt ? endsAt.getTime() - now : 0
  if (window === 'open') return `Janela aberta por ${left < minute ? moment : lengthText(left)}`
  if (window === 'human') return `Resposta humana por ${more(left)}`
  return 'Janela fechada'
}

const moment = 'menos de 1 min'
const more = (milliseconds: number): string => (milliseconds < minute ? moment : `mais ${lengthText(milliseconds)}`)

/** For how long messages are free of charge; null where they are not, or not any longer. */
export function freeText(freeUntil: string | null, now: number): string | null {
  const left = freeUntil === null ? 0 : Date.parse(freeUntil) - now
  return left > 0 ? `Sem custo por ${more(left)}` : null
}

export type Call = { state: 'ringing' | 'missed' | 'taken'; seconds?: number }

/** How a call went. */
export function callText(call: Call | undefined, direction: Direction): string {
  const [who, none] =
    direction === 'in' ? ['Ligação', 'Ligação perdida'] : ['Ligação da empresa', 'Ligação sem resposta']
  if (call?.state === 'missed') return none
  if (call?.state !== 'taken' || !call.seconds) return who
  const [minutes, seconds] = [Math.floor(call.seconds / 60), call.seconds % 60]
  return `${who} de ${minutes > 0 ? `${minutes} min ` : ''}${seconds} s`
}

/** The words of a message, or what stands for them. */
export const messageWords = (kind: MessageKind | null, text: string | null): string =>
  text?.trim() ? text : kind ? kindLabels[kind] : 'Mensagem'

/** The line under a name in the list. */
export function lastWords({ channel, lastKind, lastText, lastDirection }: Conversation): string {
  const said = messageWords(lastKind, lastText)
  const words = channelRules[channel].markup ? plainText(said) : said
  const isQuestion = lastKind === 'interactive' && lastDirection === 'out'
  const kind =
    lastKind && !isQuestion && !['text', 'note'].includes(lastKind) && lastText?.trim()
      ? `${kindLabels[lastKind]}: `
      : ''
  return `${lastDirection === 'out' ? 'Equipe: ' : ''}${kind}${words}`
}

/** A state in words, with what it means where that is not plain. */
export const statusText = ({ status }: Pick<Message, 'status'>): string => (status ? messageStatusLabels[status] : '')

export const uncertainText = (channel: ChannelKind): string =>
  `A conexão caiu antes da resposta ${channelRules[channel].provider.of}. A mensagem pode ter chegado; o estado muda sozinho se ela confirmar.`

/** From this share of the limit on the size of a text is shown. */
const nearLimit = 0.8

/** The size of a text beside its limit, once it comes near. */
export function sizeOf(channel: ChannelKind, text: string): { text: string; over: boolean } | null {
  const { size, longest, unit } = channelRules[channel].text
  const written = size(text)
  return written < longest * nearLimit ? null : { text: `${written} de ${longest} ${unit}`, over: written > longest }
}

/** A text in parts that the channel takes, cut between paragraphs, sentences or words where there are any. */
export function splitText(channel: ChannelKind, text: string): string[] {
  const { size, longest: limit } = channelRules[channel].text
  const parts: string[] = []
  let rest = text.trim()
  while (size(rest) > limit) {
    const fitting = fittingStart(rest, limit, size)
    const cut = [/\n/g, /[.!?…]\s/g, /\s/g]
      .map(border => [...fitting.matchAll(border)].at(-1))
      .find(found => found && found.index > fitting.length / 3)
    const end = cut ? cut.index + cut[0].length : fitting.length
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest ? [...parts, rest] : parts
}

/** As much of the text as fits, without cutting a letter in two. */
function fittingStart(text: string, limit: number, size: (text: string) => number): string {
  let used = 0
  let end = 0
  for (const { segment } of new Intl.Segmenter('pt-BR').segment(text)) {
    used += size(segment)
    if (used > limit) break
    end += segment.length
  }
  // One letter that is longer than a message is cut after all.
  return end > 0 ? text.slice(0, end) : text.slice(0, Math.floor(limit / 4))
}

const assigned = (to: unknown): string =>
  typeof to === 'string' ? `passou a conversa para ${to}` : 'tirou o responsável'
const changes: Record<string, (to: unknown) => string> = {
  assigned,
  linked: to => `passou a conversa para o lead ${to}`,
  open: () => 'reabriu a conversa',
  waiting: () => 'deixou a conversa aguardando o cliente',
  snoozed: () => 'adiou a conversa',
  resolved: () => 'resolveu a conversa',
  blocked: failure => `bloqueou a pessoa${failure ? `. ${String(failure)}` : ''}`,
  unblocked: failure => `desbloqueou a pessoa${failure ? `. ${String(failure)}` : ''}`
}

/** The text of a change by the team or the channel. */
export function systemText({ author, text, data }: Message): string {
  const change = changes[String(data.change)]
  if (change && !text) return `${author ?? 'O sistema'} ${change(data.to)}`
  return text ?? 'O canal avisou de uma mudança'
}

const letters = new Intl.Segmenter('pt-BR')
const emoji = /^(\p{Extended_Pictographic}|\p{Regional_Indicator}{2})/u

/** True for up to three emoji alone, which are shown large. */
export function onlyEmoji(text: string): boolean {
  if (text.length > 60) return false
  const found = [...letters.segment(text.replace(/\s/g, ''))]
  return found.length > 0 && found.length <= 3 && found.every(({ segment }) => emoji.test(segment))
}
