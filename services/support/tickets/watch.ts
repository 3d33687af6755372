import { sql } from 'kysely'
import { eachAlone } from '../../core/alone.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { businessOf } from './clock.ts'
import { type ClockRow, clockRows, storeDues } from './clocks.ts'
import { announceDesk } from './live.ts'
import { announceTicket, holdTicket } from './messages.ts'
import { restDays, type TicketPriority } from './rules.ts'
import type { TicketRules } from './schema.ts'
import { readRules } from './settings.ts'
import { mailStaff } from './staffMail.ts'
import { setStatus } from './states.ts'

const portion = 200

type Clock = 'answer' | 'solution'

const breachTexts: Record<Clock, string> = {
  answer: 'Passou do prazo da primeira resposta.',
  solution: 'Passou do prazo da solução.'
}

/** Marks the clocks that have run out and notifies who answers, each breach once. Returns how many. */
export async function notifyOfBreaches(db: Db, config: Config): Promise<number> {
  let notified = 0
  const due: (Which & { clock: Clock })[] = []
  for (const clock of ['answer', 'solution'] as const) {
    const { rows } = await db.everyCompany(trx =>
      sql<Which>`
        select company_id, id from tickets t where ${hasRunOut(clock)} order by ${sql.ref(`${clock}_due_at`)}
        limit ${portion}`.execute(trx)
    )
    due.push(...rows.map(row => ({ ...row, clock })))
  }
  await eachAlone(due, nameOf, ({ company_id, id, clock }) =>
    db.everyCompany(async trx => {
      const { rows } = await sql`
        update tickets t set ${sql.ref(`${clock}_breach_at`)} = t.${sql.ref(`${clock}_due_at`)}
        where t.company_id = ${company_id} and t.id = ${id} and ${hasRunOut(clock)} returning t.id`.execute(trx)
      if (rows.length === 0) return
      await mailStaff(trx, config, company_id, id, { text: breachTexts[clock], cause: `breach ${clock}`, late: true })
      await announceDesk(trx, id)
      notified++
    })
  )
  return notified
}

type Which = { company_id: string; id: string }

const nameOf = ({ company_id, id }: Which) => `ticket ${id} of company ${company_id}`

const hasRunOut = (clock: Clock) =>
  sql<boolean>`t.${sql.ref(`${clock}_due_at`)} <= now() and t.${sql.ref(`${clock}_breach_at`)} is null`

const nobody = { id: null, name: 'Prosa' }

/** Closes resolved tickets that nobody wrote in for a week. Returns how many. */
export async function closeResting(db: Db): Promise<number> {
  let closed = 0
  const { rows } = await db.everyCompany(trx =>
    sql<Which>`select company_id, id from tickets where ${isResting} order by resolved_at`.execute(trx)
  )
  await eachAlone(rows, nameOf, ({ company_id, id }) =>
    db.everyCompany(async trx => {
      const { rows: still } = await sql`
        select from tickets where company_id = ${company_id} and id = ${id} and ${isResting}
        for update skip locked`.execute(trx)
      if (still.length === 0) return
      const { rules } = await readRules(trx)
      await setStatus(trx, company_id, rules, await holdTicket(trx, company_id, id), 'closed', nobody)
      await announceTicket(trx, company_id, id)
      closed++
    })
  )
  return closed
}

const isResting = sql<boolean>`status = 'resolved' and resolved_at < now() - ${restDays} * interval '1 day'
  and last_at < now() - ${restDays} * interval '1 day'`

/** Gives all open tickets the deadlines of the current rules. May be killed and run again at any point. */
export async function applyRules(db: Db): Promise<number> {
  let changed = 0
  const isOpen = sql<boolean>`status in ('open', 'in_progress', 'waiting') and merged_into is null`
  const { rows } = await db.everyCompany(trx =>
    sql<Which>`select company_id, id from tickets where ${isOpen} order by id`.execute(trx)
  )
  await eachAlone(rows, nameOf, ({ company_id, id }) =>
    db.everyCompany(async trx => {
      const { rows: held } = await sql<Which & { priority: TicketPriority }>`
        select company_id, id, priority from tickets where company_id = ${company_id} and id = ${id} and ${isOpen}
        for update`.execute(trx)
      if (held[0]) await applyTo(trx, (await readRules(trx)).rules, held[0])
      changed += held.length
    })
  )
  return changed
}

async function applyTo(
  trx: Trx,
  rules: TicketRules,
  { company_id, id, priority }: { company_id: string; id: string; priority: TicketPriority }
): Promise<void> {
  const rows = await clockRows(trx, company_id, id)
  const last = rows.at(-1)
  if (!last) return
  const target = rules.targets[last.plan as keyof TicketRules['targets']]?.[priority]
  const same = !target || (target.answer === last.answer_minutes && target.solution === last.solution_minutes)
  const next: ClockRow[] = same
    ? []
    : [
        {
          ...last,
          at: new Date(Math.max(Date.now(), Date.parse(last.at))).toISOString(),
          answer_minutes: target.answer,
          solution_minutes: target.solution
        }
      ]
  for (const row of next)
    await trx
      .insertInto('ticket_clock')
      .values({ company_id, ticket_id: id, ...row })
      .execute()
  await storeDues(trx, company_id, id, [...rows, ...next], businessOf(rules.hours))
}
