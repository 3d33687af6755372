import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type {
  Certificate,
  PrivacyRequest,
  PrivacyRequestDetail,
  PrivacySettings,
  PrivacySettingsNow,
  TypedRequest
} from '../../../services/privacy/schema.ts'
import { request } from '../core/http.ts'
import { retry } from '../shell/queryClient.ts'

export type { Certificate, PrivacyRequest, PrivacyRequestDetail, PrivacySettings, PrivacySettingsNow, TypedRequest }

const path = '/api/privacy'

export const perPage = 25

export type RequestPage = { requests: PrivacyRequest[]; total: number }

/** The requests that wait, or those that were answered; a page at a time. */
export const useRequests = (open: boolean, page: number) =>
  useQuery({
    queryKey: ['privacy', 'requests', open, page],
    queryFn: async ({ signal }): Promise<RequestPage> => {
      const range = JSON.stringify([page * perPage, page * perPage + perPage - 1])
      const query = new URLSearchParams({ filter: JSON.stringify({ open }), range })
      const { json, headers } = await request<PrivacyRequest[]>(`${path}/requests?${query}`, { signal })
      return { requests: json, total: Number(headers.get('Content-Range')?.split('/')[1] ?? json.length) }
    },
    placeholderData: keepPreviousData
  })

const oneRequest = (id: string) => ['privacy', 'request', id]

export const useRequest = (id: string) =>
  useQuery<PrivacyRequestDetail, Error>({
    queryKey: oneRequest(id),
    queryFn: async ({ signal }) => (await request<PrivacyRequestDetail>(`${path}/requests/${id}`, { signal })).json,
    retry
  })

export const useCertificate = (number: string) =>
  useQuery<Certificate, Error>({
    queryKey: ['privacy', 'certificate', number],
    queryFn: async ({ signal }) => (await request<Certificate>(`${path}/certificates/${number}`, { signal })).json,
    retry
  })

export const useSettings = () =>
  useQuery({
    queryKey: ['privacy', 'settings'],
    queryFn: async ({ signal }) => (await request<PrivacySettingsNow>(`${path}/settings`, { signal })).json
  })

/** How many leads a term would erase now. */
export const useRetentionCount = (months: number | null) =>
  useQuery({
    queryKey: ['privacy', 'retention', months],
    queryFn: async ({ signal }) =>
      (await request<{ count: number }>(`${path}/retention?months=${months}`, { signal })).json.count,
    enabled: months !== null
  })

/** A call that changes something here: what is shown of privacy and leads is read again, and a refusal is told. */
function useCall<V, R>(call: (values: V) => Promise<R>, quiet = false) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  return useMutation<R, Error, V>({
    mutationFn: call,
    onSuccess: () => Promise.all(['privacy', 'leads'].map(key => queryClient.invalidateQueries({ queryKey: [key] }))),
    onError: error => {
      if (!quiet) notify(error.message, { type: 'error' })
    }
  })
}

const post = async <T>(to: string, body: object): Promise<T> =>
  (await request<T>(`${path}/${to}`, { method: 'POST', body })).json

export const useNewRequest = () => useCall((body: TypedRequest) => post<PrivacyRequestDetail>('requests', body), true)

export const useCorrection = (id: string) =>
  useCall((body: { field: string; leadIds: string[] }) => post<PrivacyRequestDetail>(`requests/${id}/correction`, body))

export const useAnswer = (id: string) =>
  useCall((body: { text: string }) => post<PrivacyRequestDetail>(`requests/${id}/answer`, body), true)

export const useRefusal = (id: string) =>
  useCall((body: { refusal: string; text: string }) => post<PrivacyRequestDetail>(`requests/${id}/refuse`, body), true)

export const useErasure = (id: string) =>
  useCall((body: { leadIds: string[]; confirmation: string }) => post<Certificate>(`requests/${id}/erase`, body), true)

export const useSettingsChange = () =>
  useCall(
    async (body: PrivacySettings) =>
      (await request<PrivacySettingsNow>(`${path}/settings`, { method: 'PUT', body })).json
  )
