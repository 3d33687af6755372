import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { LeadView, NewView, ViewChange } from '../../../../services/views/schema.ts'
import { request } from '../../core/http.ts'

/** Own views and those that colleagues share. */
export const useLeadViews = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: ['lead-views'],
    queryFn: async ({ signal }) => (await request<LeadView[]>('/api/lead-views', { signal })).json,
    staleTime: 60_000
  })

type Call = { id?: string; body: NewView | ViewChange; done: string }

/** Saves or changes a view of one's own. */
export function useViewChange(onDone: (view: LeadView) => void = () => {}) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, body }: Call) => {
      const method = id ? 'PUT' : 'POST'
      return (await request<LeadView>(id ? `/api/lead-views/${id}` : '/api/lead-views', { method, body })).json
    },
    onSuccess: async (view, { done }) => {
      await queryClient.invalidateQueries({ queryKey: ['lead-views'] })
      notify(done, { type: 'success' })
      onDone(view)
    },
    onError: error => notify(error.message, { type: 'error' })
  })
}

/** Deletes a view of one's own, or takes that back. */
export function useViewRemoval() {
  const notify = useNotify()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, restore = false }: { id: string; restore?: boolean }) =>
      restore
        ? request(`/api/lead-views/${id}/restore`, { method: 'POST' })
        : request(`/api/lead-views/${id}`, { method: 'DELETE' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['lead-views'] }),
    onError: error => notify(error.message, { type: 'error' })
  })
}
