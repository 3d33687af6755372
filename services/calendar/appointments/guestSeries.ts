import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { takeLocks } from '../../core/locks.ts'
import { type Facts, type Guest, readFacts } from './guestFacts.ts'
import { guestNews, type News } from './guestNews.ts'
import { type Key, take } from './guestRows.ts'
import { seriesLimits } from './repeat.ts'
import type {} from './tables.ts'

/** A guest of one appointment, and what they are to hear of it. */
export type Due = { guest: Guest; facts: Facts; news: News }

/** Has one worker at a time look at a guest of a series, so that all its news of one moment go into one mail. */
export async function lockSeries(trx: Trx, { companyId, appointmentId, leadId }: Key): Promise<void> {
  const row = await trx
    .selectFrom('appointments')
    .select('series_id')
    .where('id', '=', appointmentId)
    .executeTakeFirst()
  if (row?.series_id) await takeLocks(trx, companyId, `series ${row.series_id} ${leadId}`)
}

/** Takes the same guest of the other appointments of a series who are to hear the same kind of news; by their times. */
export async function withSeries(trx: Trx, due: Due, now: number): Promise<Due[]> {
  const { guest, facts, news } = due
  const { series_id: series } = facts.row
  if (series === null || news.kind === 'reminder') return [due]
  const rows = await trx
    .selectFrom('appointment_guests as g')
    .innerJoin('appointments as a', join =>
      join.onRef('a.company_id', '=', 'g.company_id').onRef('a.id', '=', 'g.appointment_id')
    )
    .selectAll('g')
    .where('a.series_id', '=', series)
    .where('g.lead_id', '=', guest.lead_id)
    .where('g.appointment_id', '<>', guest.appointment_id)
    .where('g.due_at', '<=', sql<string>`now()`)
    .where(({ or, eb }) => or([eb('g.claimed_until', 'is', null), eb('g.claimed_until', '<', sql<string>`now()`)]))
    .limit(seriesLimits.times)
    .execute()
  const all = [due]
  for (const row of rows) {
    const others = await readFacts(trx, row)
    const same = others && guestNews(others.facts, others.reminders, now)
    if (!others || same?.kind !== news.kind || same.method !== news.method) continue
    all.push({ guest: await take(trx, row), facts: others, news: same })
  }
  return all.sort((a, b) => Date.parse(a.facts.row.starts_at) - Date.parse(b.facts.row.starts_at))
}
