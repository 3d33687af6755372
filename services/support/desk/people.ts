import type {} from '../../account/auth/tables.ts'
import type { Trx } from '../../core/db.ts'

/** Staff who can have a ticket and be mentioned, by name. */
export const listDeskPeople = (trx: Trx): Promise<{ id: string; name: string }[]> =>
  trx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('active', '=', true)
    .where('role', 'in', ['global_admin', 'manager', 'employee'])
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute()
