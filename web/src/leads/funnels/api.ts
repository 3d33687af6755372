import { useQuery } from '@tanstack/react-query'
import type { OwnField } from '../../../../services/leads/forms/schema.ts'
import type { Funnel, FunnelChange, Moves, NewFunnel } from '../../../../services/leads/funnels/schema.ts'
import { call, read, useWrite } from '../../ui/data.ts'

/** The company's funnels, the usual one first. */
export const useFunnels = () => useQuery({ ...read<Funnel[]>('/api/funnels', ['funnels']), staleTime: 5 * 60_000 })

/** The company's own fields, which a step may require. */
export const useOwnFields = () =>
  useQuery({ ...read<OwnField[]>('/api/leads/fields', ['lead-fields']), staleTime: 60_000 })

type FunnelCall =
  | { create: NewFunnel }
  | { id: string; change: FunnelChange }
  | { id: string; remove: true; moves: Moves }

/** Creates, changes or deletes a funnel. */
export const useFunnelChange = (onDone: () => void) =>
  useWrite({
    write: (what: FunnelCall) => {
      if ('create' in what) return call<Funnel | undefined>('POST', '/api/funnels', what.create)
      if ('change' in what) return call<Funnel | undefined>('PUT', `/api/funnels/${what.id}`, what.change)
      const query = new URLSearchParams({ moves: JSON.stringify(what.moves) })
      return call<Funnel | undefined>('DELETE', `/api/funnels/${what.id}?${query}`)
    },
    onDone,
    done: (_saved, what) => ('remove' in what ? 'Funil excluído' : 'Funil salvo'),
    refreshes: [['funnels'], ['leads']]
  })
