import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OpenedMail, ReceivedMail, ReceivedMailFilter } from '../../../../services/support/receivedMails/schema.ts'
import { request } from '../../core/http.ts'
import { call, read, saveFrom, useWrite } from '../../ui/data.ts'

export type { OpenedMail, ReceivedMail, ReceivedMailFilter }

const path = '/api/admin/inbound-mails'
const all = ['received-mails']

export const perPage = 25

type Page = { mails: ReceivedMail[]; total: number; capped: boolean }

async function list(filter: ReceivedMailFilter, page: number, signal: AbortSignal): Promise<Page> {
  const range = JSON.stringify([page * perPage, page * perPage + perPage - 1])
  const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: '["receivedAt","DESC"]', range })
  const { json, headers } = await request<ReceivedMail[]>(`${path}?${query}`, { signal })
  const total = Number(headers.get('Content-Range')?.split('/')[1] ?? json.length)
  return { mails: json, total, capped: headers.get('X-Total-Capped') === 'true' }
}

/** A page of the mails that came in, the newest first. */
export const useReceivedMails = (filter: ReceivedMailFilter, page: number) =>
  useQuery({
    queryKey: [...all, 'list', filter, page],
    queryFn: ({ signal }) => list(filter, page, signal),
    placeholderData: keepPreviousData
  })

export const useReceivedMailCounts = () =>
  useQuery({ ...read<{ open: number }>(`${path}/counts`, [...all, 'counts']), staleTime: 30_000 })

/** The opening is audited, so the mail is not read again on its own. */
export const useReceivedMail = (id: string) =>
  useQuery({ ...read<OpenedMail>(`${path}/${id}`, ['received-mail', id]), staleTime: Number.POSITIVE_INFINITY })

export const useDismiss = (id: string) =>
  useWrite({
    write: () => call('POST', `${path}/${id}/dismiss`),
    done: 'Nada a fazer com este e-mail',
    refreshes: [all, ['received-mail', id]]
  })

export const useTicketOfMail = (id: string, onDone: (ticketId: string) => void) =>
  useWrite({
    write: () => call<{ ticketId: string }>('POST', `${path}/${id}/ticket`),
    onDone: ({ ticketId }) => onDone(ticketId),
    shown: true,
    refreshes: [all, ['tickets'], ['received-mail', id]]
  })

/** Blocks the sender of a mail, or takes that back. */
export const useSenderBlock = (id: string) =>
  useWrite({
    write: (block: boolean) => call(block ? 'POST' : 'DELETE', `${path}/${id}/block`),
    done: (_answer, block) => (block ? 'Remetente bloqueado' : 'Remetente desbloqueado'),
    refreshes: [all, ['received-mail', id]]
  })

const gone = 'O arquivo não pôde ser baixado. Ele pode não existir mais.'

/** Saves the mail as it came, or a file of it. */
export const useMailSave = (id: string) =>
  useWrite({
    write: ({ n, name }: { n: number | null; name: string }) =>
      saveFrom(n === null ? `${path}/${id}/raw` : `${path}/${id}/files/${n}`, name, gone)
  })
