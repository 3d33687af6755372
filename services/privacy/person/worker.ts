import { sql } from 'kysely'
import { deleteWhere, inPortions } from '../../core/tidy.ts'

export const tidy = {
  personLinks: inPortions(deleteWhere('person_accesses', sql`greatest(link_until, session_until) < now()`))
}
