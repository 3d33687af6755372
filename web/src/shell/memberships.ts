import { useQuery } from '@tanstack/react-query'
import { useStore } from 'react-admin'
import type { User } from '../../../services/account/auth/schema.ts'
import type { Membership } from '../../../services/account/companies/schema.ts'
import { leaveMessage } from '../core/handover.ts'
import { storeUser, user } from '../core/session.ts'
import { call, get, useWrite } from '../ui/data.ts'

/** The companies that the person belongs to: what this browser knows until the server is asked. */
export function useMemberships(enabled: boolean): Membership[] {
  const [kept, keep] = useStore<Membership[]>('memberships', [])
  const { data = kept } = useQuery({
    queryKey: ['memberships', user()?.id],
    queryFn: async ({ signal }) => {
      const memberships = await get<Membership[]>('/api/auth/companies', signal)
      keep(memberships)
      return memberships
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY
  })
  return data
}

/** Goes on in another company of the person. */
export const useCompanyChoice = () =>
  useWrite({
    write: (companyId: string) => call<User>('POST', '/api/auth/company', { companyId }),
    onDone: person => {
      storeUser(person)
      leaveMessage({ tone: 'success', title: `Você está em ${person.company}` })
      // A whole new document: nothing that was read of the other company stays.
      location.assign('/dashboard')
    }
  })
