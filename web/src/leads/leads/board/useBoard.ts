import { keepPreviousData, type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Board } from '../../../../../services/leads/leads/schema.ts'
import { request } from '../../../core/http.ts'
import { retry } from '../../../shell/queryClient.ts'
import { findLeads, keepValuesUsed, moveLead } from '../api.ts'
import type { LeadFilter } from '../filter.ts'
import { readLead } from '../record.ts'
import { applyMove, type Column, type Move } from './moves.ts'

/** Cards that the server sends of a column at once. */
const portion = 25

async function findBoard(filter: LeadFilter, { signal, client }: { signal: AbortSignal; client: QueryClient }) {
  const query = new URLSearchParams({ filter: JSON.stringify(filter) })
  const { json, headers } = await request<Board>(`/api/leads/board?${query}`, { signal })
  keepValuesUsed(client, headers)
  return json.map(column => ({ ...column, leads: column.leads.map(readLead) }))
}

/**
 * The columns of the board, with the further cards that were asked for. Moves that the server has not confirmed yet are
 * laid over whatever it says meanwhile, so that a refused one needs no more than to be taken off.
 */
export function useBoard(filter: LeadFilter) {
  const queryClient = useQueryClient()
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({})
  const [moves, setMoves] = useState<readonly Move[]>([])
  const board = useQuery<Column[]>({
    queryKey: ['leads', 'board', filter],
    queryFn: reader => findBoard(filter, reader),
    placeholderData: keepPreviousData,
    retry
  })
  const statuses = (board.data ?? []).map(({ status }) => status)
  const further = useQueries({
    queries: statuses.map(status => {
      const n = pages[status] ?? 0
      return {
        enabled: n > 0,
        queryKey: ['leads', 'board', filter, status, n],
        queryFn: (reader: { signal: AbortSignal; client: QueryClient }) =>
          findLeads(
            {
              filter: { ...filter, status },
              sort: { field: 'rank', order: 'DESC' },
              first: portion,
              last: portion * (n + 1) - 1
            },
            reader
          ),
        placeholderData: keepPreviousData
      }
    }),
    combine: results =>
      results.map(({ data, isFetching, isPlaceholderData }) => ({
        leads: data?.leads,
        busy: isFetching && (isPlaceholderData || !data)
      }))
  })

  const columns = useMemo(() => {
    const first = board.data ?? []
    const shownIds = new Set(first.flatMap(({ leads }) => leads.map(({ id }) => id)))
    const whole = first.map((column, i) => {
      const rest = further[i]?.leads ?? []
      return { ...column, leads: [...column.leads, ...rest.filter(({ id }) => !shownIds.has(id))] }
    })
    return moves.reduce<Column[]>(applyMove, whole)
  }, [board.data, further, moves])

  const more = useCallback((status: string) => setPages(old => ({ ...old, [status]: (old[status] ?? 0) + 1 })), [])

  /** Shows the move at once. Rejects, with the card back in its place, where the server refuses it. */
  const move = useCallback(
    async (requested: Move): Promise<void> => {
      setMoves(old => [...old.filter(({ lead }) => lead.id !== requested.lead.id), requested])
      try {
        const { lead, from, to, above, lostReason } = requested
        const saved = await moveLead(lead.id, { status: to, above, from, ...(lostReason && { lostReason }) })
        await queryClient.cancelQueries({ queryKey: ['leads', 'board'] })
        queryClient.setQueryData<Column[]>(
          ['leads', 'board', filter],
          current => current && applyMove(current, { ...requested, lead: saved })
        )
      } finally {
        setMoves(old => old.filter(each => each !== requested))
        void queryClient.invalidateQueries({ queryKey: ['leads'] })
      }
    },
    [queryClient, filter]
  )

  const busy = (status: string) => further[statuses.indexOf(status)]?.busy ?? false
  return { board, columns, more, busy, move }
}
