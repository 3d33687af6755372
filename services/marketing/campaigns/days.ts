import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import type { Carrier } from './carrier.ts'
import { quietHours as quiet } from './rules.ts'

/** The last day also counts the mails of all days after it. */
const maxDays = 60

export type DayOfMails = { date: string; mails: number }

type Room = { perDay: number | null; today: string; left: number }

/**
 * On which days so many mails go, where a day takes so many.
 *
 * @param today YYYY-MM-DD in the company's time zone
 * @param left how many today still takes
 */
export function planDays(mails: number, { perDay, today, left }: Room): DayOfMails[] {
  if (mails <= 0) return []
  if (perDay === null || perDay <= 0) return [{ date: today, mails }]
  const days: DayOfMails[] = []
  const date = new Date(`${today}T00:00:00Z`)
  for (let waiting = mails, room = left; waiting > 0; room = perDay) {
    const some = days.length === maxDays - 1 ? waiting : Math.min(waiting, Math.max(0, room))
    if (some > 0) days.push({ date: date.toISOString().slice(0, 10), mails: some })
    waiting -= some
    date.setUTCDate(date.getUTCDate() + 1)
  }
  return days
}

type Sending = { mails: number; quietHours: boolean }

/**
 * On which days a campaign goes that reaches so many now: what today has taken already and what waits of other
 * campaigns that are being sent goes before it. One that keeps the quiet hours begins tomorrow once they have begun.
 */
export async function daysOf(
  trx: Trx,
  config: Config,
  companyId: string,
  carrier: Carrier,
  { mails, quietHours }: Sending
): Promise<DayOfMails[]> {
  const { limit: perDay, used } = await carrier.perDay(trx, config, companyId)
  const { rows } = await sql<{ today: string; tomorrow: string; evening: boolean; sent: number; ahead: number }>`
    select to_char(now() at time zone c.time_zone, 'YYYY-MM-DD') as today,
      to_char((now() at time zone c.time_zone) + interval '1 day', 'YYYY-MM-DD') as tomorrow,
      extract(hour from now() at time zone c.time_zone) >= ${quiet.from} as evening,
      coalesce((select case when l.day_began > now() - interval '1 day' then l.day_sent else 0 end from campaign_lanes l
        where l.company_id = c.id and l.carrier = ${carrier.kind}), 0) as sent,
      (select count(*)::integer from (select from campaign_recipients r
        join campaigns k on k.company_id = r.company_id and k.id = r.campaign_id
        where k.carrier = ${carrier.kind} and k.state = 'sending' and r.state in ('pending', 'deferred')
        limit 200000) as waiting) as ahead
    from companies c where c.id = ${companyId}`.execute(trx)
  const [company] = rows
  if (!company) return []
  const { ahead } = company
  const sent = used ?? company.sent
  const waits = quietHours && company.evening
  const today = waits ? company.tomorrow : company.today
  const left = perDay === null ? 0 : waits ? perDay : perDay - sent
  const before = planDays(ahead, { perDay, today, left })
  const last = before.at(-1)
  if (perDay === null || !last) return planDays(mails, { perDay, today, left })
  const room = (last.date === today ? left : perDay) - last.mails
  return planDays(mails, { perDay, today: last.date, left: room })
}
