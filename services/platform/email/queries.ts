import { type Selectable, sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import type { ListRequest } from '../../core/list.ts'
import type { Tables } from '../../core/tables.ts'
import type { Mail } from './schema.ts'
import { senderText } from './send.ts'

type Sender = Pick<Config, 'mailFrom'>

/** The count of a list's mails stops here. */
const countCap = 10_000

/** A page of the mails of a table, and how many there are. */
export async function readMails<T extends 'mails' | 'account_mails'>(
  trx: Trx,
  table: T,
  { sort, skip, take }: ListRequest<'createdAt'>
): Promise<{ rows: Selectable<Tables[T]>[]; total: number }> {
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const { rows } = await sql<Selectable<Tables[T]>>`
    select * from ${sql.table(table)} order by created_at ${direction}, id ${direction}
    offset ${skip} limit ${take}`.execute(trx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from ${sql.table(table)} limit ${countCap}) as counted`.execute(trx)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** The common fields of a mail of either table. */
export const toMail = (row: Selectable<Tables['mails']> | Selectable<Tables['account_mails']>) => ({
  id: row.id,
  to: row.to_address,
  subject: row.subject,
  text: row.text,
  status: row.status,
  error: row.error,
  createdAt: row.created_at,
  sentAt: row.sent_at
})

const ofCompany = (row: Selectable<Tables['mails']>, { mailFrom }: Sender): Mail => ({
  ...toMail(row),
  from: row.html === null ? senderText(mailFrom, row.from_name) : null,
  leadId: row.lead_id
})

export async function listMails(
  trx: Trx,
  config: Sender,
  list: ListRequest<'createdAt'>
): Promise<{ mails: Mail[]; total: number }> {
  const { rows, total } = await readMails(trx, 'mails', list)
  return { mails: rows.map(row => ofCompany(row, config)), total }
}

export async function findMail(trx: Trx, config: Sender, id: string): Promise<Mail | undefined> {
  const row = await trx.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...ofCompany(row, config), ...(row.html !== null && { html: row.html }) }
}
