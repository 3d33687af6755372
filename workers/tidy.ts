import { type RawBuilder, sql } from 'kysely'
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

/** Rows that go in one statement, which must end before the time limit of any. */
const rowsAtOnce = 20_000

/** Deletes a portion of the rows of a table for which a condition holds; returns how many. */
const deleteWhere =
  (table: string, condition: RawBuilder<unknown>) =>
  async (trx: Trx): Promise<number> => {
    const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(rowsAtOnce)}))`.execute(trx)
    return Number(numAffectedRows)
  }

/** Live events that no reader will ask for again. The oldest stand first in their index, so no other is looked at. */
async function deleteEvents(trx: Trx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from events where ctid = any (array(
      select ctid from (select ctid, created_at from events order by tx, id limit ${sql.lit(rowsAtOnce)}) as oldest
      where created_at < now() - interval '2 days'))`.execute(trx)
  return Number(numAffectedRows)
}

const inPortions = (portion: (trx: Trx) => Promise<number>) => async (db: Db) => {
  while ((await db.everyCompany(portion)) === rowsAtOnce);
}

const past = (days: number) => sql`now() - ${sql.lit(days)} * interval '1 day'`

/** Deletes log entries of a table that are older than the installation keeps logs. */
const deleteOldLogs = (table: string, time: string) => async (db: Db) => {
  const { logRetentionDays } = await db.everyCompany(readSettings)
  await inPortions(deleteWhere(table, sql`${sql.ref(time)} < ${past(logRetentionDays)}`))(db)
}

/** What is tidied, each for itself: one that fails leaves the others to be done. */
const steps: Record<string, (db: Db) => Promise<unknown>> = {
  events: inPortions(deleteEvents),
  throttles: inPortions(deleteWhere('throttles', sql`resets_at < now()`)),
  sessions: inPortions(deleteWhere('sessions', sql`coalesce(ended_at, expires_at) < ${past(90)}`)),
  signIns: deleteOldLogs('sign_ins', 'at'),
  errors: deleteOldLogs('error_log', 'last_at'),
  // A visitor's conversation has nobody who could delete it.
  visitorsChats: inPortions(deleteWhere('chat_sessions', sql`last_at < ${past(30)} and user_id is null`)),
  chats: inPortions(deleteWhere('chat_sessions', sql`last_at < ${past(365)}`)),
  proposals: db => db.everyCompany(expireProposals),
  files: inPortions(deleteWhere('files', sql`expires_at < now()`)),
  importRows: inPortions(deleteImportRows),
  operationRows: inPortions(deleteOperationRows),
  notifications: inPortions(deleteNotifications),
  distributed: inPortions(deleteDistributed),
  days: settleDays,
  counts: settleCounts,
  mailDays: inPortions(deleteWhere('mail_days', sql`day < current_date - 30`)),
  emailChanges: inPortions(deleteWhere('email_changes', sql`expires_at < now()`)),
  views: inPortions(deleteWhere('lead_views', sql`deleted_at < ${past(1)}`)),
  personLinks: inPortions(deleteWhere('person_accesses', sql`greatest(link_until, session_until) < now()`)),
  // Invitations that expired are shown to who sent them.
  links: inPortions(deleteWhere('account_links', sql`expires_at < ${past(30)} and kind <> 'invitation'`))
}

/**
 * Removes what has served its time, in portions, and brings the counts of days that are over together, and those of the
 * filters. Any number of workers may do so at once. Does everything that it can, then throws what failed.
 */
export async function tidy(db: Db): Promise<void> {
  const failures: Error[] = []
  for (const [name, step] of Object.entries(steps))
    await step(db).catch(error => failures.push(new Error(`${name} not tidied`, { cause: error })))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join(', '))
}

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
