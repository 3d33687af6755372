import { sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import { takeLocks } from '../../core/locks.ts'
import { erasureKey } from '../erased/people.ts'
import { type Decided, matchRows, nextRange, type Range, refuseErased } from './match.ts'
import { leaveOutDeleted } from './ownFields.ts'
import { originLabels } from './rules.ts'
import { countOutcomes } from './stage.ts'
import { addNotes, addTagsAndConsents, insertLeads, type Running, updateLeads } from './store.ts'

/** Rows of one transaction: few enough that locks are short. */
const portion = 2500
/** Rows of the first one, after which the tables' statistics are renewed: in an empty table all plans are guesses. */
const firstPortion = 100

/** Runs a checked import in portions, with progress; another run continues where it stopped. */
export async function runImport(db: Db, companyId: string, importId: string, config: Config): Promise<void> {
  const key = await erasureKey(db, config)
  const scope = { id: companyId, held: true }
  const run = (after: number, take: number) =>
    db.company(scope, trx => runPortion(trx, companyId, importId, key, after, take))
  let after = await run(0, firstPortion)
  if (after === null) return
  await db.company(companyId, trx => sql`select count_imported_leads()`.execute(trx))
  while (after !== null) after = await run(after, portion)
}

/** Imports the next rows after a row; returns the last of them, or null at the end. */
async function runPortion(
  trx: Trx,
  companyId: string,
  importId: string,
  key: Buffer,
  after: number,
  take: number
): Promise<number | null> {
  // One import of a company at a time, so that each finds the people of the others.
  await takeLocks(trx, companyId, 'import')
  const running = await lockRunning(trx, companyId, importId)
  if (!running) return null
  if (running.state === 'queued') await createTags(trx, companyId, running)
  const next = await nextRange(trx, importId, after, take).executeTakeFirstOrThrow()
  await leaveOutDeleted(trx, companyId, running, next)
  const { rows, refused } = await decide(trx, companyId, running, key, next)
  // Earlier rows may belong to an interrupted run.
  const range = { first: rows[0]?.row ?? 0, last: rows.at(-1)?.row ?? 0 }
  const created = rows.filter(({ outcome }) => outcome === 'created').length
  const updated = rows.filter(({ outcome }) => outcome === 'updated').length
  if (created > 0) await insertLeads(trx, companyId, running, range)
  if (updated > 0) await updateLeads(trx, companyId, running, range)
  if (created + updated > 0) {
    await addTagsAndConsents(trx, companyId, running, range)
    await addNotes(trx, companyId, running, range)
  }
  const finished = next.count < take
  await sql`
    update operations set state = ${finished ? 'done' : 'running'}, done = done + ${rows.length + refused},
      changed = changed + ${created + updated}, skipped = skipped + ${rows.length + refused - created - updated},
      finished_at = case when ${finished}::boolean then now() end
    where company_id = ${companyId} and id = ${running.operation_id}`.execute(trx)
  await announce(trx, { companyId, kind: 'operation', data: { operationId: running.operation_id } })
  if (finished) await conclude(trx, companyId, running)
  return finished ? null : next.last
}

async function lockRunning(trx: Trx, companyId: string, importId: string): Promise<Running | undefined> {
  const { rows } = await sql<Running>`
    select i.id, i.name, i.file_id, i.settings, i.operation_id,
      array(select c ->> 'heading' from jsonb_array_elements(i.reading -> 'columns') with ordinality as c (c, at) order by at)
        as headings, o.state, o.params -> 'owners' as owners, o.actor_id,
      o.actor_name, (select c.result #>> '{undated,at}' from operations c where c.company_id = i.company_id and c.id = i.check_id) as undated_at
    from imports i join operations o on o.company_id = i.company_id and o.id = i.operation_id
    where i.company_id = ${companyId} and i.id = ${importId} and o.state in ('queued', 'running') for update of o`.execute(
    trx
  )
  return rows[0]
}

async function createTags(trx: Trx, companyId: string, { id }: Running): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    insert into tags (company_id, name)
    select ${companyId}, min(tag) from (
      select distinct tag from import_rows r, unnest(r.tags) as tag
      where r.company_id = ${companyId} and r.import_id = ${id} and r.outcome is null) as spellings
    group by fold(tag)
    on conflict do nothing`.execute(trx)
  if (numAffectedRows > 0n) await announce(trx, { companyId, kind: 'tags-changed', data: {} })
}

/** Decides the rows of a range on current data: leads may have changed since the check. */
async function decide(
  trx: Trx,
  companyId: string,
  { id, settings, owners }: Running,
  key: Buffer,
  next: Range
): Promise<{ rows: Decided[]; refused: number }> {
  const options = { companyId, importId: id, settings, owners, decided: 'outcome' as const }
  const refused = await refuseErased(trx, key, options, next)
  const rows = await matchRows(trx, options, next)
  await sql`
    update import_rows r set outcome = m.outcome,
      lead_id = case when m.outcome = 'created' then new_id() when m.outcome = 'updated' then m.lead_id end
    from unnest(${rows.map(({ row }) => row)}::integer[], ${rows.map(({ outcome }) => outcome)}::text[],
      ${rows.map(({ lead_id }) => lead_id)}::text[]) as m (row, outcome, lead_id)
    where r.company_id = ${companyId} and r.import_id = ${id} and r.row = m.row
      and r.row between ${next.first} and ${next.last}`.execute(trx)
  return { rows, refused }
}

const counted = (n: number, one: string, many: string) => `${n.toLocaleString('pt-BR')} ${n === 1 ? one : many}`

/** Writes one activity for the whole import, and keeps the file for a while so that its errors can be downloaded. */
async function conclude(trx: Trx, companyId: string, running: Running): Promise<void> {
  const counts = await countOutcomes(trx, companyId, running.id, 'outcome')
  await sql`
    update operations set result = result || jsonb_build_object('counts', ${JSON.stringify(counts)}::jsonb,
      'notes', (select count(*) from notes n where n.company_id = ${companyId} and n.operation_id = ${running.operation_id}))
    where company_id = ${companyId} and id = ${running.operation_id}`.execute(trx)
  const title = `Importação de ${running.name}`
  const body = `${counted(counts.created, 'lead novo', 'leads novos')}, ${counted(counts.updated, 'atualizado', 'atualizados')}`
  const { rows } = await sql<{ id: string }>`
    insert into activities (company_id, type, description, data) values (${companyId}, 'import', ${`${title}: ${body}`},
      ${JSON.stringify({ importId: running.id, origin: originLabels[running.settings.origin] })}) returning id`.execute(
    trx
  )
  for (const { id } of rows)
    await announce(trx, { companyId, kind: 'activity-created', data: { activityId: id, leadId: null } })
  await announce(trx, { companyId, kind: 'leads-changed', data: {} })
  if (running.actor_id)
    await notify(
      trx,
      {
        companyId,
        kind: 'operation_done',
        leadId: null,
        title: `${title}: pronto`,
        body,
        link: `/leads/import/${running.id}`
      },
      { employees: [running.actor_id] }
    )
}
