import type { LiveEvent } from '../../../../services/account/activities/schema.ts'
import { useUser } from '../../shell/access.ts'
import { type Sighting, usePresence } from '../../ui/usePresence.ts'
import { sayPresence, useDeskPeople } from './api.ts'

type Presence = Extract<LiveEvent, { kind: 'desk-presence' }>

const read = ({ ticketId, userId, typing }: Presence): Sighting => ({ of: ticketId, person: userId, typing })

/** The colleagues who have the ticket open too; says meanwhile that the own person has, and whether they write. */
export function useDeskPresence(id: string) {
  const me = useUser()?.id
  const { data: people = [] } = useDeskPeople()
  const { others, ...own } = usePresence({ id, me, event: 'desk-presence', read, say: sayPresence })
  return {
    ...own,
    others: others.map(({ id: person, typing }) => ({
      typing,
      name: people.find(each => each.id === person)?.name ?? 'Alguém'
    }))
  }
}
