import { sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import { leadStatuses } from '../leads/rules.ts'
import type { Figures } from './schema.ts'
import type {} from './tables.ts'

const day = 24 * 3600_000
const addDays = (value: string, days: number): string =>
  new Date(new Date(`${value}T00:00:00Z`).getTime() + days * day).toISOString().slice(0, 10)

export type Period = { from: string; to: string; owner: string | undefined; owners: string[] | null }

type Sums = {
  status: (typeof leadStatuses)[number]
  now: boolean
  n: number
  reached: number
  waited: number
  entered: number
}

/**
 * The figures of the leads received from one day to another, both included, in the company's time zone. Read from kept
 * sums (migration 19), never from the leads.
 */
export async function findFigures(trx: Trx, companyId: string, period: Period): Promise<Figures> {
  const { from, to } = period
  const length = Math.round((Date.parse(to) - Date.parse(from)) / day) + 1
  const before = addDays(from, -length)
  const chosen = sql`company_id = ${companyId}
    and (${period.owner ?? null}::text is null or owner_id = ${period.owner === 'none' ? '' : (period.owner ?? '')})
    and (${period.owners}::text[] is null or owner_id = any (${period.owners}::text[]))`
  const within = sql`${chosen} and day between ${from}::date and ${to}::date`

  const { rows: sums } = await sql<Sums>`
    select status, day >= ${from}::date as now, sum(n) as n, sum(reached) as reached, sum(waited) as waited,
      sum(entered) as entered
    from lead_days where ${chosen} and day between ${before}::date and ${to}::date group by 1, 2`.execute(trx)
  const { rows: days } = await sql<{ day: string; received: number; converted: number }>`
    select day, sum(n)::integer as received, coalesce(sum(n) filter (where status = 'converted'), 0)::integer as converted
    from lead_days where ${within} group by day order by day`.execute(trx)
  const { rows: sources } = await sql<{ source: string; campaign: string; received: number; converted: number }>`
    select source, campaign, sum(n)::integer as received,
      coalesce(sum(n) filter (where status = 'converted'), 0)::integer as converted
    from lead_days where ${within} group by 1, 2 having sum(n) > 0 order by 3 desc, 1, 2 limit 12`.execute(trx)
  const { rows: lost } = await sql<{ reason: string; count: number }>`
    select lost_reason as reason, sum(n)::integer as count
    from lead_days where ${within} and status = 'lost' group by 1 having sum(n) > 0 order by 2 desc, 1 limit 12`.execute(
    trx
  )
  const { rows: owners } = await sql<{
    owner_id: string
    name: string | null
    received: number
    converted: number
    reached: number
    waited: number
  }>`
    select d.*, e.name from (
      select owner_id, sum(n)::integer as received, coalesce(sum(n) filter (where status = 'converted'), 0)::integer as converted,
        sum(reached)::integer as reached, sum(waited) as waited
      from lead_days where ${within} group by 1 having sum(n) > 0 order by 2 desc limit 20
    ) d left join employees e on e.company_id = ${companyId} and e.id = d.owner_id order by received desc`.execute(trx)

  const total = (now: boolean, of?: string) => {
    const rows = sums.filter(row => row.now === now && (of === undefined || row.status === of))
    const sum = (field: 'n' | 'reached' | 'waited') => rows.reduce((so, row) => so + Number(row[field]), 0)
    return { n: sum('n'), minutes: minutes(sum('waited'), sum('reached')) }
  }
  const figure = (of: (now: boolean) => number | null) => ({ now: of(true), before: of(false) })
  const share = (part: number, of: number) => (of === 0 ? null : part / of)
  const seconds = Date.now() / 1000
  const received = new Map(days.map(row => [row.day, row]))
  return {
    from,
    to,
    received: figure(now => total(now).n),
    contacted: figure(now => total(now, 'contacted').n),
    scheduled: figure(now => total(now, 'scheduled').n),
    converted: figure(now => total(now, 'converted').n),
    conversion: figure(now => share(total(now, 'converted').n, total(now).n)),
    firstContactMinutes: figure(now => total(now).minutes),
    days: Array.from({ length }, (_, n) => {
      const at = addDays(from, n)
      return { day: at, received: received.get(at)?.received ?? 0, converted: received.get(at)?.converted ?? 0 }
    }),
    funnel: leadStatuses.map(status => {
      const row = sums.find(each => each.now && each.status === status)
      const count = Number(row?.n ?? 0)
      return {
        status,
        count,
        averageDays: count > 0 ? Math.max(0, (seconds - Number(row?.entered) / count) / 86_400) : null
      }
    }),
    sources,
    lost,
    owners: owners.map(row => ({
      ownerId: row.owner_id || null,
      name: row.name,
      received: row.received,
      converted: row.converted,
      firstContactMinutes: minutes(Number(row.waited), Number(row.reached))
    }))
  }
}

const minutes = (seconds: number, count: number): number | null => (count > 0 ? seconds / count / 60 : null)
