import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { Pace } from './carrier.ts'
import type { Holder } from './ledger.ts'
import type { CarrierKind } from './rules.ts'

/** Seconds for which a lane belongs to a worker that gives no sign of life. */
export const leaseSeconds = 20

type Lane = { failures: number; hourSent: number; hourLeft: number; daySent: number; dayLeft: number }

/**
 * Takes the lane for this worker alone, or keeps it. Undefined where another has it, or it rests. `hourLeft` and
 * `dayLeft`: seconds until the counts of the hour and the day begin again.
 */
export async function takeLane(
  trx: Trx,
  companyId: string,
  carrier: CarrierKind,
  holder: Holder
): Promise<Lane | undefined> {
  const { rows } = await sql<Lane>`
    insert into campaign_lanes as l (company_id, carrier, holder, leased_until, hour_began, day_began)
    values (${companyId}, ${carrier}, ${holder}, now() + ${leaseSeconds} * interval '1 second', now(), now())
    on conflict (company_id, carrier) do update set holder = excluded.holder, leased_until = excluded.leased_until,
      hour_sent = case when l.hour_began > now() - interval '1 hour' then l.hour_sent else 0 end,
      hour_began = case when l.hour_began > now() - interval '1 hour' then l.hour_began else now() end,
      day_sent = case when l.day_began > now() - interval '1 day' then l.day_sent else 0 end,
      day_began = case when l.day_began > now() - interval '1 day' then l.day_began else now() end
    where (l.holder = excluded.holder or coalesce(l.leased_until < now(), true))
      and coalesce(l.rest_until < now(), true)
    returning failures, hour_sent as "hourSent", day_sent as "daySent",
      extract(epoch from hour_began + interval '1 hour' - now())::float as "hourLeft",
      extract(epoch from day_began + interval '1 day' - now())::float as "dayLeft"`.execute(trx)
  return rows[0]
}

/** Gives the lane up, for another worker to take at once. */
export const leaveLane = (trx: Trx, companyId: string, carrier: CarrierKind, holder: Holder) =>
  sql`update campaign_lanes set holder = null, leased_until = null
    where company_id = ${companyId} and carrier = ${carrier} and holder = ${holder}`.execute(trx)

/** Nothing is sent for these seconds; `reason`: `limit` where too many people were written to. */
export const restLane = (
  trx: Trx,
  companyId: string,
  carrier: CarrierKind,
  seconds: number,
  reason: 'limit' | null = null
) =>
  sql`update campaign_lanes set rest_until = now() + ${seconds} * interval '1 second', rest_reason = ${reason}
    where company_id = ${companyId} and carrier = ${carrier}`.execute(trx)

/**
 * Counts what was handed over, and runs in a row that ended because the other side did not answer: `reached` says that
 * it did, `failed` that this run ends so. Returns how many.
 */
export async function countLane(
  trx: Trx,
  companyId: string,
  carrier: CarrierKind,
  { sent, reached, failed }: { sent: number; reached: boolean; failed: boolean }
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update campaign_lanes set hour_sent = hour_sent + ${sent}, day_sent = day_sent + ${sent},
      failures = case when ${reached} then 0 when ${failed} then failures + 1 else failures end
    where company_id = ${companyId} and carrier = ${carrier} returning failures`.execute(trx)
  return rows[0]?.failures ?? 0
}

/** How many may be sent now, and where it is none, seconds until there is room. */
export function roomOf({ perHour, perDay }: Pace, lane: Lane): { room: number; wait: number } {
  const hour = perHour === null ? Number.POSITIVE_INFINITY : perHour - lane.hourSent
  const day = perDay === null ? Number.POSITIVE_INFINITY : perDay - lane.daySent
  const room = Math.max(0, Math.min(hour, day))
  return { room, wait: room > 0 ? 0 : Math.max(1, day <= 0 ? lane.dayLeft : lane.hourLeft) }
}

/** Seconds before a server that was not reached is tried again, by how many runs it failed. */
export const restAfter = (failures: number): number => Math.min(60, 2 ** failures)
