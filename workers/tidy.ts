import { sql } from 'kysely'
import type { Logger } from 'pino'
import { resealSecondFactors } from '../services/auth/secondFactor.ts'
import type {} from '../services/auth/tables.ts'
import { expireProposals } from '../services/chat/cards.ts'
import type {} from '../services/chat/tables.ts'
import type { Config } from '../services/core/config.ts'
import type { Db, Trx } from '../services/core/db.ts'
import { settleDays } from '../services/dashboard/settle.ts'
import { importDays } from '../services/imports/rules.ts'
import { resealIntegrations } from '../services/integrations/queries.ts'
import { settleCounts } from '../services/leads/settle.ts'
import { undoDays } from '../services/operations/rules.ts'
import { resealErasureKey } from '../services/privacy/erased.ts'
import { readSettings } from '../services/settings/queries.ts'

const hour = 3600_000

/**
 * Removes what has served its time: live events that no reader will ask for again, counted attempts that are over,
 * sessions that ended three months ago, links that expired, saved views that were deleted, sign-ins and failures that are
 * older than logs are kept, and the old notifications, distributions and rows of bulk actions. Brings the counts of days
 * that are over together, and those of the filters. Any number of workers may do so at once.
 */
export async function tidy(db: Db): Promise<void> {
  await db.everyCompany(trx => sql`delete from events where created_at < now() - interval '2 days'`.execute(trx))
  await db.everyCompany(trx => sql`delete from throttles where resets_at < now()`.execute(trx))
  await db.everyCompany(trx =>
    sql`delete from sessions where coalesce(ended_at, expires_at) < now() - interval '90 days'`.execute(trx)
  )
  await db.everyCompany(async trx => {
    const { logRetentionDays } = await readSettings(trx)
    await sql`delete from sign_ins where at < now() - ${logRetentionDays} * interval '1 day'`.execute(trx)
    await sql`delete from error_log where last_at < now() - ${logRetentionDays} * interval '1 day'`.execute(trx)
  })
  // A visitor's conversation has nobody who could delete it.
  await db.everyCompany(async trx => {
    await sql`delete from chat_sessions where last_at < now() - interval '30 days' and user_id is null`.execute(trx)
    await sql`delete from chat_sessions where last_at < now() - interval '365 days'`.execute(trx)
    await expireProposals(trx)
  })
  await db.everyCompany(trx => sql`delete from files where expires_at < now()`.execute(trx))
  // So many rows that no statement could delete them all in time.
  for (const portion of [deleteImportRows, deleteOperationRows, deleteNotifications, deleteDistributed])
    while ((await db.everyCompany(portion)) === rowsAtOnce);
  await settleDays(db)
  await settleCounts(db)
  await db.everyCompany(async trx => {
    await sql`delete from mail_days where day < current_date - 30`.execute(trx)
    await sql`delete from email_changes where expires_at < now()`.execute(trx)
    await sql`delete from lead_views where deleted_at < now() - interval '1 day'`.execute(trx)
    await sql`delete from person_accesses where greatest(link_until, session_until) < now()`.execute(trx)
    // Invitations that expired are shown to who sent them.
    await sql`delete from account_links where expires_at < now() - interval '30 days' and kind <> 'invitation'`.execute(
      trx
    )
  })
}

const rowsAtOnce = 20_000

/** Rows of imports whose file is gone, a portion of them. Returns how many. */
async function deleteImportRows(trx: Trx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from import_rows where (company_id, import_id, row) in (
      select r.company_id, r.import_id, r.row from imports i
      join import_rows r on r.company_id = i.company_id and r.import_id = i.id
      where not exists (select from files f where f.company_id = i.company_id and f.id = i.file_id)
      limit ${rowsAtOnce})`.execute(trx)
  return Number(numAffectedRows)
}

/**
 * Rows of operations on many leads that can be neither undone nor gone on with any more, a portion of them. That a lead got
 * or lost tags, or was deleted and came back, stands nowhere else in its history, so these rows stay.
 */
async function deleteOperationRows(trx: Trx): Promise<number> {
  // A day more than the undoing has, so that one which was asked for in the last moment finds its rows.
  const { numAffectedRows = 0n } = await sql`
    delete from operation_rows where (company_id, operation_id, lead_id) in (
      select r.company_id, r.operation_id, r.lead_id from operations o
      join operation_rows r on r.company_id = o.company_id and r.operation_id = o.id and r.state = any (
        case when o.kind in ('addTags', 'removeTags') then array['waiting', 'skipped', 'kept']
          when o.kind = 'delete' then array['waiting', 'skipped', 'kept', 'changed']
          else array['waiting', 'skipped', 'kept', 'changed', 'undone'] end)
      where o.created_at < now() - ${Math.max(undoDays, importDays) + 1} * interval '1 day'
        and o.state not in ('queued', 'running', 'undoing')
      limit ${rowsAtOnce})`.execute(trx)
  return Number(numAffectedRows)
}

/** Days for which a person is reminded of what they have read, and of what they have not. */
const notificationDays = { read: 90, unread: 180 }

async function deleteNotifications(trx: Trx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from notifications where (company_id, id) in (
      select company_id, id from notifications
      where created_at < now() - ${notificationDays.read} * interval '1 day'
        and (read_at is not null or created_at < now() - ${notificationDays.unread} * interval '1 day')
      limit ${rowsAtOnce})`.execute(trx)
  return Number(numAffectedRows)
}

/** Days for which the reason is kept why a lead went to whom; that it did stands in the history of the lead. */
const distributionDays = 180

async function deleteDistributed(trx: Trx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from distribution_log where (company_id, id) in (
      select company_id, id from distribution_log
      where created_at < now() - ${distributionDays} * interval '1 day' limit ${rowsAtOnce})`.execute(trx)
  return Number(numAffectedRows)
}

/**
 * Tidies every hour and does what else is due then, the first time after one; returns the way to stop. At the start it
 * seals anew what an earlier key sealed, which is what a change of the key needs.
 */
export function startTidying(db: Db, config: Config, log: Logger, due: () => Promise<void>): () => void {
  const reseal = async () => {
    const count = await db.everyCompany(
      async trx =>
        (await resealSecondFactors(trx, config)) +
        (await resealIntegrations(trx, config)) +
        (await resealErasureKey(trx, config))
    )
    if (count > 0) log.info({ count }, 'secrets sealed with the current key')
  }
  const run = (work: () => Promise<void>, failed: string) =>
    work().catch(error => {
      log.warn({ err: error }, failed)
    })
  void run(reseal, 'secrets not sealed again')
  const hourly = () => Promise.all([run(() => tidy(db), 'not tidied'), run(due, 'not done what was due')])
  const timer = setInterval(() => void hourly(), hour)
  return () => clearInterval(timer)
}
