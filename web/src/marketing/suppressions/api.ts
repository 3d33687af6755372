import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { NewSuppression, Suppression } from '../../../../services/marketing/suppressions/schema.ts'
import { request } from '../../core/http.ts'
import { call, useWrite } from '../../ui/data.ts'

export type { Suppression }

const path = '/api/email/suppressions'
const all = ['suppressions']

export const suppressionsPerPage = 50

type Page = { rows: Suppression[]; total: number; capped: boolean }

/** One page of the e-mails that get no campaign, and how many there are. */
export const useSuppressions = (q: string, page: number) =>
  useQuery({
    queryKey: ['suppressions', q, page],
    queryFn: async ({ signal }): Promise<Page> => {
      const first = page * suppressionsPerPage
      const filter = encodeURIComponent(JSON.stringify(q ? { q } : {}))
      const url = `${path}?range=[${first},${first + suppressionsPerPage - 1}]&filter=${filter}`
      const { json, headers } = await request<Suppression[]>(url, { signal })
      return {
        rows: json,
        total: Number(headers.get('content-range')?.split('/')[1] ?? 0),
        capped: headers.get('x-total-capped') === 'true'
      }
    },
    placeholderData: keepPreviousData
  })

export const useSuppressionAdd = (onDone: () => void) =>
  useWrite({
    write: (added: NewSuppression) => call<Suppression>('POST', path, added),
    done: 'E-mail bloqueado',
    onDone,
    refreshes: [all]
  })

export const useSuppressionLift = (id: string, onDone: () => void) =>
  useWrite({
    write: (body: { reason: string }) => call('POST', `${path}/${id}/lift`, body),
    done: 'Bloqueio retirado',
    onDone,
    refreshes: [all]
  })
