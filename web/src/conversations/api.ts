import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { LiveEvent } from '../../../services/activities/schema.ts'
import type { ChannelKind } from '../../../services/channels/rules.ts'
import type {
  Attachment,
  ChoiceList,
  Conversation,
  ConversationChange,
  ConversationCounts,
  ConversationFilter,
  Message,
  Place,
  QuickReply
} from '../../../services/conversations/schema.ts'
import { request } from '../core/http.ts'
import { call, get, read, saveFrom, useWrite, type Written } from '../ui/data.ts'
import { uploadFile } from '../ui/upload.ts'
import { type Thread, withMessage, withNewest, withOlder } from './thread.ts'

/** Rows of a page of the list. */
export const pageSize = 30

const path = '/api/conversations'

type ListPage = { rows: Conversation[]; total: number; capped: boolean }

async function readPage(filter: ConversationFilter, page: number, signal: AbortSignal): Promise<ListPage> {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: JSON.stringify(['lastMessageAt', 'DESC']),
    range: JSON.stringify([page * pageSize, (page + 1) * pageSize - 1])
  })
  const { json, headers } = await request<Conversation[]>(`${path}?${query}`, { signal })
  const total = Number(headers.get('Content-Range')?.split('/').pop() ?? json.length)
  return { rows: json, total, capped: headers.get('X-Total-Capped') === 'true' }
}

/** These pages of the list, of which only those in sight are read again when something changes. */
export const useConversationPages = (filter: ConversationFilter, pages: readonly number[]) =>
  useQueries({
    queries: pages.map(page => ({
      queryKey: ['inbox', 'page', filter, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => readPage(filter, page, signal)
    })),
    combine: results => ({
      pages: new Map(results.map(({ data }, index) => [pages[index] ?? 0, data])),
      error: results.find(({ error, data }) => error && !data)?.error ?? null,
      retry: () => void Promise.all(results.map(({ refetch }) => refetch()))
    })
  })

/** After what the first page needs, and what is asked for in the seconds after it. */
const moment = 6000

/** How many open conversations of a channel are unread. It can wait until the page is there. */
export function useUnread(channel: ChannelKind): number {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), moment)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    ...read<ConversationCounts>(`${path}/counts`, ['inbox', 'counts']),
    enabled: due,
    staleTime: 60_000
  })
  return data?.[channel] ?? 0
}

const oneKey = (id: string) => ['inbox', 'one', id]

export const useConversation = (id: string) => useQuery(read<Conversation>(`${path}/${id}`, oneKey(id)))

/** Changes the conversation: at once on screen, and taken back where the server refuses. */
export function useConversationChange(id: string) {
  const client = useQueryClient()
  return useWrite({
    write: (change: ConversationChange) => call<Conversation>('PATCH', `${path}/${id}`, change),
    show: async change => {
      await client.cancelQueries({ queryKey: oneKey(id) })
      const before = client.getQueryData<Conversation>(oneKey(id))
      const { read, ...fields } = change
      if (before)
        client.setQueryData<Conversation>(oneKey(id), {
          ...before,
          ...fields,
          ...(read && { unread: 0 })
        } as Conversation)
      return () => void client.setQueryData(oneKey(id), before)
    },
    onDone: conversation => client.setQueryData(oneKey(id), conversation),
    refreshes: [['inbox'], messagesKey(id)]
  })
}

/** Asks the assistant for a draft of the next answer; a refusal is reported. */
export const useDraftAnswer = (id: string, onDraft: (text: string) => void) =>
  useWrite({
    write: () => call<{ text: string }>('POST', `${path}/${id}/draft`),
    onDone: ({ text }) => onDraft(text)
  })

/** Gives the conversation to a new lead. */
export function useSplit(id: string) {
  const client = useQueryClient()
  return useWrite({
    write: () => call<Conversation>('POST', `${path}/${id}/split`),
    onDone: conversation => client.setQueryData(oneKey(id), conversation),
    refreshes: [['inbox'], messagesKey(id)]
  })
}

/** Puts the lead of a conversation into another one: they are one person. Resolves to what takes that back. */
export function useSamePerson(id: string) {
  return useWrite({
    write: ({ leadId, otherId }: { leadId: string; otherId: string }) =>
      call<{ merge: { id: string }; lead: { name: string } }>('POST', `/api/leads/${leadId}/merge`, {
        otherId,
        fields: {}
      }),
    refreshes: [['inbox'], oneKey(id), messagesKey(id)]
  })
}

export const useMergeUndo = (id: string) =>
  useWrite({
    write: (mergeId: string) => call('POST', `/api/merges/${mergeId}/undo`),
    refreshes: [['inbox'], oneKey(id), messagesKey(id)]
  })

const messagesKey = (id: string) => ['inbox-messages', id]
const usual = 50
const most = 100
/** Pages that are read at most to come to a message of long ago. */
const maxPages = 50

type Changed = Extract<LiveEvent, { kind: 'conversation-changed' }>

/** The messages of a conversation, kept up to date, and a way to read those before. */
export function useThread(id: string) {
  const client = useQueryClient()
  const [older, setOlder] = useState<'idle' | 'reading' | 'failed'>('idle')
  const query = useQuery<Thread>({
    queryKey: messagesKey(id),
    structuralSharing: false, // it compares by place, and a new message moves them all
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<Thread>(messagesKey(id))
      const limit = Math.min(most, Math.max(usual, known?.messages.length ?? 0))
      const newest = await get<Message[]>(`${path}/${id}/messages?limit=${limit}`, signal)
      return withNewest(client.getQueryData<Thread>(messagesKey(id)), newest, newest.length === limit)
    }
  })

  useEffect(() => {
    let [running, again, left] = [false, false, false]
    // A burst of events must not cancel the answer to the first of them over and over.
    async function refresh(): Promise<void> {
      again = true
      if (running) return
      running = true
      while (again && !left) {
        again = false
        await client.refetchQueries({ queryKey: messagesKey(id) }, { cancelRefetch: false })
      }
      running = false
    }
    const onChange = (event: Event) => {
      if ((event as CustomEvent<Changed>).detail.conversationId === id) void refresh()
    }
    addEventListener('conversation-changed', onChange)
    return () => {
      left = true
      removeEventListener('conversation-changed', onChange)
    }
  }, [client, id])

  /** False where the messages before did not come. */
  const readBefore = useCallback(
    async (limit: number): Promise<boolean> => {
      const last = client.getQueryData<Thread>(messagesKey(id))?.messages.at(-1)
      if (!last) return false
      setOlder('reading')
      try {
        const before = await get<Message[]>(`${path}/${id}/messages?before=${last.id}&limit=${limit}`)
        client.setQueryData<Thread>(
          messagesKey(id),
          known => known && withOlder(known, before, before.length === limit)
        )
        setOlder('idle')
        return true
      } catch {
        setOlder('failed')
        return false
      }
    },
    [client, id]
  )
  const readOlder = useCallback(() => readBefore(usual), [readBefore])

  /** Reads back to a message; false where it is not there, or too long ago. */
  const readTo = useCallback(
    async (messageId: string): Promise<boolean> => {
      for (let pages = 0; pages <= maxPages; pages++) {
        const known = client.getQueryData<Thread>(messagesKey(id))
        if (known?.messages.some(message => message.id === messageId)) return true
        if (!known?.more || !(await readBefore(most))) return false
      }
      return false
    },
    [client, id, readBefore]
  )
  return { ...query, older, readOlder, readTo }
}

/** A message on its way to the server. The key makes one message of it, however often it is sent. */
export type Outgoing = {
  key: string
  text: string
  note: boolean
  replyTo: Message | null
  at: string
  failure: string | null
  file?: Attachment
  /** Of an audio: that it was spoken for this conversation. */
  voice?: boolean
  choices?: Choices
  place?: Place
}

/** What a person can choose from. */
export type Choices = { buttons: string[] } | { list: ChoiceList }

/** As the server reads it. */
const bodyOf = ({ text, replyTo, file, voice, choices, place }: Outgoing) => ({
  ...(file
    ? { kind: file.kind, fileId: file.fileId, ...(text && { caption: text }), ...(voice && { voice }) }
    : place
      ? { kind: 'location', place }
      : { text, ...(choices && { kind: 'interactive', ...choices }) }),
  ...(replyTo && { replyTo: replyTo.id })
})

const outgoingKey = (id: string) => ['inbox-outgoing', id]
const nothing: Outgoing[] = []

/** What was written here and has not reached the server. */
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
      client.setQueryData<Thread>(messagesKey(id), known => known && withMessage(known, message))
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
    onDone: message => client.setQueryData<Thread>(messagesKey(id), known => known && withMessage(known, message)),
    refreshes: [messagesKey(id), ['inbox']]
  })
}

/** Reacts to a message of the person, or takes it back. It is shown at once. */
export function useReaction(id: string) {
  const client = useQueryClient()
  const put = (message: Message) =>
    client.setQueryData<Thread>(messagesKey(id), known => known && withMessage(known, message))
  return useWrite({
    write: ({ messageId, emoji }: { messageId: string; emoji: string | null }) =>
      call<Message>('PUT', `${path}/${id}/messages/${messageId}/reaction`, { emoji }),
    show: async ({ messageId, emoji }) => {
      await client.cancelQueries({ queryKey: messagesKey(id) })
      const before = client.getQueryData<Thread>(messagesKey(id))?.messages.find(each => each.id === messageId)
      if (!before) return () => {}
      const others = before.reactions.filter(({ direction }) => direction === 'in')
      const ours = emoji === null ? [] : [{ direction: 'out' as const, emoji, failure: null }]
      put({ ...before, reactions: [...others, ...ours] })
      return () => put(before)
    },
    onDone: put
  })
}

/** Announces to the colleagues that the conversation is open here, or written in. They lose nothing where it fails. */
export function sayPresence(id: string, typing: boolean): void {
  call('POST', `${path}/${id}/presence`, { typing }).catch(() => {})
}

const fileAddress = (id: string, messageId: string) => `${path}/${id}/messages/${messageId}/file`

/** Asks for the address of a file anew, which ends after an hour or two. */
export function useNewAddresses(id: string) {
  const client = useQueryClient()
  return async (messageId: string): Promise<string | null> => {
    await client.refetchQueries({ queryKey: messagesKey(id) })
    const { messages } = client.getQueryData<Thread>(messagesKey(id)) ?? { messages: [] }
    return messages.find(message => message.id === messageId)?.file?.url ?? null
  }
}

/** The messages of the thread as far as they were read, at the moment of the call; the oldest first. */
export function useReadMessages(id: string): () => Message[] {
  const client = useQueryClient()
  return () => (client.getQueryData<Thread>(messagesKey(id))?.messages ?? []).toReversed()
}

/** Hands a file over that is to be sent. */
export const sendAttachment = (
  id: string,
  file: File,
  options: { onProgress: (part: number) => void; signal: AbortSignal }
): Promise<Attachment> =>
  uploadFile(`${path}/${id}/files?name=${encodeURIComponent(file.name.slice(-200))}`, file, options)

/** Takes a file back that is not sent after all; otherwise it ends by itself. */
export function dropAttachment(id: string, fileId: string): void {
  call('DELETE', `${path}/${id}/files/${fileId}`).catch(() => {})
}

export const useFileSave = (id: string) =>
  useWrite({
    write: ({ messageId, name }: { messageId: string; name: string }) =>
      saveFrom(fileAddress(id, messageId), name, 'O arquivo não pôde ser baixado. Ele pode não existir mais.')
  })

const quickPath = '/api/quick-replies'
const quickKey = ['quick-replies']

export const useQuickReplies = () => useQuery({ ...read<QuickReply[]>(quickPath, quickKey), staleTime: 60_000 })

export const useQuickReplySave = (more: Written<QuickReply>) =>
  useWrite({
    write: ({ id, ...reply }: Omit<QuickReply, 'id'> & { id: string | null }) =>
      id ? call<QuickReply>('PUT', `${quickPath}/${id}`, reply) : call<QuickReply>('POST', quickPath, reply),
    ...more,
    refreshes: [quickKey]
  })

export const useQuickReplyDelete = () =>
  useWrite({
    write: (id: string) => call('DELETE', `${quickPath}/${id}`),
    done: 'Resposta apagada',
    refreshes: [quickKey]
  })
