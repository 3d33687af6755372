import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { isDay } from '../../core/rules.ts'
import { momentOf } from '../../core/zones/rules.ts'
import { deskZone } from '../tickets/clock.ts'
import type {} from '../tickets/tables.ts'
import type { FigureGroup, Figures } from './toolSchema.ts'

const day = 86_400_000
const maxDays = 400

const group = sql<FigureGroup>`count(*)::integer as tickets,
  (count(*) filter (where status in ('open', 'in_progress', 'waiting')))::integer as open,
  (count(*) filter (where status in ('resolved', 'closed')))::integer as solved,
  (count(*) filter (where reopened > 0))::integer as reopened,
  (percentile_disc(0.5) within group (order by answer_spent)
    filter (where first_answer_at is not null))::integer as "answerMinutes",
  (percentile_disc(0.5) within group (order by solution_spent))::integer as "solutionMinutes",
  (count(*) filter (where answer_breach_at is not null))::integer as "answerLate",
  (count(*) filter (where solution_breach_at is not null))::integer as "solutionLate",
  count(rating)::integer as rated, round(avg(rating), 2)::float8 as satisfaction`

/**
 * The figures of the tickets opened from one day to another, both included. Throws 400 for days that are none or too
 * many.
 */
export async function readFigures(trx: Trx, { from, to }: { from: string; to: string }): Promise<Figures> {
  if (!isDay(from) || !isDay(to) || to < from || Date.parse(to) - Date.parse(from) > maxDays * day)
    throw invalid({ to: `Escolha um período de até ${maxDays} dias.` })
  const start = new Date(momentOf(Date.parse(from), deskZone)).toISOString()
  const end = new Date(momentOf(Date.parse(to) + day, deskZone)).toISOString()
  const period = sql`merged_into is null and spam_at is null and created_at >= ${start} and created_at < ${end}`
  const { rows: now } = await sql<Pick<Figures, 'backlog' | 'overdue'>>`
    select count(*)::integer as backlog, (count(*) filter (where due_at <= now()))::integer as overdue
    from tickets where merged_into is null and status in ('open', 'in_progress', 'waiting')`.execute(trx)
  const { rows: all } = await sql<FigureGroup>`select ${group} from tickets where ${period}`.execute(trx)
  const { rows: byPerson } = await sql<Figures['byPerson'][number]>`
    select assignee_id as id, max(assignee_name) as name, ${group} from tickets where ${period}
    group by assignee_id order by count(*) desc limit 200`.execute(trx)
  const { rows: byCategory } = await sql<Figures['byCategory'][number]>`
    select category, ${group} from tickets where ${period} group by category order by count(*) desc`.execute(trx)
  return {
    backlog: now[0]?.backlog ?? 0,
    overdue: now[0]?.overdue ?? 0,
    all: all[0] as FigureGroup,
    byPerson,
    byCategory
  }
}
