import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { ListRequest } from '../../core/list.ts'
import { announceMails } from '../../platform/inboundMail/handling.ts'
import { isOpen } from '../../platform/inboundMail/open.ts'
import type {} from '../../platform/inboundMail/tables.ts'
import type {} from '../tickets/tables.ts'
import type { ReceivedMail, ReceivedMailFilter } from './schema.ts'

export const receivedMailTexts = {
  notFound: 'E-mail não encontrado',
  gone: 'Este e-mail não está mais guardado como chegou.',
  taken: 'Este e-mail já foi recebido por outra parte do sistema.'
} as const

const columns = sql<ReceivedMail>`m.id, m.received_at as "receivedAt",
  case when m.sender is not null then jsonb_build_object('name', coalesce(m.sender_name, ''), 'address', m.sender) end as "from",
  m.subject, m.source, m.size, m.state, m.kind, m.handled_by as "handledBy", m.outcome, m.sender_proof as "senderProof",
  coalesce((select ticket_id from ticket_messages where inbound_mail_id = m.id limit 1),
    (select ticket_id from ticket_notes where inbound_mail_id = m.id limit 1)) as "ticketId",
  m.raw is not null as kept, exists (select from blocked_senders b where b.address = lower(m.sender)) as "senderBlocked", ${isOpen} as open`

/** Mails are counted up to this number beyond the page that is asked for. */
const countedBeyond = 1000

const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function matching({ state, outcome, open, q }: ReceivedMailFilter) {
  const words = q?.trim() ? contains(q.trim()) : undefined
  const parts = [
    sql`true`,
    state && sql`m.state = ${state}`,
    outcome && sql`m.outcome = ${outcome}`,
    open === true && isOpen,
    open === false && sql`not ${isOpen}`,
    words && sql`(m.subject ilike ${words} or m.sender ilike ${words} or m.sender_name ilike ${words})`
  ]
  return sql.join(
    parts.filter(part => typeof part === 'object'),
    sql` and `
  )
}

/** A page of the mails that came in, and their number, or that there are more than some beyond it. */
export async function listReceivedMails(
  trx: Trx,
  filter: ReceivedMailFilter,
  { skip, take, sort }: Pick<ListRequest<'receivedAt'>, 'skip' | 'take' | 'sort'>
): Promise<{ rows: ReceivedMail[]; total: number; capped: boolean }> {
  const where = matching(filter)
  const direction = sql.raw(sort.descending ? 'desc' : 'asc')
  const { rows } = await sql<ReceivedMail>`
    select ${columns} from inbound_mails m where ${where}
    order by m.received_at ${direction}, m.id ${direction} offset ${skip} limit ${take}`.execute(trx)
  const limit = skip + take + countedBeyond
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from (select from inbound_mails m where ${where} limit ${limit}) as counted`.execute(
    trx
  )
  const n = counted[0]?.n ?? 0
  return { rows, total: Math.max(n, skip + rows.length), capped: n === limit }
}

/** How many mails nothing took and nobody decided on. */
export async function countOpenMails(trx: Trx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from inbound_mails m where ${isOpen}`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Throws 404 where there is none. */
export async function findReceivedMail(trx: Trx, id: string): Promise<ReceivedMail> {
  const { rows } = await sql<ReceivedMail>`select ${columns} from inbound_mails m where m.id = ${id}`.execute(trx)
  const [mail] = rows
  if (!mail) throw new AppError('notFound', receivedMailTexts.notFound)
  return mail
}

/** Holds a mail until the transaction ends. Throws 404 where there is none. */
export async function holdReceivedMail(trx: Trx, id: string): Promise<ReceivedMail> {
  await sql`select from inbound_mails where id = ${id} for update`.execute(trx)
  return findReceivedMail(trx, id)
}

/** Notes that nothing is to be done about a mail; it is no longer open. */
export async function dismissMail(trx: Trx, id: string): Promise<void> {
  await holdReceivedMail(trx, id)
  await trx
    .updateTable('inbound_mails')
    .set({ decided_at: sql<string>`coalesce(decided_at, now())` })
    .where('id', '=', id)
    .execute()
  await announceMails(trx)
}
