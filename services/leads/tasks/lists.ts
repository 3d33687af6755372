import { type SelectQueryBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { dayText } from '../../core/refusals/rules.ts'
import { isDay } from '../../core/rules.ts'
import type { Tables } from '../../core/tables.ts'
import { dayAt, momentOf } from '../../core/zones/rules.ts'
import { tasks, toTask } from './queries.ts'
import { type DayGroup, type DaySpan, dayGroups, daySpans } from './rules.ts'
import type { Task } from './schema.ts'
import type {} from './tables.ts'

/** `ownerId`: null for tasks that are nobody's. Days are those of the company's time zone. */
export type TaskFilter = {
  leadId?: string | undefined
  ownerId?: string | null | undefined
  done: boolean
  dueFrom?: string | undefined
  dueTo?: string | undefined
}

/** Tasks are counted up to this number. */
export const maxCounted = 10_000

type Named = SelectQueryBuilder<Tables & { t: Tables['tasks'] }, 't', object>

export const zoneOf = async (trx: Trx): Promise<string> =>
  (await trx.selectFrom('companies').select('time_zone').executeTakeFirstOrThrow()).time_zone

/** The beginning of a day, or of the day after it. */
const start = (day: string, zone: string, days = 0): string =>
  new Date(momentOf(Date.parse(day) + days * 86_400_000, zone)).toISOString()

function matching(query: Named, { leadId, ownerId, done, dueFrom, dueTo }: TaskFilter, zone: string): Named {
  for (const [field, day] of Object.entries({ dueFrom, dueTo }))
    if (day !== undefined && !isDay(day)) throw invalid({ [field]: dayText })
  return query
    .where('t.done_at', done ? 'is not' : 'is', null)
    .where('t.deleted_at', 'is', null)
    .$if(leadId !== undefined, it => it.where('t.lead_id', '=', leadId ?? ''))
    .$if(ownerId === null, it => it.where('t.owner_id', 'is', null))
    .$if(typeof ownerId === 'string', it => it.where('t.owner_id', '=', ownerId ?? ''))
    .$if(dueFrom !== undefined, it => it.where('t.due_at', '>=', start(dueFrom ?? '', zone)))
    .$if(dueTo !== undefined, it => it.where('t.due_at', '<', start(dueTo ?? '', zone, 1)))
}

/** Open tasks by due time, or completed ones, the latest first. */
export async function listTasks(trx: Trx, filter: TaskFilter, { skip = 0, take }: { skip?: number; take: number }) {
  const zone = filter.dueFrom || filter.dueTo ? await zoneOf(trx) : ''
  const rows = await (matching(tasks(trx) as never, filter, zone) as unknown as ReturnType<typeof tasks>)
    .orderBy(filter.done ? 't.done_at' : 't.due_at', filter.done ? 'desc' : 'asc')
    .orderBy('t.id')
    .offset(skip)
    .limit(take)
    .execute()
  return rows.map(toTask) satisfies Task[]
}

/** How many tasks match; `maxCounted` where there are at least so many. */
export async function countTasks(trx: Trx, filter: TaskFilter): Promise<number> {
  const zone = filter.dueFrom || filter.dueTo ? await zoneOf(trx) : ''
  const some = matching(trx.selectFrom('tasks as t').select('t.id') as never, filter, zone).limit(maxCounted)
  const { n } = await trx
    .selectFrom(some.as('some'))
    .select(row => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** How many open tasks are due on the days of each group, up to `maxCounted` together. */
export async function countGroups(
  trx: Trx,
  ownerId: string | null | undefined,
  now = Date.now()
): Promise<{ group: DayGroup; count: number }[]> {
  const zone = await zoneOf(trx)
  const spans = Object.entries(daySpans(dayAt(now, zone))) as [DayGroup, DaySpan][]
  const some = matching(trx.selectFrom('tasks as t').select('t.due_at') as never, { ownerId, done: false }, zone)
    .orderBy('t.due_at')
    .limit(maxCounted)
  const within = ({ from, to }: DaySpan) =>
    sql`(${from ? start(from, zone) : null}::timestamptz is null or due_at >= ${from ? start(from, zone) : null})
      and (${to ? start(to, zone, 1) : null}::timestamptz is null or due_at < ${to ? start(to, zone, 1) : null})`
  const row = await trx
    .selectFrom(some.as('some'))
    .select(spans.map(([group, span]) => sql<number>`count(*) filter (where ${within(span)})`.as(group)))
    .executeTakeFirstOrThrow()
  const counts = row as unknown as Partial<Record<DayGroup, number>>
  return dayGroups.flatMap(group => (counts[group] ? [{ group, count: counts[group] }] : []))
}
