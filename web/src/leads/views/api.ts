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

type Call = { id?: string; body?: NewView | ViewChange; remove?: boolean; done: string }

/** Saves, changes or deletes a view of one's own. */
export function useViewChange(onDone: (view: LeadView | undefined) => void = () => {}) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, body, remove }: Call) => {
      const method = remove ? 'DELETE' : id ? 'PUT' : 'POST'
      return (await request<LeadView | undefined>(id ? `/api/lead-views/${id}` : '/api/lead-views', { method, body }))
        .json
    },
    onSuccess: async (view, { done }) => {
      await queryClient.invalidateQueries({ queryKey: ['lead-views'] })
      notify(done, { type: 'success' })
      onDone(view)
    },
    onError: error => notify(error.message, { type: 'error' })
  })
}
