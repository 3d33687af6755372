import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify, useStore } from 'react-admin'
import type { BulkKind } from '../../../../services/operations/rules.ts'
import type { BulkParams, Operation } from '../../../../services/operations/schema.ts'
import { request } from '../../core/http.ts'
import type { LeadFilter } from '../filter.ts'
import { lastBulkKey } from './recent.ts'

const underWay = ['queued', 'running', 'undoing']

export const isUnderWay = ({ state }: Operation): boolean => underWay.includes(state)

/** The bulk actions of the last days. The server tells of each step; asking too covers a lost connection. */
export const useOperations = () =>
  useQuery({
    queryKey: ['operations'],
    queryFn: async ({ signal }) => (await request<Operation[]>('/api/leads/operations', { signal })).json,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2000 : false)
  })

export type Target = { ids: string[] } | { filter: LeadFilter }
export type Bulk = { kind: BulkKind; params: BulkParams }

/** Starts something for many leads, or takes it back. */
export function useBulk(onDone: () => void = () => {}) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [, setLast] = useStore(lastBulkKey, 0)
  const settle = {
    // Before the answer: whoever reloads the page at that very moment still sees what became of it.
    onMutate: () => setLast(Date.now()),
    onSuccess: (operation: Operation) => {
      queryClient.setQueryData<Operation[]>(['operations'], (known = []) => [
        operation,
        ...known.filter(({ id }) => id !== operation.id)
      ])
      void queryClient.invalidateQueries({ queryKey: ['operations'] })
      onDone()
    },
    onError: (error: Error) => notify(error.message, { type: 'error' })
  }
  const start = useMutation({
    mutationFn: async (body: Bulk & Target) =>
      (await request<Operation>('/api/leads/operations', { method: 'POST', body })).json,
    ...settle
  })
  const undo = useMutation({
    mutationFn: async (id: string) =>
      (await request<Operation>(`/api/leads/operations/${id}/undo`, { method: 'POST' })).json,
    ...settle
  })
  return { start, undo }
}
