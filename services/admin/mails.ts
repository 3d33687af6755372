import type { Trx } from '../core/db.ts'
import type { ListRequest } from '../core/list.ts'
import { readMails, toMail } from '../email/queries.ts'
import type { AccountMail } from './schema.ts'

/** One page of account mails, without their texts: those contain links, and are read one at a time. */
export async function listAccountMails(
  trx: Trx,
  list: ListRequest<'createdAt'>
): Promise<{ mails: AccountMail[]; total: number }> {
  const { rows, total } = await readMails(trx, 'account_mails', list)
  return { mails: rows.map(row => ({ ...toMail(row), text: '' })), total }
}

export async function findAccountMail(trx: Trx, id: string): Promise<AccountMail | undefined> {
  const row = await trx.selectFrom('account_mails').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toMail(row)
}
