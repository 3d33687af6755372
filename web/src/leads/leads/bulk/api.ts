import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useStore } from 'react-admin'
import type { BulkKind } from '../../../../../services/leads/operations/rules.ts'
import type { BulkParams, Operation } from '../../../../../services/leads/operations/schema.ts'
import { call, read, useWrite } from '../../../ui/data.ts'
import type { LeadFilter } from '../filter.ts'
import { lastBulkKey } from './recent.ts'

const path = '/api/leads/operations'
const key = ['operations']

const underWay = ['queued', 'running', 'undoing']

export const isUnderWay = ({ state }: Operation): boolean => underWay.includes(state)

/** The bulk actions of the last days. The server announces each step; asking too covers a lost connection. */
export const useOperations = () =>
  useQuery({
    ...read<Operation[]>(path, key),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2000 : false)
  })

export type Target = { ids: string[] } | { filter: LeadFilter }
export type Bulk = { kind: BulkKind; params: BulkParams }

/** Starts something for many leads, or takes it back. */
export function useBulk(onDone: () => void = () => {}) {
  const queryClient = useQueryClient()
  const [, setLast] = useStore(lastBulkKey, 0)
  const settle = {
    onDone: (operation: Operation) => {
      queryClient.setQueryData<Operation[]>(key, (current = []) => [
        operation,
        ...current.filter(({ id }) => id !== operation.id)
      ])
      onDone()
    },
    refreshes: [key]
  }
  const ask =
    <T>(write: (values: T) => Promise<Operation>) =>
    (values: T) => {
      // Before the answer, so that a reload at that very moment still shows the outcome.
      setLast(Date.now())
      return write(values)
    }
  const start = useWrite({ write: ask((body: Bulk & Target) => call<Operation>('POST', path, body)), ...settle })
  const undo = useWrite({ write: ask((id: string) => call<Operation>('POST', `${path}/${id}/undo`)), ...settle })
  return { start, undo }
}
