import type { Selectable } from 'kysely'
import type { Trx } from '../core/db.ts'
import type { ListRequest } from '../core/list.ts'
import type { Tables } from '../core/tables.ts'
import type { AccountMail } from './schema.ts'

const toMail = (row: Selectable<Tables['account_mails']>): AccountMail => ({
  id: row.id,
  to: row.to_address,
  subject: row.subject,
  text: row.text,
  status: row.status,
  error: row.error,
  createdAt: row.created_at,
  sentAt: row.sent_at
})

/** More than these are shown as having this many. */
const countCap = 10_000

/** A page of the mails about accounts. What they say, and with it their links, comes one at a time. */
export async function listAccountMails(
  trx: Trx,
  { sort, skip, take }: ListRequest<'createdAt'>
): Promise<{ mails: AccountMail[]; total: number }> {
  const direction = sort.descending ? 'desc' : 'asc'
  const rows = await trx
    .selectFrom('account_mails')
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .offset(skip)
    .limit(take)
    .execute()
  const { total } = await trx
    .selectFrom(trx.selectFrom('account_mails').select('id').limit(countCap).as('some'))
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { mails: rows.map(row => ({ ...toMail(row), text: '' })), total: Number(total) }
}

export async function findAccountMail(trx: Trx, id: string): Promise<AccountMail | undefined> {
  const row = await trx.selectFrom('account_mails').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toMail(row)
}
