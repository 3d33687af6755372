import { useQuery } from '@tanstack/react-query'
import type { LeadView, NewView, ViewChange } from '../../../../../services/leads/views/schema.ts'
import { call, read, useWrite } from '../../../ui/data.ts'

const path = '/api/lead-views'
const key = ['lead-views']

/** Own views and those that colleagues share. */
export const useLeadViews = ({ enabled = true } = {}) =>
  useQuery({ ...read<LeadView[]>(path, key), enabled, staleTime: 60_000 })

/** Saves or changes a view of one's own. */
export const useViewChange = () =>
  useWrite({
    write: ({ id, body }: { id?: string; body: NewView | ViewChange }) =>
      id ? call<LeadView>('PUT', `${path}/${id}`, body) : call<LeadView>('POST', path, body),
    done: 'Visão salva',
    refreshes: [key]
  })

/** Deletes a view of one's own, or takes that back. */
export const useViewRemoval = () =>
  useWrite({
    write: ({ id, restore = false }: { id: string; restore?: boolean }) =>
      restore ? call('POST', `${path}/${id}/restore`) : call('DELETE', `${path}/${id}`),
    refreshes: [key]
  })
