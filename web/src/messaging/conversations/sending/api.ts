import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Attachment, ChoiceList, Message, Place } from '../../../../../services/messaging/conversations/schema.ts'
import { HttpError } from '../../../core/http.ts'
import { keptKey } from '../../../core/kept.ts'
import { call, callOnce, useWrite } from '../../../ui/data.ts'
import { messagesKey, path } from '../keys.ts'
import { type Thread, withMessage } from '../thread.ts'

/** A message on its way to the server. The key makes one message of it, however often it is sent. */
export type Outgoing = {
  key: string
  text: string
  note: boolean
  replyTo: Message | null
  at: string
  failure: string | null
  /** True where the server could not be reached: it is sent again automatically. */
  waiting?: boolean
  file?: Attachment
  /** True for an audio that was recorded for this conversation. */
  voice?: boolean
  choices?: Choices
  place?: Place
  template?: { templateId: string; values: Record<string, string> }
}

/** The choices offered to a person. */
export type Choices = { buttons: string[] } | { list: ChoiceList }

/** As the server reads it. */
const bodyOf = ({ text, replyTo, file, voice, choices, place, template }: Outgoing) => ({
  ...(file
    ? { kind: file.kind, fileId: file.fileId, ...(text && { caption: text }), ...(voice && { voice }) }
    : place
      ? { kind: 'location', place }
      : template
        ? { kind: 'template', ...template }
        : { text, ...(choices && { kind: 'interactive', ...choices }) }),
  ...(replyTo && { replyTo: replyTo.id })
})

const outgoingKey = (id: string) => ['inbox-outgoing', id]
export const nothing: Outgoing[] = []

/** Unsent messages outlive a reload, and go with the other unsent words when the person signs out. */
const storedAt = (id: string) => keptKey(`inbox outgoing ${id}`)

function stored(id: string): Outgoing[] {
  try {
    return JSON.parse(sessionStorage.getItem(storedAt(id)) ?? '') as Outgoing[]
  } catch {
    return nothing
  }
}

const unsent = (client: QueryClient, id: string): Outgoing[] =>
  client.getQueryData<Outgoing[]>(outgoingKey(id)) ?? stored(id)

function store(client: QueryClient, id: string, all: Outgoing[]): void {
  if (all.length === 0) sessionStorage.removeItem(storedAt(id))
  else sessionStorage.setItem(storedAt(id), JSON.stringify(all))
  client.setQueryData<Outgoing[]>(outgoingKey(id), all)
}

/** Messages written here that have not reached the server. */
export const useOutgoing = (id: string): Outgoing[] =>
  useQuery<Outgoing[]>({
    queryKey: outgoingKey(id),
    queryFn: () => nothing,
    enabled: false,
    initialData: () => stored(id),
    gcTime: Number.POSITIVE_INFINITY
  }).data

function keep(client: QueryClient, id: string, key: string, outgoing: Outgoing | null): void {
  const all = unsent(client, id)
  const at = all.findIndex(each => each.key === key)
  if (!outgoing) store(client, id, at === -1 ? all : all.toSpliced(at, 1))
  else store(client, id, at === -1 ? [...all, outgoing] : all.with(at, outgoing))
}

const deliver = (id: string, message: Outgoing): Promise<Message> =>
  message.note
    ? call<Message>('POST', `${path}/${id}/notes`, { text: message.text })
    : callOnce<Message>(`${path}/${id}/messages`, message.key, bodyOf(message))

/** Whether a message did not arrive for a reason that passes: no answer, or nobody signed in. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof HttpError) || [0, 401, 502, 503, 504].includes(error.status)

/** Milliseconds until the server is tried again. */
const pause = 5000

const sending = new Set<string>()

/**
 * Sends what waits in a conversation, one after the other, in the order in which it was written: what was refused stays
 * aside, and where the server cannot be reached the rest waits.
 */
async function sendAll(client: QueryClient, id: string, onFailure: (error: Error) => void = () => {}): Promise<void> {
  if (sending.has(id)) return
  sending.add(id)
  try {
    for (;;) {
      const next = unsent(client, id).find(({ failure }) => failure === null)
      if (!next) return
      try {
        const message = await deliver(id, next)
        client.setQueryData<Thread>(messagesKey(id), thread => thread && withMessage(thread, message))
        keep(client, id, next.key, null)
        void client.invalidateQueries({ queryKey: ['inbox'] })
      } catch (error) {
        if (mayPass(error) && !next.note) {
          wait(client, id, error)
          return
        }
        keep(client, id, next.key, { ...next, waiting: false, failure: (error as Error).message })
        onFailure(error as Error)
      }
    }
  } finally {
    sending.delete(id)
  }
}

function wait(client: QueryClient, id: string, error: unknown): void {
  store(
    client,
    id,
    unsent(client, id).map(each => (each.failure === null ? { ...each, waiting: true } : each))
  )
  // After a sign-in the inbox sends them.
  if (!(error instanceof HttpError && error.status === 401)) setTimeout(() => void sendAll(client, id), pause)
}

/** Sends what an earlier page could not, and everything once the connection is back. */
export function useUnsent(): void {
  const client = useQueryClient()
  useEffect(() => {
    const start = storedAt('')
    const sendEverything = () => {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith(start)) void sendAll(client, key.slice(start.length))
    }
    sendEverything()
    addEventListener('online', sendEverything)
    return () => removeEventListener('online', sendEverything)
  }, [client])
}

/**
 * Sends a message, or keeps a note. It is shown at once, and waits while the server cannot be reached; one that was
 * refused stays, to be sent again or discarded.
 */
export function useSend(id: string, { onFailure }: { onFailure: (error: Error) => void }) {
  const client = useQueryClient()
  return {
    send(outgoing: Outgoing): void {
      keep(client, id, outgoing.key, { ...outgoing, failure: null })
      void sendAll(client, id, onFailure)
    },
    discard: (key: string) => keep(client, id, key, null)
  }
}

/** Sends again what failed, or whose end is not known. */
export function useRetry(id: string) {
  const client = useQueryClient()
  return useWrite({
    write: (messageId: string) => call<Message>('POST', `${path}/${id}/messages/${messageId}/retry`),
    onDone: message =>
      client.setQueryData<Thread>(messagesKey(id), current => current && withMessage(current, message)),
    refreshes: [messagesKey(id), ['inbox']]
  })
}
