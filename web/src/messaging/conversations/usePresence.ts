import type { LiveEvent } from '../../../../services/account/activities/schema.ts'
import { useEmployeeOptions } from '../../account/employees/api.ts'
import { useUser } from '../../shell/access.ts'
import { type Sighting, usePresence as useSeen } from '../../ui/usePresence.ts'
import { sayPresence } from './messages/api.ts'

type Presence = Extract<LiveEvent, { kind: 'conversation-presence' }>
export type Colleague = { name: string; typing: boolean; at: number }

const read = ({ conversationId, employeeId, typing }: Presence): Sighting => ({
  of: conversationId,
  person: employeeId ?? '',
  typing
})

/**
 * The colleagues who have the conversation open too; says meanwhile that the own person has, and whether they write.
 */
export function usePresence(id: string): { others: Colleague[]; type: () => void; stop: () => void } {
  const me = useUser()?.companyEmployee?.id
  const { data: people = [] } = useEmployeeOptions()
  const { others, ...own } = useSeen({ id, me, event: 'conversation-presence', read, say: sayPresence })
  return {
    ...own,
    others: others.map(({ id: person, ...how }) => ({
      ...how,
      name: people.find(each => each.id === person)?.name ?? 'Alguém'
    }))
  }
}
