import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'
import type { NewTag, Tag, TagChange } from '../../../services/tags/schema.ts'
import { request } from '../core/http.ts'

/** The company's tags by name. */
export const useTags = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: ['tags'],
    queryFn: async ({ signal }) => (await request<Tag[]>('/api/tags', { signal })).json,
    staleTime: 60_000
  })

type TagCall = { id?: string; body?: NewTag | TagChange; remove?: boolean }

/** Creates, changes or deletes a tag. */
export function useTagChange(onDone: (tag: Tag | undefined) => void = () => {}) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, body, remove }: TagCall) => {
      const method = remove ? 'DELETE' : id ? 'PUT' : 'POST'
      return (await request<Tag | undefined>(id ? `/api/tags/${id}` : '/api/tags', { method, body })).json
    },
    onSuccess: tag => {
      for (const key of ['tags', 'leads']) void queryClient.invalidateQueries({ queryKey: [key] })
      onDone(tag)
    },
    onError: error => notify(error.message, { type: 'error' })
  })
}
