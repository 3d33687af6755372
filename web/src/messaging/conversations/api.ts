import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ChannelKind } from '../../../../services/messaging/channels/rules.ts'
import type {
  Conversation,
  ConversationChange,
  ConversationCounts,
  ConversationFilter,
  NewConversation,
  QuickReply
} from '../../../../services/messaging/conversations/schema.ts'
import { request } from '../../core/http.ts'
import { call, callOnce, get, read, useWrite, type Written } from '../../ui/data.ts'
import { messagesKey, oneKey, path } from './keys.ts'

/** Rows of a page of the list. */
export const pageSize = 30

/** The latest conversations with a lead, by whatever channel. */
export function useLeadConversations(id: string) {
  const query = new URLSearchParams({
    filter: JSON.stringify({ leadId: id }),
    sort: JSON.stringify(['lastMessageAt', 'DESC']),
    range: JSON.stringify([0, 9])
  })
  return useQuery(read<Conversation[]>(`${path}?${query}`, ['leads', 'conversations', id]))
}

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

export const useConversation = (id: string) => useQuery(read<Conversation>(`${path}/${id}`, oneKey(id)))

/** Reads one conversation. */
export const readConversation = (id: string, signal: AbortSignal) => get<Conversation>(`${path}/${id}`, signal)

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

/** Writes to a lead by a template. */
export const useNewConversation = (more: Written<Conversation>) =>
  useWrite({
    write: ({ key, ...conversation }: NewConversation & { key: string }) =>
      callOnce<Conversation>(path, key, conversation),
    ...more,
    refreshes: [['inbox'], ['leads']]
  })

/** Asks the assistant for a draft of the next answer; a refusal is reported. */
export const useDraftAnswer = (id: string, onDraft: (text: string) => void) =>
  useWrite({
    write: () => call<{ text: string }>('POST', `${path}/${id}/draft`),
    onDone: ({ text }) => onDraft(text)
  })

/** Blocks the person, or lets them write again. */
export function useBlock(id: string) {
  const client = useQueryClient()
  return useWrite({
    write: (blocked: boolean) => call<Conversation>(blocked ? 'POST' : 'DELETE', `${path}/${id}/block`),
    onDone: conversation => client.setQueryData(oneKey(id), conversation),
    refreshes: [['inbox'], messagesKey(id)]
  })
}

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
