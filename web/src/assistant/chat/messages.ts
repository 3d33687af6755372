import { cardStateLabels } from '../../../../services/assistant/chat/rules.ts'
import type { ChatAnswer, ChatCard, ChatHistoryItem } from '../../../../services/assistant/chat/schema.ts'
import { cut } from '../../../../services/core/rules.ts'
import type { Feedback } from './api.ts'

export type Message = {
  /** Distinguishes it from the others on the screen. */
  id: string
  from: 'assistant' | 'user'
  text: string
  /** Why the answer is not whole. */
  notice?: string | null
  /** An answer as the server knows it, which feedback is given to. */
  answer?: { id: string; feedback: Feedback; sources: ChatAnswer['sources'] }
  /** Actions that the assistant proposes. */
  cards?: ChatCard[]
  /** A question that got no answer: why. */
  failed?: string
  /** An apology for the question of this id, gone when that is asked again. */
  sorryFor?: string
  /** Stands in the place of an answer: the titles of the articles that it shows. */
  standsIn?: string[]
}

/** The context that travels with a question: what was said, the last of it, without apologies. */
export const contextOf = (messages: readonly Message[]) =>
  messages
    .filter(({ text, failed, sorryFor }) => text !== '' && failed === undefined && sorryFor === undefined)
    .slice(-20)
    .map(({ from, text }) => ({ role: from, content: cut(text, 4000) }))

/** The messages of a stored conversation, oldest first. */
export const messagesOf = (items: readonly ChatHistoryItem[]): Message[] =>
  [...items].sort(byTime).flatMap(({ id, message, response, notice, feedback, cards }) => {
    const userMessage: Message = { id, from: 'user', text: message }
    if (response === null) return [userMessage]
    const answer = { id, feedback, sources: [] }
    return [userMessage, { id: `${id}-answer`, from: 'assistant', text: response, notice, answer, cards }]
  })

/** How it stands with a card, in words. */
export const outcomeOf = ({ state, outcome }: ChatCard): string =>
  [cardStateLabels[state], outcome].filter(Boolean).join(': ')

/** A card as it is spoken. */
export function cardText(card: ChatCard): string {
  const { state, title, about, lines, options } = card
  if (state === 'choosing')
    return `${title} Escolha um de ${options.length}: ${options.map(each => each.name).join(', ')}.`
  if (state !== 'waiting') return `${title}. ${outcomeOf(card)}`
  return `${[title, about, ...lines].filter(Boolean).join('. ')}. Confirme ou cancele.`
}

export type Conversation = { id: string; lastAt: string; title: string }

/** The conversations that a page of the history belongs to, the one with the latest message first. */
export function conversationsOf(items: readonly ChatHistoryItem[]): Conversation[] {
  const found = new Map<string, Conversation>()
  for (const { sessionId, timestamp, message } of [...items].sort(byTime)) {
    const title = found.get(sessionId)?.title ?? message
    found.set(sessionId, { id: sessionId, lastAt: timestamp, title })
  }
  return [...found.values()].sort((one, other) => Date.parse(other.lastAt) - Date.parse(one.lastAt))
}

const byTime = (one: ChatHistoryItem, other: ChatHistoryItem) => Date.parse(one.timestamp) - Date.parse(other.timestamp)
