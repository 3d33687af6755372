import { useInfiniteQuery } from '@tanstack/react-query'
import type { LogQuery } from '../../../services/admin/schema.ts'
import { request } from '../core/http.ts'

export type LogFilter = Omit<LogQuery, 'after' | 'limit'>

export function queryOf(filter: object): string {
  const given = Object.entries(filter).filter(([, value]) => typeof value === 'string' && value !== '')
  return new URLSearchParams(given).toString()
}

/** The rows of a log, newest first, as far as they were asked for. */
export function useLog<Row>(path: string, filter: LogFilter) {
  const reading = useInfiniteQuery({
    queryKey: ['admin', path, filter],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = queryOf({ ...filter, after: pageParam })
      return (await request<{ rows: Row[]; next: string | null }>(`/api/admin${path}?${query}`, { signal })).json
    },
    getNextPageParam: page => page.next ?? undefined
  })
  return { ...reading, rows: reading.data?.pages.flatMap(page => page.rows) }
}
