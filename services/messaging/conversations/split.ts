import { sql } from 'kysely'
import { signalAfterCommit, type Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import type { Author } from '../../core/viewer.ts'
import { personLocks } from '../../leads/leads/locks.ts'
import { monthOf } from '../../leads/leads/usage.ts'
import { adapters } from '../channels/adapters.ts'
import { changeConversation, findConversation } from './queries.ts'
import type { Conversation } from './schema.ts'
import type {} from './tables.ts'

/**
 * Gives a conversation to a new lead: its person is somebody else than the lead that they were taken for. Their name is
 * the one that the channel reports. Throws 404 for a conversation that the caller does not see, and 409 where the plan
 * takes no more leads this month.
 */
export async function splitConversation(
  trx: Trx,
  companyId: string,
  id: string,
  author: Author
): Promise<Conversation> {
  const { channel } = await findConversation(trx, id)
  const person = await trx
    .selectFrom('conversations')
    .select(['contact', 'contact_kind', 'contact_name as name', 'username'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const phone = adapters[channel].phoneOf?.(person.contact, person.contact_kind)
  await takeLocks(trx, companyId, ...personLocks(phone ?? {}))
  const { limit, month } = await monthOf(trx, companyId)
  const update = { text: null, data: {}, contact: { name: person.name, username: person.username, ...phone } }
  const { rows } = await sql<{ id: string }>`
    select add_contact_lead(${companyId}, ${JSON.stringify(update)}::jsonb, ${channel}, ${limit}, ${month}::date) as id`.execute(
    trx
  )
  signalAfterCommit(trx, 'events')
  signalAfterCommit(trx, 'outbox')
  const leadId = rows[0]?.id ?? ''
  const lead = await trx.selectFrom('leads').select('held_at').where('id', '=', leadId).executeTakeFirst()
  if (!lead || lead.held_at !== null)
    throw new AppError(
      'conflict',
      'O plano não aceita mais leads neste mês. Vincule a conversa a um lead que já existe.'
    )
  return changeConversation(trx, companyId, id, { leadId }, author)
}
