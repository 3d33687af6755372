import { sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import { cut } from '../../core/rules.ts'
import { moveClocks } from './clocks.ts'
import { announceDesk } from './live.ts'
import { mailAnswer } from './mail.ts'
import { holdTicket } from './messages.ts'
import { type TicketStatus, ticketTexts } from './rules.ts'
import type { TicketRules } from './schema.ts'
import { readRules } from './settings.ts'
import { setStatus } from './states.ts'

/** Answers of one round. */
const portion = 100

type Due = {
  id: string
  company_id: string
  ticket_id: string
  author_id: string | null
  author_name: string
  text: string
  data: { status?: TicketStatus; cc?: string[] }
  created_at: string
}

/**
 * Delivers the answers of staff whose moment to be taken back has passed. Returns how many. One that fails does not
 * keep the others: it throws once they are delivered.
 */
export async function deliverAnswers(db: Db, config: Config): Promise<number> {
  let delivered = 0
  const failed: string[] = []
  const failures: unknown[] = []
  for (let more = true; more && delivered + failed.length < portion; ) {
    let id: string | undefined
    try {
      more = await db.everyCompany(async trx => {
        const answer = await nextDue(trx, failed)
        id = answer?.id
        if (answer) await deliver(trx, config, (await readRules(trx)).rules, answer)
        return answer !== undefined
      })
      if (more) delivered++
    } catch (error) {
      if (id === undefined) throw error
      failed.push(id)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return delivered
}

/** The answer that is due for longest, held for this transaction. */
async function nextDue(trx: Trx, without: readonly string[]): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select id, company_id, ticket_id, author_id, author_name, text, data, created_at from ticket_messages
    where delivered_at is null and due_at <= now() and id <> all (${[...without]}::text[])
    order by due_at limit 1 for update skip locked`.execute(trx)
  return rows[0]
}

async function deliver(trx: Trx, config: Config, rules: TicketRules, answer: Due): Promise<void> {
  const { id, company_id: companyId, ticket_id: ticketId, author_name: name, text } = answer
  await trx
    .updateTable('ticket_messages')
    .set({ delivered_at: sql<string>`now()`, due_at: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  const ticket = await holdTicket(trx, companyId, ticketId)
  const first = ticket.first_answer_at === null
  await trx
    .updateTable('tickets')
    .set({
      ...(first && { first_answer_at: answer.created_at }),
      last_at: sql<string>`greatest(last_at, ${answer.created_at}::timestamptz)`,
      last_by: 'staff',
      last_text: cut(text.replace(/\s+/g, ' ').trim(), 200),
      version: sql<number>`version + 1`
    })
    .where('company_id', '=', companyId)
    .where('id', '=', ticketId)
    .execute()
  // The clocks stop when it was written: an answer in time is not late for the moment in which it can be undone.
  const at = Date.parse(answer.created_at)
  const status = await stateAfter(trx, answer, ticket.status)
  if (status !== ticket.status)
    await setStatus(trx, companyId, rules, ticket, status, { id: answer.author_id, name }, at)
  else if (first) await moveClocks(trx, companyId, ticketId, rules, at)
  // A ticket of nobody has no company whose people could read it.
  if (ticket.placed) await announceToCompany(trx, companyId, ticketId, ticket.requester_id)
  const files = await trx
    .selectFrom('ticket_files')
    .select(['file_id as fileId', 'name', 'type', 'size'])
    .where('company_id', '=', companyId)
    .where('message_id', '=', id)
    .orderBy('created_at')
    .orderBy('file_id')
    .execute()
  const answered = { ticketId, messageId: id, text, author: name, files, copies: answer.data.cc ?? [] }
  await mailAnswer(trx, config, companyId, answered)
  await announceDesk(trx, ticketId)
}

/**
 * Where the company wrote again after the answer, the ticket does not wait for it; where somebody changed the state
 * since, that stays, unless it was the delivery of an answer that changed it.
 */
async function stateAfter(trx: Trx, { data, company_id, ticket_id, created_at }: Due, now: TicketStatus) {
  const wanted = data.status ?? 'waiting'
  if (now === 'closed') return now
  const { rows } = await sql`
    select from ticket_messages c
    where c.company_id = ${company_id} and c.ticket_id = ${ticket_id} and c.kind = 'change' and c.created_at > ${created_at}
      and c.data ->> 'change' = 'status' and c.data ->> 'by' is null
    limit 1`.execute(trx)
  if (rows.length > 0) return now
  const later = await trx
    .selectFrom('ticket_messages')
    .select('id')
    .where('company_id', '=', company_id)
    .where('ticket_id', '=', ticket_id)
    .where('side', '=', 'client')
    .where('created_at', '>', created_at)
    .limit(1)
    .executeTakeFirst()
  return later ? 'in_progress' : wanted
}

/** Everybody who may read the ticket has it unread; who asked is notified, or the admins where they have left. */
async function announceToCompany(
  trx: Trx,
  companyId: string,
  ticketId: string,
  requesterId: string | null
): Promise<void> {
  await sql`
    insert into ticket_unread (company_id, employee_id, ticket_id)
    select e.company_id, e.id, ${ticketId} from employees e
    where e.company_id = ${companyId} and e.active and (e.role = 'admin' or 'manage_tickets' = any (e.permissions))
    on conflict do nothing`.execute(trx)
  const { rows } = await sql<{ id: string; role: string }>`
    select id, role from employees e where e.company_id = ${companyId} and e.active
      and (e.role = 'admin' or e.id = ${requesterId} and 'manage_tickets' = any (e.permissions))`.execute(trx)
  const requesters = rows.filter(({ id }) => id === requesterId)
  const employees = (requesters.length > 0 ? requesters : rows).map(({ id }) => id)
  const { number } = await trx
    .selectFrom('tickets')
    .select('number')
    .where('company_id', '=', companyId)
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow()
  await notify(
    trx,
    {
      companyId,
      kind: 'ticket_answered',
      leadId: null,
      title: `Resposta no chamado ${ticketTexts.number(number)}`,
      // No subject: it may name somebody who is to be forgotten, and a notice is not found again by that.
      body: 'A equipe de suporte respondeu.',
      link: `/tickets/${ticketId}`
    },
    { employees }
  )
  await announce(trx, { companyId, kind: 'ticket-changed', data: { ticketId } })
}
