import { useQuery } from '@tanstack/react-query'
import type { Task, TaskCounts, TaskListFilter, TasksMoved } from '../../../../services/leads/tasks/schema.ts'
import { request } from '../../core/http.ts'
import { call, read, useWrite } from '../../ui/data.ts'

const query = (filter: TaskListFilter) => `filter=${encodeURIComponent(JSON.stringify(filter))}`

// Everything under `leads`, so that whatever changes a lead or its tasks refreshes it.

/** How many open tasks are due on which days, of one person or of all. */
export const useTaskCounts = (filter: Pick<TaskListFilter, 'owner'>, { enabled = true } = {}) =>
  useQuery({
    ...read<TaskCounts>(`/api/tasks/counts?${query(filter)}`, ['leads', 'tasks', 'counts', filter]),
    enabled,
    placeholderData: before => before,
    // At midnight the days change without anything happening.
    refetchInterval: 60_000
  })

/** The first tasks of a list, and how many there are. */
export const useTaskPage = (filter: TaskListFilter, limit: number) =>
  useQuery({
    queryKey: ['leads', 'tasks', 'page', filter, limit],
    queryFn: async ({ signal }) => {
      const { json, headers } = await request<Task[]>(`/api/tasks?${query(filter)}&range=[0,${limit - 1}]`, { signal })
      return { tasks: json, total: Number(headers.get('Content-Range')?.split('/').pop() ?? json.length) }
    },
    placeholderData: before => before
  })

/** Moves all overdue tasks of a person, or of all, to today. */
export const useOverdueMove = () =>
  useWrite({
    write: (owner: string | undefined) => call<TasksMoved>('POST', '/api/tasks/overdue/move', owner ? { owner } : {}),
    refreshes: [['leads']]
  })

export const useMoveUndo = () =>
  useWrite({
    write: (id: string) => call<TasksMoved>('POST', `/api/tasks/moves/${id}/undo`),
    refreshes: [['leads']]
  })
