import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import type { InboundMail } from '../../core/mail.ts'
import { readReplyAddress } from '../../platform/inboundMail/addresses.ts'
import { openedByStranger, ticketOf } from './mail.ts'
import type { Requester } from './messages.ts'
import { openSources } from './rules.ts'
import type {} from './tables.ts'

/** A ticket that a mail belongs to; one that is not placed is nobody's company's yet. */
export type Found = {
  ticketId: string
  companyId: string
  placed: boolean
  /** A signed address proves that the author had a mail of the ticket; a Message-ID may be read elsewhere. */
  by: 'address' | 'reference'
}

/** Mails before a mail that are looked at, the nearest first. */
const maxReferences = 50

const bare = (id: string): string => id.replace(/^<|>$/g, '')

/** The subjects of the reply addresses among those that a mail was sent to. */
export const addressedIn = (config: Config, { recipients }: InboundMail) =>
  recipients
    .map(address => readReplyAddress(config, address))
    .filter(about => about !== null)
    .filter(about => about !== 'plain')

/**
 * The ticket whose address a mail was sent to, else that of the mails that it answers, or of the one that a bounce
 * returns; never that of its subject.
 */
export async function findPlace(trx: Trx, config: Config, mail: InboundMail): Promise<Found | undefined> {
  const addressed = addressedIn(config, mail).find(({ kind }) => kind === 'ticket')
  if (addressed) return placeOf(trx, addressed.id, 'address')
  const named = [...mail.references, ...(mail.report?.messageId ? [mail.report.messageId] : [])].map(bare)
  const latest = named.toReversed().slice(0, maxReferences)
  if (latest.length === 0) return undefined
  for (const id of latest.map(each => ticketOf(config, each))) {
    const found = id === undefined ? undefined : await placeOf(trx, id, 'reference')
    if (found) return found
  }
  const { rows } = await sql<{ ticket_id: string }>`
    select ticket_id from ticket_messages where mail_id = any (${latest}::text[])
    order by array_position(${latest}::text[], mail_id) limit 1`.execute(trx)
  return rows[0] && placeOf(trx, rows[0].ticket_id, 'reference')
}

async function placeOf(trx: Trx, id: string, by: Found['by']): Promise<Found | undefined> {
  const { rows } = await sql<Omit<Found, 'by'>>`
    select id as "ticketId", company_id as "companyId", placed from tickets where id = ${id} limit 1`.execute(trx)
  return rows[0] && { ...rows[0], by }
}

/**
 * Whether a message or a note was made of this mail before: 'same' of another delivery of it, 'other' of a mail with
 * its Message-ID and another sender or other contents; null where none was.
 */
export async function repetitionOf(
  trx: Trx,
  { id, messageId, contentHash }: Pick<InboundMail, 'id' | 'messageId' | 'contentHash'>
): Promise<'same' | 'other' | null> {
  const name = messageId === null ? null : bare(messageId)
  const hash = contentHash && Buffer.from(contentHash)
  const { rows } = await sql<{ same: boolean }>`
    with made as (
      select inbound_mail_id from ticket_messages where mail_id = ${name} or inbound_mail_id = ${id}
      union all select inbound_mail_id from ticket_notes where mail_id = ${name} or inbound_mail_id = ${id}
      -- All mails with one Message-ID except the first are named by their rows.
      union all select i.id from inbound_mails i where i.content_hash = ${hash}
        and i.state = 'handled' and i.handled_by in ('tickets', 'desk') and i.outcome <> 'repeated')
    select coalesce(bool_or(m.inbound_mail_id = ${id} or i.content_hash = ${hash}), false) as same
    from made m left join inbound_mails i on i.id = m.inbound_mail_id having count(*) > 0`.execute(trx)
  return rows[0] ? (rows[0].same ? 'same' : 'other') : null
}

export type Sender = Requester & { companyId: string }

/** The companies in which an address is that of somebody who may write tickets, or who asked in this one. */
export async function findSenders(trx: Trx, address: string, ticketId: string | null): Promise<Sender[]> {
  const { rows } = await sql<Sender>`
    select e.id, e.name, e.email, null as "userId", e.company_id as "companyId"
    from users u join employees e on e.user_id = u.id join companies c on c.id = e.company_id and c.active
    where lower(u.email) = ${address} and u.active and may_be_mailed(e)
      and (e.role = 'admin' or 'manage_tickets' = any (e.permissions) or exists (
        select from tickets t where t.id = ${ticketId} and t.company_id = e.company_id and t.requester_id = e.id
          and t.source in (${sql.join([...openSources])}))) limit 10`.execute(trx)
  return rows
}

/** True where a mail of the ticket went to one of these addresses too, or an answer of staff was copied to it. */
export async function isParticipant(trx: Trx, ticketId: string, addresses: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from ticket_messages where ticket_id = ${ticketId}
      and (data -> 'to' ?| ${[...addresses]}::text[] or data -> 'cc' ?| ${[...addresses]}::text[]) limit 1`.execute(trx)
  return rows.length > 0
}

/** The member of the staff who is known by an address and may answer tickets. */
export async function findStaff(trx: Trx, address: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from users
    where lower(email) = ${address} and active and role in ('global_admin', 'manager', 'employee')`.execute(trx)
  return rows[0]
}

/** True for the address of one of the provider's staff. */
export async function isStaff(trx: Trx, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where lower(email) = ${address} and role in ('global_admin', 'manager', 'employee')`.execute(trx)
  return rows.length > 0
}

/**
 * True where one of these addresses, of nobody who has an account once the ticket is a company's, opened the ticket.
 */
export async function isRequester(trx: Trx, { ticketId }: Found, addresses: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from tickets t where t.id = ${ticketId} and lower(t.requester_email) = any (${[...addresses]}::text[])
      and (not t.placed or ${openedByStranger('t')})`.execute(trx)
  return rows.length > 0
}
