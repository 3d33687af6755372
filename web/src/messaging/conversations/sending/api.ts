import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Attachment, ChoiceList, Message, Place } from '../../../../../services/messaging/conversations/schema.ts'
import { request } from '../../../core/http.ts'
import { call, useWrite, type Written } from '../../../ui/data.ts'
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

/** Messages written here that have not reached the server. */
export const useOutgoing = (id: string): Outgoing[] =>
  useQuery<Outgoing[]>({
    queryKey: outgoingKey(id),
    queryFn: () => nothing,
    enabled: false,
    initialData: nothing,
    gcTime: Number.POSITIVE_INFINITY
  }).data

const keep = (client: QueryClient, id: string, key: string, outgoing: Outgoing | null) =>
  client.setQueryData<Outgoing[]>(outgoingKey(id), (all = nothing) => {
    const at = all.findIndex(each => each.key === key)
    if (!outgoing) return all.filter(each => each.key !== key)
    return at === -1 ? [...all, outgoing] : all.with(at, outgoing)
  })

/** The last sending of each conversation: what was written first arrives first. */
const queues = new Map<string, Promise<unknown>>()

function inTurn<T>(id: string, send: () => Promise<T>): Promise<T> {
  const turn = (queues.get(id) ?? Promise.resolve()).then(send, send)
  queues.set(id, turn)
  return turn
}

/**
 * Sends a message, or keeps a note. It is shown at once; one that did not arrive stays, to be sent again or taken back.
 */
export function useSend(id: string, { onFailure }: Pick<Written, 'onFailure'> = {}) {
  const client = useQueryClient()
  const sending = useWrite({
    write: (outgoing: Outgoing) =>
      inTurn(id, async () => {
        const { key, text, note } = outgoing
        try {
          if (note) return await call<Message>('POST', `${path}/${id}/notes`, { text })
          const body = bodyOf(outgoing)
          const headers = { 'Idempotency-Key': key }
          return (await request<Message>(`${path}/${id}/messages`, { method: 'POST', headers, body })).json
        } catch (error) {
          keep(client, id, key, { ...outgoing, failure: (error as Error).message })
          throw error
        }
      }),
    show: async outgoing => {
      keep(client, id, outgoing.key, { ...outgoing, failure: null })
      return () => {} // it stays, with the reason
    },
    onDone: (message, { key }) => {
      client.setQueryData<Thread>(messagesKey(id), current => current && withMessage(current, message))
      keep(client, id, key, null)
    },
    onFailure: error => {
      onFailure?.(error)
      return true
    },
    refreshes: [['inbox']]
  })
  return { send: sending.mutate, discard: (key: string) => void keep(client, id, key, null) }
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
