import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type {
  CompanyCard,
  DeskBulkChange,
  DeskChange,
  DeskCounts,
  DeskFilter,
  DeskMessage,
  DeskRow,
  DeskTicket,
  Doubt,
  NewAnswer,
  Placing
} from '../../../../services/support/desk/schema.ts'
import type { TicketFile } from '../../../../services/support/tickets/schema.ts'
import { counted } from '../../core/format.ts'
import { HttpError, request } from '../../core/http.ts'
import { call, callOnce, read, saveFrom, useWrite, type Written } from '../../ui/data.ts'
import { uploadFile } from '../../ui/upload.ts'
import type { Uploads } from '../../ui/useUploads.ts'
import { ticketUploads } from '../tickets/api.ts'

export type { CompanyCard, DeskChange, DeskFilter, DeskMessage, DeskRow, DeskTicket }

const path = '/api/admin/tickets'
const all = ['tickets']

export const perPage = 25

type Rows = { tickets: DeskRow[]; total: number; capped: boolean }

async function list(filter: DeskFilter, page: number, signal: AbortSignal): Promise<Rows> {
  const range = JSON.stringify([page * perPage, page * perPage + perPage - 1])
  const sort = filter.queue === 'done' || filter.queue === 'all' || filter.q ? 'lastAt","DESC' : 'dueAt","ASC'
  const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: `["${sort}"]`, range })
  const { json, headers } = await request<DeskRow[]>(`${path}?${query}`, { signal })
  const total = Number(headers.get('Content-Range')?.split('/')[1] ?? json.length)
  return { tickets: json, total, capped: headers.get('X-Total-Capped') === 'true' }
}

/** A page of a queue: the soonest due first, what has ended by its latest word. */
export const useQueue = (filter: DeskFilter, page: number) =>
  useQuery({
    queryKey: ['tickets', 'queue', filter, page],
    queryFn: ({ signal }) => list(filter, page, signal),
    placeholderData: keepPreviousData
  })

export const useDeskCounts = () =>
  useQuery({ ...read<DeskCounts>(`${path}/counts`, ['tickets', 'counts']), staleTime: 30_000 })

const keyOf = (id: string) => ['tickets', 'one', id]

export const useDeskTicket = (id: string) => useQuery(read<DeskTicket>(`${path}/${id}`, keyOf(id)))

export const useCompanyCard = (id: string) => useQuery(read<CompanyCard>(`${path}/${id}/card`, ['tickets', 'card', id]))

/** Read again each time, as a mail may have come meanwhile. */
export const useDoubt = (email: string) =>
  useQuery(read<Doubt>(`${path}/doubt?${new URLSearchParams({ email })}`, ['tickets', 'doubt', email]))

type Person = { id: string; name: string }

/** Staff to whom tickets can be given. */
export const useDeskPeople = () => useQuery({ ...read<Person[]>(`${path}/people`, ['desk-people']), staleTime: 60_000 })

/** The answer to a change is shown at once. */
const useDeskWrite = <V>(id: string, write: (values: V) => Promise<DeskTicket>, more: Written<DeskTicket> = {}) => {
  const queryClient = useQueryClient()
  return useWrite({
    write,
    onDone: ticket => {
      queryClient.setQueryData(keyOf(id), ticket)
      return more.onDone?.(ticket)
    },
    shown: true,
    ...(more.onFailure && { onFailure: more.onFailure }),
    refreshes: [all]
  })
}

export const useDeskChange = (id: string) =>
  useDeskWrite(id, (change: DeskChange) => call<DeskTicket>('PATCH', `${path}/${id}`, change))

/** The messages that others wrote meanwhile, for which an answer was refused. */
export const newerOf = (error: Error): DeskMessage[] =>
  error instanceof HttpError && error.status === 409 ? ((error.body as { newer?: DeskMessage[] }).newer ?? []) : []

export const useAnswer = (id: string, more: Written<DeskTicket>) =>
  useDeskWrite(
    id,
    ({ key, ...answer }: NewAnswer & { key: string }) => callOnce<DeskTicket>(`${path}/${id}/replies`, key, answer),
    more
  )

/** Takes an answer back; its text is what is answered. */
export const useAnswerBack = (id: string, onDone: (text: string) => void) =>
  useWrite({
    write: (messageId: string) => call<{ text: string }>('DELETE', `${path}/${id}/replies/${messageId}`),
    onDone: ({ text }) => onDone(text),
    refreshes: [all]
  })

export const useNote = (id: string, more: Written<DeskTicket>) =>
  useDeskWrite(
    id,
    ({ key, ...note }: { key: string; text: string; mentions: string[] }) =>
      callOnce<DeskTicket>(`${path}/${id}/notes`, key, note),
    more
  )

export const useWatching = (id: string) =>
  useDeskWrite(id, (watch: boolean) => call<DeskTicket>('POST', `${path}/${id}/${watch ? 'watch' : 'unwatch'}`))

export const useMerge = (id: string) => {
  const navigate = useNavigate()
  return useWrite({
    write: (into: string) => call<DeskTicket>('POST', `${path}/${id}/merge`, { into }),
    done: ({ number }) => `Unido ao chamado #${number}`,
    onDone: ticket => navigate(`/admin/tickets/${ticket.id}`),
    refreshes: [all]
  })
}

export const useBulkChange = (onDone: () => void) =>
  useWrite({
    write: (body: DeskBulkChange) => call<{ changed: string[]; skipped: string[] }>('PATCH', path, body),
    done: ({ changed, skipped }) =>
      skipped.length > 0
        ? `${counted(changed.length, 'alterado', 'alterados')}; ${counted(skipped.length, 'não podia ser', 'não podiam ser')}`
        : counted(changed.length, 'chamado alterado', 'chamados alterados'),
    onDone,
    refreshes: [all]
  })

/** Tickets by what is typed, of one company or of all; without a word, those that are open. */
export const useTicketSearch = (q: string, companyId: string | null) =>
  useQuery({
    queryKey: ['tickets', 'search', companyId, q],
    queryFn: async ({ signal }) =>
      (await list({ queue: q ? 'all' : 'open', ...(companyId && { companyId }), ...(q && { q }) }, 0, signal)).tickets,
    placeholderData: keepPreviousData
  })

export const useLinking = (id: string) =>
  useDeskWrite(id, ({ otherId, linked }: { otherId: string; linked: boolean }) =>
    call<DeskTicket>('POST', `${path}/${id}/${linked ? 'link' : 'unlink'}`, { otherId })
  )

/** Says whose a ticket is. */
export const usePlacing = (id: string, more: Written<DeskTicket>) =>
  useDeskWrite(id, (placing: Placing) => call<DeskTicket>('POST', `${path}/${id}/place`, placing), more)

/** Marks a ticket as spam, with its sender blocked or not; null takes both back. */
export const useSpam = (id: string) =>
  useDeskWrite(id, (mark: { block: boolean } | null) =>
    mark ? call<DeskTicket>('POST', `${path}/${id}/spam`, mark) : call<DeskTicket>('DELETE', `${path}/${id}/spam`)
  )

/** Withdraws the link by which a file of an answer is read without an account. */
export const useLinkWithdrawal = (id: string) =>
  useDeskWrite(id, (fileId: string) => call<DeskTicket>('DELETE', `${path}/${id}/files/${fileId}/link`))

export const useDeskFileSave = (id: string) =>
  useWrite({
    write: ({ fileId, name }: TicketFile) =>
      saveFrom(`${path}/${id}/files/${fileId}`, name, 'O arquivo não pôde ser baixado. Ele pode não existir mais.')
  })

/** Files that staff send: a file that is not sent expires. */
export const deskUploads = (id: string): Uploads<TicketFile> => ({
  ...ticketUploads,
  send: (file, options) =>
    uploadFile(`${path}/${id}/files?name=${encodeURIComponent(file.name.slice(-200))}`, file, options),
  drop: () => {}
})

/** Announces to colleagues who has the ticket open, or answers it. */
export function sayPresence(id: string, typing: boolean): void {
  call('POST', `${path}/${id}/presence`, { typing }).catch(() => {})
}
