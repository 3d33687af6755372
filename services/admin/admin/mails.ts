import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { ListRequest } from '../../core/list.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { readMails, toMail } from '../../platform/email/queries.ts'
import { readAgain } from '../../platform/inboundMail/handling.ts'
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

/** Has a mail that came in read again. Throws 404 where there is none, 409 where it is no longer stored as it came. */
export async function readMailAgain(trx: Trx, id: string, actor: AuditActor): Promise<void> {
  const mail = await trx.selectFrom('inbound_mails').select('id').where('id', '=', id).executeTakeFirst()
  if (!mail) throw new AppError('notFound', 'E-mail não encontrado')
  if ((await readAgain(trx, [id])) === 0)
    throw new AppError('conflict', 'Este e-mail não está mais guardado como chegou.')
  await audit(trx, { ...actor, companyId: null, action: 'mail.read_again', object: { type: 'mail', id } })
}
