import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { type About, foundIn, holds } from '../../core/erasure.ts'
import { forgotten } from '../../platform/inboundMail/forgotten.ts'

const erased = { text: 'Texto apagado: a pessoa pediu a exclusão dos dados.', name: 'Pessoa excluída' }

/** Emptied rows, and the mails that they came in. */
type Emptied = { id: string; inbound_mail_id: string | null }

/**
 * Tickets are kept, as they are between the company and the provider; those about the leads lose what names them, with
 * their files and mails, and so does every other message that mentions the people.
 */
export async function emptyTickets(trx: Trx, { companyId, ids, mentions }: About): Promise<number> {
  const has = (text: RawBuilder<unknown>) => holds(text, mentions.terms)
  // One that they opened themselves is about them, too.
  const named = sql`(lead_id = any (${[...ids]}::text[])
    or requester_id is null and ${foundIn('tickets', mentions)} and ${has(sql`requester_email`)})`
  const about = sql`ticket_id in (select id from tickets where company_id = ${companyId} and ${named})`
  const found = (table: string, text: RawBuilder<unknown>) =>
    sql`company_id = ${companyId} and (${about} or ${foundIn(table, mentions)} and ${has(text)})`
  // An author who is neither an employee nor staff is the person, or goes by their address.
  const author = (side: RawBuilder<unknown>) => sql`case when ${about} and author_id is null and ${side}
    or ${has(sql`author_name`)} then ${erased.name} else author_name end`
  const { rows: messages } = await sql<Emptied>`
    update ticket_messages set text = case when kind = 'text' then ${erased.text} else text end, data = data - '{quoted,to,cc}'::text[],
      author_name = ${author(sql`side = 'client'`)}
    where ${found('ticket_messages', sql`concat_ws(' ', text, author_name, data::text)`)}
    returning id, inbound_mail_id`.execute(trx)
  const { rows: notes } = await sql<Emptied>`
    update ticket_notes set text = ${erased.text}, author_name = ${author(sql`kind <> 'note'`)}
    where ${found('ticket_notes', sql`concat_ws(' ', text, author_name)`)} returning id, inbound_mail_id`.execute(trx)
  const messageIds = messages.map(({ id }) => id)
  // Nobody can say what is in a file, so those beside what names the person go.
  await sql`
    delete from files where company_id = ${companyId} and id in (
      select file_id from ticket_files where company_id = ${companyId} and (${about}
        or message_id = any (${messageIds}::text[]) or ${foundIn('ticket_files', mentions)} and ${has(sql`name`)}))`.execute(
    trx
  )
  const text = sql`concat_ws(' ', subject, last_text, rating_text, screen, context::text, requester_name, requester_email)`
  const requester = sql`requester_id is null and (${named} or ${has(sql`requester_name`)})`
  const { rows: tickets } = await sql<{ id: string }>`
    update tickets set lead_id = case when ${named} then null else lead_id end, subject = ${erased.text}, last_text = '',
      rating_text = null, screen = null, context = '{}',
      requester_name = case when ${requester} then ${erased.name} else requester_name end,
      requester_email = case when not ${requester} then requester_email end
    where company_id = ${companyId} and (${named} or ${foundIn('tickets', mentions)} and ${has(text)})
    returning id`.execute(trx)
  await forgetMails(trx, {
    companyId,
    messageIds,
    ticketIds: tickets.map(({ id }) => id),
    inboundIds: [...messages, ...notes].map(row => row.inbound_mail_id).filter(id => id !== null)
  })
  return tickets.length
}

type Mailed = { companyId: string; messageIds: string[]; ticketIds: string[]; inboundIds: string[] }

/** Answers that were mailed hold the subject and what was written, and mails that came in all of it. */
async function forgetMails(trx: Trx, { companyId, messageIds, ticketIds, inboundIds }: Mailed): Promise<void> {
  await sql`
    delete from account_mails where cause in (
      select 'ticket ' || id from ticket_messages
      where company_id = ${companyId} and (id = any (${messageIds}::text[]) or ticket_id = any (${ticketIds}::text[])))`.execute(
    trx
  )
  await sql`
    update inbound_mails set ${forgotten}, outcome = null
    where id = any (${inboundIds}::text[])`.execute(trx)
}
