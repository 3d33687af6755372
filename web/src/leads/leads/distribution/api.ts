import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Distributed, Distribution } from '../../../../../services/leads/distribution/schema.ts'
import { HttpError } from '../../../core/http.ts'
import { call, read, useWrite } from '../../../ui/data.ts'

const path = '/api/distribution'

/** It changes when the team does. */
const key = ['employees', 'distribution']

/** To whom new leads go by themselves. */
export const useDistribution = () => useQuery(read<Distribution>(path, key))

/** To whom the last ones went. */
export const useDistributed = () => useQuery(read<Distributed[]>(`${path}/log`, ['leads', 'distribution log']))

/** Where somebody was faster than `expected`, what is read again says so. */
export function useDistributionChange(onDone: () => void) {
  const queryClient = useQueryClient()
  return useWrite({
    write: (body: Distribution & { expected: Distribution }) => call<Distribution>('PUT', path, body),
    done: 'Distribuição salva',
    onDone: saved => {
      queryClient.setQueryData(key, saved)
      onDone()
    },
    refreshes: [key],
    onFailure: error => error instanceof HttpError && error.body.code === 'STALE'
  })
}
