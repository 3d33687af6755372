import { chatLimits } from '../../../../services/assistant/chat/rules.ts'
import type {
  ChatAnswer,
  ChatCard,
  ChatHistoryItem,
  ChatInfo,
  ChatQuestion,
  PersonRequest
} from '../../../../services/assistant/chat/schema.ts'
import { errorTexts } from '../../../../services/core/rules.ts'
import { failureOf, HttpError, request, send } from '../../core/http.ts'
import { eventsOf } from './events.ts'

export type Contact = NonNullable<PersonRequest['contact']>

export type Feedback = 'up' | 'down' | null

export const readInfo = async (): Promise<ChatInfo> => (await request<ChatInfo>('/public/chat')).json

type Listener = { onSession: (id: string) => void; onText: (soFar: string) => void; signal: AbortSignal }

/**
 * Asks the assistant and passes on what it writes as it comes. A stream that is not to be had, or breaks off, is
 * followed by the plain call with the same key, which gets the same answer.
 */
export async function ask(
  question: ChatQuestion,
  listener: Listener
): Promise<{ answer: ChatAnswer; streamed: boolean }> {
  const streamed = await askStream(question, listener).catch(error => {
    // No answer, and nobody gave up on it: the plain call may come through.
    if (error instanceof HttpError && error.status === 0 && !error.timedOut) return null
    throw error
  })
  if (streamed) return streamed
  const { json } = await request<ChatAnswer>('/api/chat', { method: 'POST', body: question, signal: listener.signal })
  return { answer: json, streamed: false }
}

async function askStream(question: ChatQuestion, { onSession, onText, signal }: Listener) {
  const response = await send('/api/chat/stream', {
    method: 'POST',
    body: question,
    headers: { Accept: 'text/event-stream' },
    signal
  })
  if ([404, 405, 501].includes(response.status)) return null
  if (!response.ok || !response.body) throw await failureOf('/api/chat/stream', response)
  let soFar = ''
  try {
    for await (const event of eventsOf(response.body)) {
      if (event.event === 'session') onSession(event.data.sessionId)
      if (event.event === 'delta') {
        soFar += event.data.text
        onText(soFar)
      }
      if (event.event === 'done') return { answer: event.data, streamed: soFar !== '' }
      if (event.event === 'failure') throw new HttpError(event.data.status, event.data.message, event.data)
    }
  } catch (error) {
    if (error instanceof HttpError || error instanceof DOMException) throw error
    throw new HttpError(0, errorTexts.network)
  }
  return null
}

const historyPath = '/api/chat/history'

export async function readHistory(offset: number): Promise<ChatHistoryItem[]> {
  const query = new URLSearchParams({ limit: String(chatLimits.history.limit), offset: String(offset) })
  return (await request<{ data: ChatHistoryItem[] }>(`${historyPath}?${query}`)).json.data
}

const sessionQuery = (sessionId: string) =>
  new URLSearchParams({ limit: String(chatLimits.history.max), offset: '0', sessionId })

export async function readConversation(sessionId: string): Promise<ChatHistoryItem[]> {
  return (await request<{ data: ChatHistoryItem[] }>(`${historyPath}?${sessionQuery(sessionId)}`)).json.data
}

/** The same for a conversation that is resumed automatically: nobody asked, so an ended session is not reported. */
export async function recallConversation(sessionId: string): Promise<ChatHistoryItem[]> {
  const response = await send(`${historyPath}?${sessionQuery(sessionId)}`)
  return response.ok ? (await response.json()).data : []
}

export const deleteConversation = (sessionId: string) =>
  request(`${historyPath}/${encodeURIComponent(sessionId)}`, { method: 'DELETE' })

export const sendFeedback = (messageId: string, feedback: Feedback) =>
  request(`/api/chat/messages/${messageId}/feedback`, { method: 'PUT', body: { feedback } })

/** Asks for a person of the team; says what happens next. */
export async function askForPerson(sessionId: string, contact?: Contact): Promise<string> {
  const body = { sessionId, ...(contact && { contact }) }
  return (await request<{ message: string }>('/api/chat/person', { method: 'POST', body })).json.message
}

export type CardAnswer = { how: 'confirm' | 'cancel' } | { how: 'choose'; leadId: string }

/** Answers a card; returns it as it then stands. */
export async function answerCard(sessionId: string, id: string, answer: CardAnswer): Promise<ChatCard> {
  const { how, ...choice } = answer
  const call = { method: 'POST', body: { sessionId, ...choice } }
  return (await request<ChatCard>(`/api/chat/proposals/${id}/${how}`, call)).json
}
