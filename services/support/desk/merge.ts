import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { moveClocks } from '../tickets/clocks.ts'
import { announceDesk } from '../tickets/live.ts'
import { addChange, announceTicket, holdTicket } from '../tickets/messages.ts'
import { isOpen, ticketTexts } from '../tickets/rules.ts'
import type { TicketRules } from '../tickets/schema.ts'
import { setStatus } from '../tickets/states.ts'
import { agentOf, auditTicket, refuseMerged } from './change.ts'
import { companyOf } from './detail.ts'
import { deskTexts } from './rules.ts'
import type { Placing } from './schema.ts'
import type {} from './tables.ts'

/** An answer that is not delivered yet would change the state of the ticket that it comes to belong to. */
async function refuseOnItsWay(trx: Trx, companyId: string, ids: readonly string[]): Promise<void> {
  const waiting = await trx
    .selectFrom('ticket_messages')
    .select('id')
    .where('company_id', '=', companyId)
    .where('ticket_id', 'in', ids)
    .where('delivered_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (waiting) throw new AppError('conflict', deskTexts.onItsWay)
}

/**
 * Makes a ticket a part of another of the same company: its messages, files and notes go there, and its number answers
 * with where they are. Throws 409 where one of them is merged, an answer is on its way, or what is open would end in
 * what is over.
 */
export async function mergeTickets(
  trx: Trx,
  rules: TicketRules,
  id: string,
  into: string,
  actor: AuditActor
): Promise<void> {
  if (id === into) throw invalid({ into: deskTexts.itself })
  const [companyId, other] = [await companyOf(trx, id), await companyOf(trx, into)]
  if (companyId !== other) throw new AppError('conflict', deskTexts.otherCompany)
  // In the order of their ids, as two merges may cross.
  const held = new Map<string, Awaited<ReturnType<typeof holdTicket>>>()
  for (const each of [id, into].toSorted()) held.set(each, await holdTicket(trx, companyId, each))
  const [from, to] = [held.get(id), held.get(into)]
  if (!from || !to) throw new AppError('notFound', ticketTexts.notFound)
  refuseMerged(from)
  refuseMerged(to)
  if (isOpen(from.status) && !isOpen(to.status)) throw new AppError('conflict', deskTexts.over)
  await refuseOnItsWay(trx, companyId, [id, into])
  if (from.placed !== to.placed) throw new AppError('conflict', deskTexts.otherCompany)
  for (const table of ['ticket_messages', 'ticket_files', 'ticket_notes'] as const)
    await sql`
      update ${sql.table(table)} set ticket_id = ${into}
        ${table === 'ticket_messages' ? sql`, from_number = coalesce(from_number, ${from.number})` : sql``}
      where company_id = ${companyId} and ticket_id = ${id}`.execute(trx)
  for (const table of ['ticket_unread', 'ticket_watchers'] as const) {
    const who = sql.ref(table === 'ticket_unread' ? 'employee_id' : 'user_id')
    await sql`
      insert into ${sql.table(table)} (company_id, ticket_id, ${who})
      select company_id, ${into}, ${who} from ${sql.table(table)} where company_id = ${companyId} and ticket_id = ${id}
      on conflict do nothing`.execute(trx)
    await sql`delete from ${sql.table(table)} where company_id = ${companyId} and ticket_id = ${id}`.execute(trx)
  }
  const agent = agentOf(actor)
  await setStatus(trx, companyId, rules, from, 'closed', agent)
  await trx
    .updateTable('tickets')
    .set({ merged_into: into, issue_id: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  // Tickets that were merged into the one that goes are now a part of the other.
  await trx
    .updateTable('tickets')
    .set({ merged_into: into })
    .where('company_id', '=', companyId)
    .where('merged_into', '=', id)
    .execute()
  await sql`
    update tickets set version = version + 1,
      last_at = greatest(last_at, ${from.last_at}::timestamptz),
      last_by = case when ${from.last_at}::timestamptz > last_at then ${from.last_by} else last_by end,
      last_text = case when ${from.last_at}::timestamptz > last_at then ${from.last_text} else last_text end,
      first_answer_at = coalesce(first_answer_at, ${from.first_answer_at}::timestamptz)
    where company_id = ${companyId} and id = ${into}`.execute(trx)
  await addChange(trx, companyId, into, 'merged', ticketTexts.number(from.number), ticketTexts.number(to.number), agent)
  if (to.first_answer_at === null && from.first_answer_at !== null) await moveClocks(trx, companyId, into, rules)
  await auditTicket(trx, actor, 'ticket.merged', from, { to: [null, ticketTexts.number(to.number)] })
  for (const each of [id, into]) {
    await announceTicket(trx, companyId, each)
    await announceDesk(trx, each)
  }
}

/** Links two tickets, of whatever companies, or takes that back. */
export async function linkTickets(
  trx: Trx,
  id: string,
  otherId: string,
  linked: boolean,
  actor: AuditActor
): Promise<void> {
  if (id === otherId) throw invalid({ otherId: deskTexts.itself })
  const [first = '', second = ''] = [id, otherId].toSorted()
  const key = {
    from_company: await companyOf(trx, first),
    from_ticket: first,
    to_company: await companyOf(trx, second),
    to_ticket: second
  }
  if (linked)
    await trx
      .insertInto('ticket_links')
      .values(key)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else
    await trx
      .deleteFrom('ticket_links')
      .where('from_ticket', '=', first)
      .where('to_ticket', '=', second)
      .where('from_company', '=', key.from_company)
      .where('to_company', '=', key.to_company)
      .execute()
  const numbers = await trx.selectFrom('tickets').select(['id', 'number']).where('id', 'in', [id, otherId]).execute()
  const numberOf = (which: string) => numbers.find(each => each.id === which)?.number ?? 0
  await auditTicket(
    trx,
    actor,
    linked ? 'ticket.linked' : 'ticket.unlinked',
    { id, number: numberOf(id) },
    { to: [null, ticketTexts.number(numberOf(otherId))] }
  )
  for (const each of [id, otherId]) await announceDesk(trx, each)
}

/**
 * Says whose a ticket is. One that has a company leaves it only where its name is given, and where it has neither links
 * to others of the company nor a lead of it.
 */
export async function placeTicket(
  trx: Trx,
  rules: TicketRules,
  id: string,
  { companyId, requesterId = null, confirmName }: Placing,
  actor: AuditActor
): Promise<void> {
  const from = await companyOf(trx, id)
  const ticket = await holdTicket(trx, from, id)
  refuseMerged(ticket)
  const companies = await trx
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', 'in', [from, companyId])
    .execute()
  const target = companies.find(each => each.id === companyId)
  if (!target) throw invalid({ companyId: 'Empresa não encontrada com este ID' })
  const current = companies.find(each => each.id === from)
  if (ticket.placed && confirmName?.trim() !== current?.name)
    throw new AppError('conflict', deskTexts.placed, { code: 'CONFIRM_NAME' })
  const requester = requesterId === null ? null : await employeeOf(trx, companyId, requesterId)
  if (from !== companyId) await moveToCompany(trx, ticket, companyId)
  await trx
    .updateTable('tickets')
    .set({
      placed: true,
      version: sql<number>`version + 1`,
      requester_id: requester?.id ?? (from === companyId && ticket.placed ? ticket.requester_id : null),
      ...(requester && { requester_name: requester.name, requester_email: requester.email })
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  await moveClocks(trx, companyId, id, rules)
  await audit(trx, {
    ...actor,
    companyId: null,
    action: 'ticket.placed',
    object: { type: 'ticket', id, name: ticketTexts.number(ticket.number) },
    changes: { companyId: [ticket.placed ? from : null, companyId] }
  })
  for (const each of new Set([from, companyId])) await announceTicket(trx, each, id)
  await announceDesk(trx, id)
}

async function employeeOf(trx: Trx, companyId: string, id: string) {
  const employee = await trx
    .selectFrom('employees')
    .select(['id', 'name', 'email'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!employee) throw invalid({ requesterId: 'Escolha uma pessoa da empresa.' })
  return employee
}

/** The files are copied, as those of a company are its own, and the old ones end. */
async function moveToCompany(trx: Trx, ticket: { id: string; company_id: string }, companyId: string): Promise<void> {
  const { id, company_id: from } = ticket
  const { rows: bound } = await sql`
    select from tickets where company_id = ${from} and (previous_id = ${id} or merged_into = ${id}
      or id = ${id} and previous_id is not null) limit 1`.execute(trx)
  if (bound.length > 0)
    throw new AppError('conflict', 'Este chamado está ligado a outros da empresa e não pode sair dela.')
  await sql`
    insert into files (id, company_id, name, type, size, created_at, expires_at)
    select f.id, ${companyId}, f.name, f.type, f.size, f.created_at, f.expires_at from files f
    join ticket_files t on t.company_id = f.company_id and t.file_id = f.id
    where t.company_id = ${from} and t.ticket_id = ${id}`.execute(trx)
  await sql`
    insert into file_pieces (company_id, file_id, n, data)
    select ${companyId}, p.file_id, p.n, p.data from file_pieces p
    join ticket_files t on t.company_id = p.company_id and t.file_id = p.file_id
    where t.company_id = ${from} and t.ticket_id = ${id}`.execute(trx)
  const { rows: files } = await sql<{
    file_id: string
    message_id: string
    type: string
    name: string
    size: number
    created_at: string
    inline: boolean
    link_until: string | null
  }>`
    delete from ticket_files where company_id = ${from} and ticket_id = ${id}
    returning file_id, message_id, type, name, size, created_at, inline, link_until`.execute(trx)
  await sql`delete from ticket_unread where company_id = ${from} and ticket_id = ${id}`.execute(trx)
  await trx
    .updateTable('tickets')
    .set({ company_id: companyId, lead_id: null, origin_id: null, client_key: null })
    .where('company_id', '=', from)
    .where('id', '=', id)
    .execute()
  for (const file of files)
    await trx
      .insertInto('ticket_files')
      .values({ ...file, company_id: companyId, ticket_id: id, user_id: null } as never)
      .execute()
  await sql`delete from files where company_id = ${from} and id = any (${files.map(file => file.file_id)}::text[])`.execute(
    trx
  )
}
