import { sql } from 'kysely'
import type { Config } from '../core/config.ts'
import type { Db, Trx } from '../core/db.ts'
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

/** Marks the clocks that have run out and tells who answers, each breach once. Returns how many. */
export async function tellBreaches(db: Db, config: Config): Promise<number> {
  let told = 0
  for (const clock of ['answer', 'solution'] as const)
    told += await db.everyCompany(async trx => {
      const [due, breach] = [sql.ref(`${clock}_due_at`), sql.ref(`${clock}_breach_at`)]
      const { rows } = await sql<{ company_id: string; id: string }>`
        with due as (
          select company_id, id from tickets where ${due} <= now() and ${breach} is null
          order by ${due} limit ${portion} for update skip locked
        )
        update tickets t set ${sql.raw(`${clock}_breach_at`)} = t.${due} from due d
        where t.company_id = d.company_id and t.id = d.id returning t.company_id, t.id`.execute(trx)
      for (const { company_id, id } of rows) {
        await mailStaff(trx, config, company_id, id, { text: breachTexts[clock], cause: `breach ${clock}`, late: true })
        await announceDesk(trx, id)
      }
      return rows.length
    })
  return told
}

const nobody = { id: null, name: 'Prosa' }

/** Closes resolved tickets that nobody wrote in for a week. Returns how many. */
export async function closeResting(db: Db): Promise<number> {
  let closed = 0
  for (let found = portion; found === portion; closed += found)
    found = await db.everyCompany(async trx => {
      const { rules } = await readRules(trx)
      const { rows } = await sql<{ company_id: string; id: string }>`
        select company_id, id from tickets
        where status = 'resolved' and resolved_at < now() - ${restDays} * interval '1 day'
          and last_at < now() - ${restDays} * interval '1 day'
        order by resolved_at limit ${portion} for update skip locked`.execute(trx)
      for (const { company_id, id } of rows) {
        await setStatus(trx, company_id, rules, await holdTicket(trx, company_id, id), 'closed', nobody)
        await announceTicket(trx, company_id, id)
      }
      return rows.length
    })
  return closed
}

/** Gives all open tickets the deadlines of the current rules. May be killed and run again at any point. */
export async function applyRules(db: Db): Promise<number> {
  let [last, changed] = ['', 0]
  for (let found = portion; found === portion; changed += found)
    found = await db.everyCompany(async trx => {
      const { rules } = await readRules(trx)
      const { rows } = await sql<{ company_id: string; id: string; priority: TicketPriority }>`
        select company_id, id, priority from tickets
        where status in ('open', 'in_progress', 'waiting') and merged_into is null and id > ${last}
        order by id limit ${portion} for update`.execute(trx)
      for (const row of rows) await applyTo(trx, rules, row)
      last = rows.at(-1)?.id ?? last
      return rows.length
    })
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
