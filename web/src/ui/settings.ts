import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import { call, read } from './data.ts'

/**
 * A person's settings at `path`, of which each choice is saved as it is made. A choice shows at once, builds on the one
 * before it, however fast they come, and is sent after it; one that could not be saved is reported and shows no longer.
 */
export function useSettings<T>(path: string) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const queryKey = ['settings', path]
  const underWay = { mutationKey: queryKey, status: 'pending' } as const
  const { data, error, refetch } = useQuery(read<T>(path, queryKey))
  const { mutate } = useMutation({
    mutationKey: queryKey,
    scope: { id: path },
    mutationFn: (chosen: T) => call('PUT', path, chosen),
    onSuccess: async (_saved, chosen) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, chosen)
    },
    onError: error => notify(error.message, { type: 'error' })
  })
  const sent = useMutationState({ filters: underWay, select: mutation => mutation.state.variables as T })
  const change = (choose: (now: T) => T) => {
    const last = queryClient.getMutationCache().findAll(underWay).at(-1)
    const now = (last?.state.variables as T | undefined) ?? queryClient.getQueryData<T>(queryKey)
    if (now !== undefined) mutate(choose(now))
  }
  return { settings: sent.at(-1) ?? data, change, error, refetch }
}
