import { useUser } from '../../shell/access.ts'
import { useDeskPeople } from './api.ts'

/** The people whom tickets may be given to, oneself first. */
export function useAssignees(): { id: string; name: string }[] {
  const me = useUser()
  const { data: people = [] } = useDeskPeople()
  const others = people.filter(({ id }) => id !== me?.id)
  return [...(me ? [{ id: me.id, name: `${me.name} (eu)` }] : []), ...others]
}
