import { Value } from '@sinclair/typebox/value'
import type { Db, Trx } from '../../core/db.ts'
import { type PlanKey, planKeys } from '../../core/planKeys/rules.ts'
import { type TicketPriority, ticketPriorities } from './rules.ts'
import { TicketRules } from './schema.ts'
import type {} from './tables.ts'

type Target = { answer: number; solution: number }

/** Business minutes of the plan in the middle. */
const usual: Record<TicketPriority, Target> = {
  urgent: { answer: 60, solution: 8 * 60 },
  high: { answer: 4 * 60, solution: 16 * 60 },
  normal: { answer: 8 * 60, solution: 40 * 60 },
  low: { answer: 16 * 60, solution: 80 * 60 }
}

const pace: Record<PlanKey, number> = { basic: 2, pro: 1, advanced: 1, enterprise: 0.5 }

const byPriority = (times: number): Record<TicketPriority, Target> =>
  Object.fromEntries(
    ticketPriorities.map(priority => {
      const { answer, solution } = usual[priority]
      return [priority, { answer: answer * times, solution: solution * times }]
    })
  ) as Record<TicketPriority, Target>

/** The rules until staff change them: Monday to Friday, 8:00 to 18:00. */
const usualRules: TicketRules = {
  hours: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', closed: [] },
  targets: Object.fromEntries(planKeys.map(plan => [plan, byPriority(pace[plan])])) as TicketRules['targets']
}

/** The rules of the clocks, and how often they were changed. */
export async function readRules(trx: Trx): Promise<{ rules: TicketRules; version: number }> {
  const row = await trx.selectFrom('ticket_rules').select(['rules', 'version']).executeTakeFirst()
  return row && Value.Check(TicketRules, row.rules)
    ? { rules: row.rules, version: row.version }
    : { rules: usualRules, version: row?.version ?? 0 }
}

/** The same, before a transaction of a company, which cannot read them. */
export const rulesOf = async (db: Db): Promise<TicketRules> => (await db.everyCompany(readRules)).rules
