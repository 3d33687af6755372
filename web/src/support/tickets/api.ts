import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { longestTicketFile } from '../../../../services/support/tickets/rules.ts'
import type {
  NewTicket,
  Ticket,
  TicketCounts,
  TicketFile,
  TicketRow
} from '../../../../services/support/tickets/schema.ts'
import { request } from '../../core/http.ts'
import { useMay } from '../../shell/access.ts'
import { call, callOnce, read, saveFrom, useWrite } from '../../ui/data.ts'
import { uploadFile } from '../../ui/upload.ts'
import { useInAMoment } from '../../ui/useInAMoment.ts'
import type { Uploads } from '../../ui/useUploads.ts'
import type { TicketSearch } from './filter.ts'

export type { NewTicket, Ticket, TicketFile, TicketRow }

const path = '/api/tickets'
const all = ['tickets']

export const perPage = 25

type TicketPageOf = { tickets: TicketRow[]; total: number; capped: boolean }

async function list(filter: TicketSearch, page: number, rows: number, signal: AbortSignal): Promise<TicketPageOf> {
  const range = JSON.stringify([page * rows, page * rows + rows - 1])
  const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: '["lastAt","DESC"]', range })
  const { json, headers } = await request<TicketRow[]>(`${path}?${query}`, { signal })
  const total = Number(headers.get('Content-Range')?.split('/')[1] ?? json.length)
  return { tickets: json, total, capped: headers.get('X-Total-Capped') === 'true' }
}

/** A page of the company's tickets, the latest word first. */
export const useTickets = (filter: TicketSearch, page: number) =>
  useQuery({
    queryKey: ['tickets', 'list', filter, page],
    queryFn: ({ signal }) => list(filter, page, perPage, signal),
    placeholderData: keepPreviousData
  })

/** Up to three tickets of the company that speak of the same. */
export const useSimilar = (q: string) =>
  useQuery({
    queryKey: ['tickets', 'similar', q],
    queryFn: async ({ signal }) => (await list({ q }, 0, 3, signal)).tickets,
    enabled: q.length >= 4,
    placeholderData: keepPreviousData,
    staleTime: 60_000
  })

/** As the assistant's knowledge base answers. */
type Article = { id: string; title: string; body: string }

/** Articles of the knowledge base that may answer already. */
export const useArticles = (q: string) =>
  useQuery({
    ...read<Article[]>(`/api/chat/articles?${new URLSearchParams({ q })}`, ['tickets', 'articles', q]),
    enabled: q.length >= 4,
    placeholderData: keepPreviousData,
    staleTime: 600_000
  })

export const useTicketCounts = () => {
  const due = useInAMoment()
  const enabled = useMay('manage_tickets') && due
  return useQuery({ ...read<TicketCounts>(`${path}/counts`, ['tickets', 'counts']), enabled, staleTime: 60_000 })
}

const keyOf = (id: string) => ['tickets', 'one', id]

export const useTicket = (id: string) => useQuery(read<Ticket>(`${path}/${id}`, keyOf(id)))

/** Has the numbers beside the menu and the lists follow, also where somebody went back to one before it was stored. */
export const useMarkRead = (id: string) => {
  const queryClient = useQueryClient()
  return useWrite({
    write: () => call<TicketCounts>('POST', `${path}/${id}/read`),
    onDone: counts => queryClient.setQueryData(['tickets', 'counts'], counts),
    onFailure: () => true,
    refreshes: [all]
  })
}

/** Opens a ticket; the same key opens the same one, however often it is sent. */
export const useNewTicket = (onOpened: () => void, onFailure: (error: Error) => boolean) => {
  const navigate = useNavigate()
  return useWrite({
    write: ({ key, body }: { key: string; body: NewTicket }) => callOnce<Ticket>(path, key, body),
    done: ({ number }) => `Chamado #${number} aberto`,
    onDone: ({ id }) => {
      onOpened()
      void navigate(`/tickets/${id}`)
    },
    onFailure,
    refreshes: [all]
  })
}

/** The answer to a change of a ticket is shown at once. An answer may have made another one. */
const useTicketWrite = <V>(id: string, write: (values: V) => Promise<Ticket>, onDone: () => void = () => {}) => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useWrite({
    write,
    onDone: ticket => {
      queryClient.setQueryData(keyOf(ticket.id), ticket)
      onDone()
      if (ticket.id !== id) void navigate(`/tickets/${ticket.id}`)
    },
    shown: true,
    refreshes: [all]
  })
}

export const useReply = (id: string, onDone: () => void) =>
  useTicketWrite(
    id,
    ({ key, ...body }: { key: string; text: string; attachmentIds: string[] }) =>
      callOnce<Ticket>(`${path}/${id}/replies`, key, body),
    onDone
  )

export const useResolve = (id: string) =>
  useTicketWrite(id, (how: 'resolve' | 'reopen') => call<Ticket>('POST', `${path}/${id}/${how}`))

export const useRating = (id: string) =>
  useTicketWrite(id, (body: { rating: number; text?: string }) => call<Ticket>('POST', `${path}/${id}/rate`, body))

export const useFileSave = (id: string) =>
  useWrite({
    write: ({ fileId, name }: TicketFile) =>
      saveFrom(`${path}/${id}/files/${fileId}`, name, 'O arquivo não pôde ser baixado. Ele pode não existir mais.')
  })

/** Files that go with a ticket or an answer. Their kind is judged by the server, which looks into them. */
export const ticketUploads: Uploads<TicketFile> = {
  refusal: ({ size }) => {
    if (size === 0) return 'O arquivo está vazio. Escolha outro.'
    if (size > longestTicketFile) return 'Um arquivo de chamado tem até 25 MB. Envie uma versão menor.'
    return null
  },
  isPicture: ({ type }) => /^image\//.test(type),
  send: (file, options) => uploadFile(`${path}/files?name=${encodeURIComponent(file.name.slice(-200))}`, file, options),
  drop: ({ fileId }) => void call('DELETE', `${path}/files/${fileId}`).catch(() => {})
}
