import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { openStatuses } from '../tickets/rules.ts'
import type {} from '../tickets/tables.ts'
import type { Doubt } from './schema.ts'

/**
 * The newest open ticket of the person of an address, where somebody else may have written a mail of it; none where its
 * mails are proved.
 */
export async function findDoubt(trx: Trx, email: string): Promise<Doubt> {
  const address = email.trim().toLowerCase()
  const { rows } = await sql<{ id: string; number: number; doubtful: boolean }>`
    select t.id, t.number, exists (
      select from ticket_messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.side = 'client'
        and m.sender_proof <> 'confirmed') as doubtful
    from tickets t
    where t.status in (${sql.join([...openStatuses])}) and t.merged_into is null and t.spam_at is null
      and (lower(t.requester_email) = ${address}
        or t.requester_id in (select e.id from employees e where lower(e.email) = ${address}))
    order by t.created_at desc limit 1`.execute(trx)
  const [newest] = rows
  return { ticket: newest?.doubtful ? { id: newest.id, number: newest.number } : null }
}
