import { type RawBuilder, sql } from 'kysely'
import { eachAlone } from '../../core/alone.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import { audit } from '../../platform/audit/queries.ts'
import { eraseLeads } from './erase.ts'

/** Leads erased in one transaction; for each, all texts of the company are searched once. */
const portion = 200

const runDays = 7

const machine = { actorId: null, actorName: 'Prazo de guarda', ip: null, requestId: null }

/** True where nothing has come from the person or been done for them since, and nothing is planned. */
const isOld = (since: RawBuilder<unknown>) => sql<boolean>`
  l.touched_at < ${since} and l.status_at < ${since} and (l.next_task_at is null or l.next_task_at < ${since})
  and l.merged_into is null
  and not exists (select from submissions s where s.company_id = l.company_id and s.lead_id = l.id and s.received_at >= ${since})
  and not exists (select from notes n where n.company_id = l.company_id and n.lead_id = l.id and n.created_at >= ${since})
  and not exists (select from tasks t where t.company_id = l.company_id and t.lead_id = l.id and t.created_at >= ${since})`

const monthsBefore = (now: Date, months: number) => sql`${now}::timestamptz - ${months} * interval '1 month'`

/** How many leads the company's retention would erase now. */
export async function countOld(trx: Trx, companyId: string, months: number, now = new Date()): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from leads l
    where l.company_id = ${companyId} and ${isOld(monthsBefore(now, months))}`.execute(trx)
  return rows[0]?.n ?? 0
}

type Due = { company_id: string; retention_months: number }

/**
 * Runs the retention of every company where it is due, a portion at a time; after an interruption the same run is
 * continued. Returns how many leads were erased.
 */
export async function runRetention(db: Db, config: Config, now = new Date()): Promise<number> {
  const due = await db.everyCompany(async trx => {
    const { rows } = await sql<Due>`
      select s.company_id, s.retention_months from privacy_settings s join companies c on c.id = s.company_id
      where s.retention_months is not null and s.retention_next <= (${now}::timestamptz at time zone c.time_zone)::date`.execute(
      trx
    )
    return rows
  })
  if (due.length === 0) return 0
  const key = await erasureKey(db, config)
  let erased = 0
  await eachAlone(
    due,
    ({ company_id }) => `company ${company_id}`,
    async ({ company_id, retention_months }) => {
      erased += await runCompany(db, key, company_id, retention_months, now)
      await conclude(db, company_id, now)
    }
  )
  return erased
}

async function runCompany(db: Db, key: Buffer, companyId: string, months: number, now: Date): Promise<number> {
  let erased = 0
  const kept: string[] = []
  for (;;) {
    const ids = await nextOld(db, companyId, months, now, kept)
    if (ids.length === 0) return erased
    const left = await eraseAll(db, key, companyId, ids)
    erased += ids.length - left.length
    kept.push(...left)
  }
}

/**
 * Erases the leads, and returns those that are mentioned elsewhere: the others are erased without them, and they wait
 * until somebody removes the mention.
 */
async function eraseAll(db: Db, key: Buffer, companyId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0 || (await eraseOld(db, key, companyId, ids))) return []
  if (ids.length === 1) return ids
  const middle = Math.ceil(ids.length / 2)
  return [
    ...(await eraseAll(db, key, companyId, ids.slice(0, middle))),
    ...(await eraseAll(db, key, companyId, ids.slice(middle)))
  ]
}

async function nextOld(db: Db, companyId: string, months: number, now: Date, kept: string[]): Promise<string[]> {
  return db.company({ id: companyId, held: true, deleted: true }, async trx => {
    const { rows } = await sql<{ id: string }>`
      select l.id from leads l where l.company_id = ${companyId} and l.id <> all (${kept}::text[])
        and ${isOld(monthsBefore(now, months))} order by l.id limit ${portion}`.execute(trx)
    return rows.map(({ id }) => id)
  })
}

/** False where something would be left. */
async function eraseOld(db: Db, key: Buffer, companyId: string, leadIds: string[]): Promise<boolean> {
  try {
    await eraseLeads(db, key, { companyId, leadIds, cause: 'retention', actor: machine }, async trx => {
      await sql`
        update privacy_settings set retention_done = retention_done + ${leadIds.length}
        where company_id = ${companyId}`.execute(trx)
    })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'STILL_THERE') return false
    throw error
  }
}

/** One audit entry for the run, however often it was continued. */
async function conclude(db: Db, companyId: string, now: Date): Promise<void> {
  await db.everyCompany(async trx => {
    const { rows } = await sql<{ done: number }>`
      with run as (
        select s.company_id, s.retention_done as done, (${now}::timestamptz at time zone c.time_zone)::date as today
        from privacy_settings s join companies c on c.id = s.company_id where s.company_id = ${companyId} for update of s
      )
      update privacy_settings s set retention_next = run.today + ${runDays}::integer, retention_done = 0
      from run where s.company_id = run.company_id and s.retention_next <= run.today returning run.done`.execute(trx)
    if (rows[0])
      await audit(trx, {
        ...machine,
        companyId,
        action: 'privacy.retention_run',
        changes: { leadCount: [rows[0].done, 0] }
      })
  })
}
