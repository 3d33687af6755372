import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { LiveEvent } from '../../../services/activities/schema.ts'
import type { ChannelKind } from '../../../services/channels/rules.ts'
import type {
  Check,
  InstagramConfig,
  InstagramSettings,
  WhatsappConfig,
  WhatsappSettings
} from '../../../services/channels/schema.ts'
import type {
  Conversation,
  ConversationChange,
  ConversationFilter,
  Message
} from '../../../services/conversations/schema.ts'
import { failureOf, request, send } from '../core/http.ts'
import { call, get, read, saveFrom, useWrite, type Written } from '../ui/data.ts'
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
    queryKey: ['inbox', 'unread', channel],
    queryFn: async ({ signal }) => {
      const filter = JSON.stringify({ folder: 'unread', status: 'open', channel })
      const { headers } = await request(`${path}?filter=${encodeURIComponent(filter)}&range=[0,0]`, { signal })
      return Number(headers.get('Content-Range')?.split('/').pop() ?? 0)
    },
    enabled: due,
    staleTime: 60_000
  })
  return data ?? 0
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

const messagesKey = (id: string) => ['inbox-messages', id]
const usual = 50
const most = 100

type Changed = Extract<LiveEvent, { kind: 'conversation-changed' }>

/** The messages of a conversation, kept up to date, and a way to read those before. */
export function useThread(id: string) {
  const client = useQueryClient()
  const [older, setOlder] = useState<'idle' | 'reading' | 'failed'>('idle')
  const query = useQuery<Thread>({
    queryKey: messagesKey(id),
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

  const readOlder = useCallback(async () => {
    const last = client.getQueryData<Thread>(messagesKey(id))?.messages.at(-1)
    if (!last) return
    setOlder('reading')
    try {
      const before = await get<Message[]>(`${path}/${id}/messages?before=${last.id}&limit=${usual}`)
      client.setQueryData<Thread>(messagesKey(id), known => known && withOlder(known, before, before.length === usual))
      setOlder('idle')
    } catch {
      setOlder('failed')
    }
  }, [client, id])
  return { ...query, older, readOlder }
}

/** A message on its way to the server. The key makes one message of it, however often it is sent. */
export type Outgoing = {
  key: string
  text: string
  note: boolean
  replyTo: Message | null
  at: string
  failure: string | null
}

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

/** Sends a message, or keeps a note. It is shown at once; one that did not arrive stays, to be sent again or taken back. */
export function useSend(id: string, { onFailure }: Pick<Written, 'onFailure'> = {}) {
  const client = useQueryClient()
  const sending = useWrite({
    write: (outgoing: Outgoing) =>
      inTurn(id, async () => {
        const { key, text, note, replyTo } = outgoing
        try {
          if (note) return await call<Message>('POST', `${path}/${id}/notes`, { text })
          const body = { text, ...(replyTo && { replyTo: replyTo.id }) }
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

/** Tells the colleagues that the conversation is open here, or written in. They lose nothing where it fails. */
export function sayPresence(id: string, typing: boolean): void {
  call('POST', `${path}/${id}/presence`, { typing }).catch(() => {})
}

const filePath = (id: string, messageId: string) => `${path}/${id}/messages/${messageId}/file`

/** A picture that only who is signed in may read, as an address that the page may show. */
export const usePicture = (id: string, messageId: string) =>
  useQuery({
    queryKey: ['inbox-picture', messageId],
    queryFn: async () => {
      const response = await send(filePath(id, messageId))
      if (!response.ok) throw await failureOf(filePath(id, messageId), response)
      const blob = await response.blob()
      return new Promise<string>((resolve, reject) => {
        const reader = new FileReader()
        reader.onload = () => resolve(String(reader.result))
        reader.onerror = () => reject(reader.error)
        reader.readAsDataURL(blob)
      })
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false
  })

export const useFileSave = (id: string) =>
  useWrite({
    write: ({ messageId, name }: { messageId: string; name: string }) =>
      saveFrom(filePath(id, messageId), name, 'O arquivo não pôde ser baixado. Ele pode não existir mais.')
  })

export type Settings = { whatsapp: WhatsappSettings; instagram: InstagramSettings }
export type AnySettings = Settings[ChannelKind]
const settingsKey = (kind: ChannelKind) => ['channels', kind]

export const useChannel = <K extends ChannelKind>(kind: K) =>
  useQuery({ ...read<Settings[K]>(`/api/${kind}/settings`, settingsKey(kind)), staleTime: 60_000 })

/** Saves settings of a channel; a new token or account is tested by the server at once. */
export function useChannelSave<K extends ChannelKind>(kind: K, more: Written<Settings[K]> & { done?: string } = {}) {
  const client = useQueryClient()
  return useWrite({
    write: (body: WhatsappConfig | InstagramConfig) =>
      call<Settings[K]>('POST', kind === 'whatsapp' ? '/api/whatsapp/settings' : '/api/instagram/config', body),
    done: more.done ?? 'Configuração salva',
    onDone: settings => {
      client.setQueryData(settingsKey(kind), settings)
      more.onDone?.(settings)
    },
    ...(more.onFailure && { onFailure: more.onFailure }),
    refreshes: [['inbox']]
  })
}

export function useChannelTest<K extends ChannelKind>(kind: K) {
  const client = useQueryClient()
  return useWrite({
    write: () => call<Settings[K]>('POST', kind === 'whatsapp' ? '/api/whatsapp/settings/test' : '/api/instagram/test'),
    onDone: settings => client.setQueryData(settingsKey(kind), settings)
  })
}

export function useChannelSwitch<K extends ChannelKind>(kind: K) {
  const client = useQueryClient()
  return useWrite({
    write: (active: boolean) =>
      kind === 'whatsapp'
        ? call<Settings[K]>('PATCH', '/api/whatsapp/settings/status', { active })
        : call<Settings[K]>('POST', '/api/instagram/config', { active }),
    done: (_answer, active) => (active ? 'Canal ligado' : 'Canal desligado'),
    onDone: settings => client.setQueryData(settingsKey(kind), settings),
    refreshes: [['channels']]
  })
}

/** Live checks of a channel, each with what mends it. */
export const useCheckup = (kind: ChannelKind, { enabled }: { enabled: boolean }) =>
  useQuery({ ...read<Check[]>(`/api/${kind}/checkup`, ['channels', kind, 'checkup']), enabled, staleTime: 30_000 })
