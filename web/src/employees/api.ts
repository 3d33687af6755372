import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { EmployeeOption, SentInvitation } from '../../../services/employees/schema.ts'
import { request } from '../core/http.ts'

type Call = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object; done: string }

/** Changes the team through the API; every list that shows people or their leads is read again. */
export function useTeamChange<T = unknown>(onDone: (answer: T) => void = () => {}) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ method, path, body }: Call) =>
      (await request<T>(`/api/employees/${path}`, { method, body })).json,
    onSuccess: (answer, { done }) => {
      for (const key of ['employees', 'usage', 'leads']) void queryClient.invalidateQueries({ queryKey: [key] })
      if (done) notify(done, { type: 'success' })
      onDone(answer)
    },
    onError: error => notify(error.message, { type: 'error' })
  })
}

/** Whom a lead can be given to, and who once had some. */
export const useEmployeeOptions = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: ['employees', 'options'],
    queryFn: async ({ signal }) => (await request<EmployeeOption[]>('/api/employees/options', { signal })).json,
    staleTime: 60_000
  })

export type Sent = SentInvitation
