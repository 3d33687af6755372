import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  Certificate,
  PrivacyRequest,
  PrivacyRequestDetail,
  PrivacySettings,
  PrivacySettingsNow,
  TypedRequest
} from '../../../../services/privacy/privacy/schema.ts'
import { request } from '../../core/http.ts'
import { call, read, useWrite } from '../../ui/data.ts'

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

export const useRequest = (id: string) =>
  useQuery(read<PrivacyRequestDetail>(`${path}/requests/${id}`, ['privacy', 'request', id]))

export const useCertificate = (number: string) =>
  useQuery(read<Certificate>(`${path}/certificates/${number}`, ['privacy', 'certificate', number]))

export const useSettings = () => useQuery(read<PrivacySettingsNow>(`${path}/settings`, ['privacy', 'settings']))

/** How many leads a term would erase now. */
export const useRetentionCount = (months: number | null) =>
  useQuery({
    ...read<{ count: number }>(`${path}/retention?months=${months}`, ['privacy', 'retention', months]),
    select: ({ count }) => count,
    enabled: months !== null
  })

/** Changes something here, and then refetches privacy and leads. Quiet callers show the refusal themselves. */
const usePrivacyWrite = <V, R>(
  write: (values: V) => Promise<R>,
  quiet = false,
  onDone: (answer: R) => void = () => {}
) => useWrite({ write, refreshes: [['privacy'], ['leads']], onFailure: () => quiet, onDone })

const post = <T>(to: string, body: object): Promise<T> => call<T>('POST', `${path}/requests${to}`, body)

export const useNewRequest = (onDone: (request: PrivacyRequestDetail) => void) =>
  usePrivacyWrite((body: TypedRequest) => post<PrivacyRequestDetail>('', body), false, onDone)

export const useCorrection = (id: string) =>
  usePrivacyWrite((body: { field: string; leadIds: string[] }) => post<PrivacyRequestDetail>(`/${id}/correction`, body))

export const useAnswer = (id: string) =>
  usePrivacyWrite((body: { text: string }) => post<PrivacyRequestDetail>(`/${id}/answer`, body), true)

export const useRefusal = (id: string) =>
  usePrivacyWrite((body: { refusal: string; text: string }) => post<PrivacyRequestDetail>(`/${id}/refuse`, body), true)

/** `onErased` is called before the request is read again, which is closed then. */
export const useErasure = (id: string, onErased: (certificate: Certificate) => void) =>
  usePrivacyWrite(
    (body: { leadIds: string[]; confirmation: string }) => post<Certificate>(`/${id}/erase`, body),
    true,
    onErased
  )

export const useSettingsChange = () =>
  usePrivacyWrite((body: PrivacySettings) => call<PrivacySettingsNow>('PUT', `${path}/settings`, body))
