import type { Selectable } from 'kysely'
import type { Trx } from '../core/db.ts'
import type { ListRequest } from '../core/list.ts'
import type { Tables } from '../core/tables.ts'
import type { Mail } from './schema.ts'

function toMail(row: Selectable<Tables['mails']>): Mail {
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    text: row.text,
    status: row.status,
    error: row.error,
    leadId: row.lead_id,
    createdAt: row.created_at,
    sentAt: row.sent_at
  }
}

/** How many mails are counted at most; a longer list is shown as having this many. */
const countCap = 10_000

export async function listMails(
  trx: Trx,
  { sort, skip, take }: ListRequest<'createdAt'>
): Promise<{ mails: Mail[]; total: number }> {
  const direction = sort.descending ? 'desc' : 'asc'
  const rows = await trx
    .selectFrom('mails')
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .offset(skip)
    .limit(take)
    .execute()
  const { total } = await trx
    .selectFrom(trx.selectFrom('mails').select('id').limit(countCap).as('some'))
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { mails: rows.map(toMail), total: Number(total) }
}

export async function findMail(trx: Trx, id: string): Promise<Mail | undefined> {
  const row = await trx.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toMail(row)
}
