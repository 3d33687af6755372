import { useQuery } from '@tanstack/react-query'
import type { NewTag, Tag, TagChange } from '../../../../services/leads/tags/schema.ts'
import { call, read, useWrite } from '../../ui/data.ts'

/** The company's tags by name. */
export const useTags = ({ enabled = true } = {}) =>
  useQuery({ ...read<Tag[]>('/api/tags', ['tags']), enabled, staleTime: 60_000 })

type TagCall = { id?: string; body?: NewTag | TagChange; remove?: boolean }

/** Creates, changes or deletes a tag. */
export const useTagChange = (onDone: (tag: Tag | undefined) => void = () => {}) =>
  useWrite({
    write: ({ id, body, remove }: TagCall) => {
      const method = remove ? 'DELETE' : id ? 'PUT' : 'POST'
      return call<Tag | undefined>(method, id ? `/api/tags/${id}` : '/api/tags', body)
    },
    onDone,
    refreshes: [['tags'], ['leads']]
  })
