import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError, isRefused } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { openFile } from '../../platform/files/store.ts'
import { waitingDays } from '../dashboard/rules.ts'
import { erasureKey } from '../erased/people.ts'
import { fieldsWith, leadFields } from '../leads/fields.ts'
import { failOperation } from '../operations/fail.ts'
import { maxTags } from '../tags/rules.ts'
import { groupFaults } from './faults.ts'
import { readLookups } from './lookups.ts'
import { matchRows, nextRange, refuseErased } from './match.ts'
import { readingOf } from './queries.ts'
import { type Portion, readRows } from './reading.ts'
import { type RowOutcome, rowOutcomes } from './rules.ts'
import type { ImportSettings, KeptCounts, Reading, Undated } from './schema.ts'

/** Rows of one transaction. */
const portion = 2000

export type Checked = {
  id: string
  file_id: string
  reading: Reading
  settings: ImportSettings
  check_id: string
  staged: number
}

/**
 * Reads the file, finds repeated people in it, and plans the outcome of each row. Each portion is stored with the
 * progress, so that another run continues there, and concurrent runs do nothing twice.
 */
export async function checkImport(db: Db, companyId: string, importId: string, config: Config): Promise<void> {
  const found = await db.company(companyId, trx => findChecked(trx, importId))
  if (!found) return
  try {
    await stageRows(db, companyId, found)
    await planRows(db, companyId, found, await erasureKey(db, config))
  } catch (error) {
    if (!isRefused(error)) throw error
    await failOperation(db, companyId, found.check_id, error)
  }
}

async function findChecked(trx: Trx, importId: string): Promise<Checked | undefined> {
  const row = await trx
    .selectFrom('imports as i')
    .innerJoin('operations as o', join =>
      join.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.check_id')
    )
    .select(['i.id', 'i.file_id', 'i.reading', 'i.settings', 'i.check_id', 'i.staged'])
    .where('i.id', '=', importId)
    .where('o.state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return row?.settings && row.check_id ? ({ ...row, reading: readingOf(row) } as Checked) : undefined
}

async function stageRows(db: Db, companyId: string, found: Checked): Promise<void> {
  const source = await openFile(db, companyId, found.file_id)
  if (!source) throw new AppError('invalid', 'O arquivo desta importação já foi apagado. Envie-o de novo.')
  const lookups = await db.company(companyId, readLookups)
  const { reading, settings, staged } = found
  // Reading overlaps with storing the previous portion, whose failure surfaces at the next await.
  let storing = Promise.resolve(true)
  const keep = async (portion: Portion) => {
    if (!(await storing)) return false
    storing = db.company(companyId, trx => stagePortion(trx, companyId, found, portion))
    storing.catch(() => {})
    return true
  }
  try {
    await readRows(companyId, source, { reading, settings, lookups, staged }, keep)
    await storing
  } finally {
    // Let the storing finish before the failure of the reading is thrown.
    await storing.catch(() => {})
  }
}

/** The columns of a row. A time without its distance from UTC is one of the company's zone. */
const rowColumns = fieldsWith('imported').map(name => {
  const { column, type } = leadFields[name]
  if (type !== 'timestamptz') return { column, type, value: undefined }
  const text = sql.ref(column)
  const value = sql`case when ${text} ~ '[+-]\\d\\d:\\d\\d$' then ${text}::timestamptz else ${text}::timestamp at time zone c.time_zone end`
  return { column, type: 'text', value }
})

/** False where the check was cancelled meanwhile. */
async function stagePortion(
  trx: Trx,
  companyId: string,
  { id, check_id }: Checked,
  { rows, last }: Portion
): Promise<boolean> {
  const { rows: locked } = await sql<{ staged: number; check_id: string }>`
    select staged, check_id from imports where company_id = ${companyId} and id = ${id} for update`.execute(trx)
  if (locked[0]?.check_id !== check_id) return false
  // Rows that another worker has stored are left alone.
  const { numAffectedRows = 0n } = await sql`
    insert into import_rows (company_id, import_id, row, cells, ${sql.join(rowColumns.map(({ column }) => sql.ref(column)))},
      phone_key, step_key, custom, notes, refused, refusals_left_out, errors, mended, planned, outcome)
    select ${companyId}, ${id}, row, cells, ${sql.join(rowColumns.map(({ column, value }) => value ?? sql.ref(column)))},
      phone_key, step_key, custom, notes, refused, refusals_left_out, errors, mended, kind, kind
    from jsonb_to_recordset(${rows}::jsonb) as r (row integer, cells text[], phone_key text, step_key text, custom jsonb, notes text[],
        refused text[], refusals_left_out integer[], errors jsonb, mended jsonb, ignored boolean, ${sql.join(rowColumns.map(({ column, type }) => sql`${sql.ref(column)} ${sql.raw(type)}`))}),
      (select time_zone from companies where id = ${companyId}) as c,
      lateral (select case when ignored then 'ignored' when errors <> '[]' then 'error' end as kind) as k
    where row > ${locked[0].staged}`.execute(trx)
  if (numAffectedRows === 0n) return true
  await sql`update imports set staged = ${last} where company_id = ${companyId} and id = ${id}`.execute(trx)
  await progress(trx, companyId, check_id, Number(numAffectedRows))
  return true
}

async function progress(trx: Trx, companyId: string, operationId: string, rows: number): Promise<void> {
  await sql`
    update operations set state = 'running', done = done + ${rows}
    where company_id = ${companyId} and id = ${operationId} and state in ('queued', 'running')`.execute(trx)
  await announce(trx, { companyId, kind: 'operation', data: { operationId } })
}

/**
 * Marks rows that repeat an earlier one; the first stays. Each line of `least` is a case of the rule `same_person`.
 * Rows that share neither phone nor e-mail, which are most, are skipped; the others are compared within their group, so
 * that the cost is not quadratic.
 */
async function findRepeats(trx: Trx, companyId: string, importId: string): Promise<void> {
  await sql`
    with sound as (
      select row, name, phone_key, email_key, count(*) over (partition by phone_key) as of_phone,
        count(*) over (partition by email_key) as of_email
      from import_rows where company_id = ${companyId} and import_id = ${importId} and errors = '[]'
        and outcome is distinct from 'ignored'
    ), alike as materialized (
      select row, phone_key, email_key, first_name(name) as first from sound
      where phone_key is not null and of_phone > 1 or email_key is not null and of_email > 1
    ), earliest as (
      select row, least(
        case when phone_key is not null and email_key is not null then min(row) over (partition by phone_key, email_key) end,
        case when phone_key is not null then min(row) over (partition by phone_key, first) end,
        case when email_key is not null then min(row) over (partition by email_key, first) end,
        case when phone_key is not null and email_key is null then min(row) over (partition by phone_key) end,
        case when phone_key is not null then min(row) filter (where email_key is null) over (partition by phone_key) end,
        case when email_key is not null and phone_key is null then min(row) over (partition by email_key) end,
        case when email_key is not null then min(row) filter (where phone_key is null) over (partition by email_key) end
      ) as first from alike
    )
    update import_rows r set same_as = e.first from earliest e
    where r.company_id = ${companyId} and r.import_id = ${importId} and r.row = e.row and e.first < e.row`.execute(trx)
  await findRepeatsByLists(trx, companyId, importId)
  await sql`
    update import_rows set outcome = 'duplicate', planned = 'duplicate'
    where company_id = ${companyId} and import_id = ${importId} and same_as is not null and outcome is null`.execute(
    trx
  )
}

/** A number that more rows have is a switchboard: it is no sign of one person, and comparing them all takes long. */
const maxOfOneNumber = 50

/** The same for rows with several telephones or e-mails, by any of them. */
async function findRepeatsByLists(trx: Trx, companyId: string, importId: string): Promise<void> {
  await sql`
    with sound as materialized (
      select row, name, email_key, emails, phone_key, phones from import_rows
      where company_id = ${companyId} and import_id = ${importId} and errors = '[]' and outcome is distinct from 'ignored'
        and exists (select from import_rows where company_id = ${companyId} and import_id = ${importId}
          and (phones is not null or emails is not null))
    ), keyed as materialized (
      select row, key, count(*) over (partition by key) as n
      from sound, unnest(address_keys(phone_key, phones) || address_keys(email_key, emails)) as key
    ), earliest as (
      select a.row, min(b.row) as first
      from keyed a join keyed b on b.key = a.key and b.row < a.row
      join sound s on s.row = a.row join sound e on e.row = b.row
      where a.n between 2 and ${maxOfOneNumber}
        and (s.phones is not null or s.emails is not null or e.phones is not null or e.emails is not null)
        and same_contact(e.name, e.email_key, e.emails, e.phone_key, e.phones, s.name, s.email_key, s.emails, s.phone_key, s.phones)
      group by a.row
    )
    update import_rows r set same_as = e.first from earliest e
    where r.company_id = ${companyId} and r.import_id = ${importId} and r.row = e.row and r.same_as is null`.execute(
    trx
  )
}

async function planRows(db: Db, companyId: string, found: Checked, key: Buffer): Promise<void> {
  const { policy } = found.settings
  await db.company(companyId, trx => sql`select count_import_rows()`.execute(trx))
  if (policy !== 'separate') await db.company(companyId, trx => findRepeats(trx, companyId, found.id))
  const scope = { id: companyId, held: true }
  const total = await db.company(companyId, async trx => {
    const { rows } = await sql<{ n: number }>`
      update operations set total = staged.n from (
        select count(*)::integer as n from import_rows where company_id = ${companyId} and import_id = ${found.id}) as staged
      where company_id = ${companyId} and id = ${found.check_id} returning staged.n`.execute(trx)
    return rows[0]?.n ?? 0
  })
  if (total === 0) throw new AppError('invalid', 'Nenhuma linha com dados foi encontrada no arquivo.')
  for (let after: number | null = 0; after !== null; ) {
    const last: number = after
    after = await db.company(scope, trx => planPortion(trx, companyId, found, key, last))
  }
}

/** Plans the outcome of the next rows; returns the last of them, or null at the end. */
async function planPortion(
  trx: Trx,
  companyId: string,
  { id, check_id, settings }: Checked,
  key: Buffer,
  after: number
): Promise<number | null> {
  const { rows: locked } = await sql<{ params: { owners?: string[] | null } }>`
    select params from operations where company_id = ${companyId} and id = ${check_id} and state in ('queued', 'running')
    for update`.execute(trx)
  if (!locked[0]) return null
  const owners = locked[0].params.owners ?? null
  const options = { companyId, importId: id, settings, owners, decided: 'planned' as const }
  const range = await nextRange(trx, id, after, portion).executeTakeFirstOrThrow()
  await refuseErased(trx, key, options, range)
  const rows = await matchRows(trx, options, range)
  await sql`
    update import_rows r set planned = m.outcome, planned_lead = m.lead_id
    from unnest(${rows.map(({ row }) => row)}::integer[], ${rows.map(({ outcome }) => outcome)}::text[],
      ${rows.map(({ lead_id }) => lead_id)}::text[]) as m (row, outcome, lead_id)
    where r.company_id = ${companyId} and r.import_id = ${id} and r.row = m.row
      and r.row between ${range.first} and ${range.last}`.execute(trx)
  if (range.count === portion) {
    await announce(trx, { companyId, kind: 'operation', data: { operationId: check_id } })
    return range.last
  }
  await finish(trx, companyId, id, check_id, settings)
  return null
}

/**
 * How many new leads have no date in the column of dates, and when they count as received: with the oldest of the file,
 * and before those that wait in the queue of the day, since nobody has just sent them.
 */
async function findUndated(trx: Trx, companyId: string, importId: string): Promise<Undated> {
  const { rows } = await sql<Undated>`
    select (count(*) filter (where submitted_at is null and planned = 'created'))::integer as rows,
      to_json(least(min(submitted_at) filter (where planned = 'created'), now() - ${waitingDays + 1} * interval '1 day')) #>> '{}' as at
    from import_rows where company_id = ${companyId} and import_id = ${importId}`.execute(trx)
  return rows[0] as Undated
}

/**
 * How many leads come in without a name, how many texts become notes, the refusals of columns that are left out, and the
 * sales that would be dated into closed months.
 */
async function countKept(trx: Trx, companyId: string, importId: string): Promise<KeptCounts> {
  const planned = sql`company_id = ${companyId} and import_id = ${importId} and planned in ('created', 'updated')`
  const { rows } = await sql<Omit<KeptCounts, 'closedSales'>>`
    select (count(*) filter (where planned = 'created' and name is null and company is null))::integer as unnamed,
      coalesce(sum(cardinality(notes)), 0)::integer as notes,
      (select coalesce(jsonb_agg(jsonb_build_object('at', at, 'rows', n) order by at), '[]') from (
        select at, count(*) as n from import_rows, unnest(refusals_left_out) as at where ${planned} group by at) as c) as refusals
    from import_rows where ${planned}`.execute(trx)
  const { rows: closed } = await sql<{ n: number }>`
    with sold as (
      select coalesce(sold_on, (coalesce(submitted_at, now() - ${waitingDays + 1} * interval '1 day') at time zone c.time_zone)::date) as day
      from import_rows, (select time_zone from companies where id = ${companyId}) as c
      where ${planned} and status = 'converted' and (planned = 'created' or sold_on is not null)
    ), closed as (
      select month from (select distinct date_trunc('month', day)::date as month from sold) as months
      where is_month_closed(${companyId}, month)
    )
    select count(*)::integer as n from sold join closed on month = date_trunc('month', day)::date`.execute(trx)
  return { ...(rows[0] as Omit<KeptCounts, 'closedSales'>), closedSales: closed[0]?.n ?? 0 }
}

async function finish(
  trx: Trx,
  companyId: string,
  importId: string,
  checkId: string,
  settings: ImportSettings
): Promise<void> {
  const counts = await countOutcomes(trx, companyId, importId, 'planned')
  const { rows: fresh } = await sql<{ name: string }>`
    select distinct on (fold(tag)) tag as name from (
      select distinct tag from import_rows r, unnest(r.tags) as tag
      where r.company_id = ${companyId} and r.import_id = ${importId} and r.errors = '[]') as spellings
    where not exists (select from tags t where t.company_id = ${companyId} and (fold(t.name) collate "C") = (fold(tag) collate "C"))
    order by fold(tag) limit ${maxTags + 1}`.execute(trx)
  const { rows: kept } = await sql<{ n: number }>`
    select count(*)::integer as n from tags where company_id = ${companyId}`.execute(trx)
  if (fresh.length > 0 && fresh.length + (kept[0]?.n ?? 0) > maxTags)
    throw new AppError(
      'invalid',
      `Uma empresa pode ter até ${maxTags} etiquetas, e o arquivo passa disso. Escolha outra coluna ou tire etiquetas.`
    )
  const result = {
    counts,
    ...(settings.mapping.includes('submittedAt') && { undated: await findUndated(trx, companyId, importId) }),
    newTags: fresh.map(({ name }) => name),
    ...(await countKept(trx, companyId, importId)),
    faults: await groupFaults(trx, companyId, importId)
  }
  await sql`
    update operations set state = 'done', done = total, finished_at = now(), result = ${JSON.stringify(result)}
    where company_id = ${companyId} and id = ${checkId}`.execute(trx)
  await announce(trx, { companyId, kind: 'operation', data: { operationId: checkId } })
}

export async function countOutcomes(
  trx: Trx,
  companyId: string,
  importId: string,
  column: 'planned' | 'outcome'
): Promise<Record<RowOutcome, number>> {
  const { rows } = await sql<{ kind: RowOutcome; n: number }>`
    select ${sql.ref(column)} as kind, count(*)::integer as n from import_rows
    where company_id = ${companyId} and import_id = ${importId} and ${sql.ref(column)} is not null group by 1`.execute(
    trx
  )
  const counts = new Map(rows.map(({ kind, n }) => [kind, n]))
  return Object.fromEntries(rowOutcomes.map(kind => [kind, counts.get(kind) ?? 0])) as Record<RowOutcome, number>
}
