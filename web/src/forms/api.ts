import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { EditedForm, FormRow, FormVersion, Funnel } from '../../../services/forms/schema.ts'
import { request } from '../core/http.ts'

/** The forms of the company, the first one being the one that visitors get unless the address says more. */
export const useForms = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: ['forms'],
    queryFn: async ({ signal }) => (await request<FormRow[]>('/api/forms', { signal })).json
  })

export const formKey = (id: string) => ['forms', id, 'draft']

export const useForm = (id: string) =>
  useQuery({
    queryKey: formKey(id),
    queryFn: async ({ signal }) => (await request<EditedForm>(`/api/forms/${id}`, { signal })).json,
    // The editor holds what it has read; another reading under its hands would mix two drafts.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })

export const useVersions = (id: string) =>
  useQuery({
    queryKey: ['forms', id, 'versions'],
    queryFn: async ({ signal }) => (await request<FormVersion[]>(`/api/forms/${id}/versions`, { signal })).json
  })

export const useFunnel = (id: string, from: string, to: string) =>
  useQuery({
    queryKey: ['forms', id, 'funnel', from, to],
    queryFn: async ({ signal }) =>
      (await request<Funnel>(`/api/forms/${id}/funnel?from=${from}&to=${to}`, { signal })).json
  })

type Call = { method: 'POST' | 'PUT' | 'DELETE'; path?: string; body?: object; done?: string }

/** Changes forms through the API; the list is read again. */
export function useFormChange<T = unknown>(onDone: (answer: T) => void = () => {}) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ method, path = '', body }: Call) =>
      (await request<T>(`/api/forms${path}`, { method, body })).json,
    onSuccess: (answer, { done }) => {
      void queryClient.invalidateQueries({ queryKey: ['forms'], exact: true })
      if (done) notify(done, { type: 'success' })
      onDone(answer)
    },
    onError: error => notify(error.message, { type: 'error' })
  })
}
