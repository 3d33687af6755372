import { sql } from 'kysely'
import { findUsage } from '../../account/plans/companyUsage.ts'
import type { Trx } from '../../core/db.ts'
import { companyOf } from './detail.ts'
import type { CompanyCard } from './schema.ts'

const shown = 10

/** The asking person, and facts that may explain the question. Throws 404 where there is no such ticket. */
export async function findCard(trx: Trx, ticketId: string): Promise<CompanyCard> {
  const companyId = await companyOf(trx, ticketId)
  const ticket = await trx
    .selectFrom('tickets as t')
    .innerJoin('companies as c', 'c.id', 't.company_id')
    .select(['t.placed', 't.requester_id', 't.context', 'c.name', 'c.plan', 'c.trial_ends_at', 'c.active'])
    .where('t.company_id', '=', companyId)
    .where('t.id', '=', ticketId)
    .executeTakeFirstOrThrow()
  const { placed } = ticket
  const usage = placed ? await findUsage(trx, companyId) : null
  const { rows: people } = await sql<NonNullable<CompanyCard['requester']>>`
    select id, name, email, role, active, seen_at as "seenAt" from employees
    where company_id = ${companyId} and id = ${ticket.requester_id} and ${placed}`.execute(trx)
  const { rows: signIns } = await sql<{ at: string; outcome: string }>`
    select s.at, s.outcome from sign_ins s
    join employees e on e.company_id = ${companyId} and e.id = ${ticket.requester_id} and e.user_id = s.user_id
    where s.outcome <> 'ok' and ${placed}
    order by s.at desc limit ${shown}`.execute(trx)
  const { rows: errors } = await sql<NonNullable<CompanyCard['error']>>`
    select route, message, status, last_at as "lastAt", count from error_log
    where request_ids @> array[${ticket.context.errorId ?? ''}] limit 1`.execute(trx)
  const { rows: previous } = await sql<CompanyCard['previous'][number]>`
    select id, number, subject, status, created_at as "createdAt" from tickets
    where company_id = ${companyId} and id <> ${ticketId} and merged_into is null and placed and ${placed}
    order by last_at desc, id desc limit ${shown}`.execute(trx)
  return {
    companyId: placed ? companyId : null,
    name: placed ? ticket.name : null,
    plan: placed ? ticket.plan : null,
    trialEndsAt: placed ? ticket.trial_ends_at : null,
    active: ticket.active,
    leads: usage?.leads ?? null,
    users: usage?.users ?? null,
    requester: people[0] ?? null,
    signIns,
    error: errors[0] ?? null,
    issues: await trx
      .selectFrom('known_issues')
      .select(['id', 'title'])
      .where('status', '=', 'open')
      .orderBy('created_at', 'desc')
      .limit(shown)
      .execute(),
    previous
  }
}
