import { type RawBuilder, sql } from 'kysely'
import { firstDecision } from '../consents/kept.ts'
import type { Config } from '../core/config.ts'
import type { Db, Trx } from '../core/db.ts'
import { announce } from '../core/events.ts'
import { fieldsWith, leadFields } from '../leads/fields.ts'
import { leadsCreated } from '../leads/jobs.ts'
import { monthOf } from '../leads/usage.ts'
import { notify } from '../notifications/queries.ts'
import { erasureKey } from '../privacy/erased.ts'
import { type Decided, matchRows, nextRange, type Range, refuseErased } from './match.ts'
import { originLabels, type RowOutcome } from './rules.ts'
import type { ImportSettings } from './schema.ts'
import { countOutcomes } from './stage.ts'
import { fieldsFrom, importChanges, leadValues } from './values.ts'

/** Rows of one transaction: few enough that locks are short. */
const portion = 2500

type Running = {
  id: string
  name: string
  file_id: string
  settings: ImportSettings
  operation_id: string
  state: string
  owners: string[] | null
  actor_id: string | null
  actor_name: string | null
}

/** Runs a checked import in portions, with progress; another run continues where it stopped. */
export async function runImport(db: Db, companyId: string, importId: string, config: Config): Promise<void> {
  const key = await erasureKey(db, config)
  const scope = { id: companyId, held: true }
  for (let after: number | null = 0; after !== null; ) {
    const last: number = after
    after = await db.company(scope, trx => runPortion(trx, companyId, importId, key, last))
  }
}

/** Imports the next portion after a row; returns its last row, or null at the end. */
async function runPortion(
  trx: Trx,
  companyId: string,
  importId: string,
  key: Buffer,
  after: number
): Promise<number | null> {
  // One import of a company at a time, so that each finds the people of the others.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${companyId}`}, 0))`.execute(trx)
  const running = await lockRunning(trx, companyId, importId)
  if (!running) return null
  if (running.state === 'queued') await createTags(trx, companyId, running)
  const next = await nextRange(trx, importId, after, portion).executeTakeFirstOrThrow()
  const { rows, refused } = await decide(trx, companyId, running, key, next)
  // Earlier rows may belong to an interrupted run.
  const range = { first: rows[0]?.row ?? 0, last: rows.at(-1)?.row ?? 0 }
  const created = rows.filter(({ outcome }) => outcome === 'created').length
  const updated = rows.filter(({ outcome }) => outcome === 'updated').length
  const held = created > 0 ? await insertLeads(trx, companyId, running, range, created) : 0
  if (updated > 0) await updateLeads(trx, companyId, running, range)
  if (created + updated > 0) await addTagsAndConsents(trx, companyId, running, range)
  const finished = next.count < portion
  await sql`
    update operations set state = ${finished ? 'done' : 'running'}, done = done + ${rows.length + refused},
      changed = changed + ${created + updated}, skipped = skipped + ${rows.length + refused - created - updated},
      result = jsonb_set(result, '{held}', to_jsonb(coalesce((result ->> 'held')::integer, 0) + ${held}::integer)),
      finished_at = case when ${finished}::boolean then now() end
    where company_id = ${companyId} and id = ${running.operation_id}`.execute(trx)
  await announce(trx, { companyId, kind: 'operation', data: { operationId: running.operation_id } })
  if (finished) await conclude(trx, companyId, running)
  return finished ? null : next.last
}

async function lockRunning(trx: Trx, companyId: string, importId: string): Promise<Running | undefined> {
  const { rows } = await sql<Running>`
    select i.id, i.name, i.file_id, i.settings, i.operation_id, o.state, o.params -> 'owners' as owners, o.actor_id, o.actor_name
    from imports i join operations o on o.company_id = i.company_id and o.id = i.operation_id
    where i.company_id = ${companyId} and i.id = ${importId} and o.state in ('queued', 'running') for update of o`.execute(
    trx
  )
  return rows[0]
}

async function createTags(trx: Trx, companyId: string, { id }: Running): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    insert into tags (company_id, name)
    select ${companyId}, min(tag) from import_rows r, unnest(r.tags) as tag
    where r.company_id = ${companyId} and r.import_id = ${id} and r.outcome is null group by fold(tag)
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
    where r.company_id = ${companyId} and r.import_id = ${id} and r.row = m.row`.execute(trx)
  return { rows, refused }
}

const ofRange = (companyId: string, id: string, { first, last }: Range, outcome: RowOutcome) =>
  sql`r.company_id = ${companyId} and r.import_id = ${id} and r.row between ${first} and ${last} and r.outcome = ${outcome}`

/** Inserts new leads, of which those beyond the plan are held; returns how many. */
async function insertLeads(
  trx: Trx,
  companyId: string,
  running: Running,
  range: Range,
  count: number
): Promise<number> {
  const { settings, operation_id: operationId } = running
  const { limit, month } = await monthOf(trx, companyId)
  let room: number | null = null
  if (limit !== null) {
    const { rows } = await sql<{ n: number }>`
      insert into lead_usage as kept (company_id, month, n) values (${companyId}, ${month}, ${count})
      on conflict (company_id, month) do update set n = kept.n + excluded.n returning n`.execute(trx)
    room = Math.max(0, limit - ((rows[0]?.n ?? 0) - count))
  }
  const which = ofRange(companyId, running.id, range, 'created')
  const proven = settings.consentEvidence ? firstDecision(['email', 'phone'], sql`r.consent_given`) : sql`'{}'::jsonb`
  const columns = fieldsWith('imported').flatMap(name => (name === 'tags' ? [] : leadFields[name].column))
  /** Columns that are not simply copied. */
  const made: Partial<Record<string, RawBuilder<unknown>>> = {
    status: sql`coalesce(r.status, 'new')`,
    lost_reason: sql`case when r.status = 'lost' then r.lost_reason end`,
    source: sql`coalesce(r.source, ${settings.source})`,
    owner_id: sql`(select e.id from employees e where e.company_id = ${companyId} and e.id = r.owner_id and e.active)`,
    consent_given: sql`coalesce(r.consent_given, false)`
  }
  await sql`
    insert into leads (id, company_id, ${sql.join(columns.map(column => sql.ref(column)))}, phone_key, custom, consents,
      first_contact_at, held_at)
    select r.lead_id, ${companyId}, ${sql.join(columns.map(column => made[column] ?? sql.ref(`r.${column}`)))}, r.phone_key,
      r.custom, ${proven},
      case when r.status in ('contacted', 'scheduled', 'converted') then now() end,
      case when row_number() over (order by r.row) > ${room}::integer then now() end
    from import_rows r where ${which} order by r.row`.execute(trx)
  await sql`
    insert into operation_rows (company_id, operation_id, lead_id, version, state, after)
    select ${companyId}, ${operationId}, r.lead_id, 1, 'changed', '{"created":true}'
    from import_rows r where ${which}`.execute(trx)
  if (settings.notify)
    await sql`
      insert into outbox (queue, name, data)
      select ${leadsCreated.queue}, ${leadsCreated.name},
        jsonb_build_object('companyId', ${companyId}::text, 'leadIds', jsonb_agg(l.id order by r.row))
      from import_rows r join leads l on l.company_id = ${companyId} and l.id = r.lead_id
      where ${which} and l.held_at is null having count(*) > 0`.execute(trx)
  return room === null ? 0 : Math.max(0, count - room)
}

/** Updates existing leads, and records the previous values of each change. */
async function updateLeads(trx: Trx, companyId: string, running: Running, range: Range): Promise<void> {
  const { id, settings, operation_id: operationId, actor_id: actorId, actor_name: actorName } = running
  const which = ofRange(companyId, id, range, 'updated')
  await sql`
    with locked as (
      select l.* from leads l where l.company_id = ${companyId}
        and l.id in (select r.lead_id from import_rows r where ${which}) order by l.id for update
    )
    insert into operation_rows (company_id, operation_id, lead_id, version, state, before, after)
    select ${companyId}, ${operationId}, l.id, l.version + 1, 'changed',
      (select coalesce(jsonb_object_agg(key, ${leadValues} -> key), '{}') from jsonb_object_keys(c.change) as key)
        || case when c.change ? 'phone' then jsonb_build_object('phoneKey', l.phone_key) else '{}' end,
      c.change || case when c.change ? 'phone' then jsonb_build_object('phoneKey', r.phone_key) else '{}' end
    from locked as k join leads l on l.company_id = ${companyId} and l.id = k.id
    join import_rows r on r.lead_id = l.id and ${which},
    lateral (select ${importChanges(settings.policy)} - case when exists (
      select from employees e where e.company_id = ${companyId} and e.id = r.owner_id and e.active) then '' else 'ownerId' end
      as change) as c`.execute(trx)
  const consents = settings.consentEvidence
    ? sql`consents_after(leads.consents, '{email,phone}', r.consent_given, now())`
    : sql`leads.consents`
  await sql`
    update leads set ${fieldsFrom('o.after')}, consents = ${consents} from operation_rows o, import_rows r
    where ${which} and o.company_id = ${companyId} and o.operation_id = ${operationId} and o.lead_id = r.lead_id
      and leads.company_id = ${companyId} and leads.id = r.lead_id`.execute(trx)
  await sql`
    insert into lead_changes (company_id, lead_id, field, before, after, actor_id, actor_name, operation_id)
    select ${companyId}, o.lead_id, key, o.before -> key, value, ${actorId}, ${`${actorName ?? 'Importação'} (importação)`}, ${operationId}
    from import_rows r join operation_rows o on o.company_id = ${companyId} and o.operation_id = ${operationId}
      and o.lead_id = r.lead_id, jsonb_each(o.after)
    where ${which} and key not in ('phoneKey', 'consentGiven')`.execute(trx)
}

/** Tags are only added. Consents are stored as decisions with their evidence. */
async function addTagsAndConsents(trx: Trx, companyId: string, running: Running, range: Range): Promise<void> {
  const { id, settings, operation_id: operationId } = running
  const { first, last } = range
  const which = sql`r.company_id = ${companyId} and r.import_id = ${id} and r.row between ${first} and ${last}
    and r.outcome in ('created', 'updated')`
  if (settings.tags.length > 0 || settings.mapping.includes('tags'))
    await sql`
    with added as (
      insert into lead_tags (company_id, tag_id, lead_id, received_at)
      select distinct ${companyId}, t.id, l.id, l.received_at
      from import_rows r join leads l on l.company_id = ${companyId} and l.id = r.lead_id, unnest(r.tags) as tag
      join tags t on t.company_id = ${companyId} and (fold(t.name) collate "C") = (fold(tag) collate "C")
      where ${which} on conflict do nothing returning lead_id, tag_id
    )
    update operation_rows o set after = o.after || jsonb_build_object('tags', a.tags)
    from (select lead_id, jsonb_agg(tag_id) as tags from added group by lead_id) as a
    where o.company_id = ${companyId} and o.operation_id = ${operationId} and o.lead_id = a.lead_id`.execute(trx)
  if (!settings.consentEvidence) return
  await sql`
    insert into consents (company_id, lead_id, channels, granted, text, source)
    select ${companyId}, r.lead_id, '{email,phone}', r.consent_given, ${settings.consentEvidence}, 'import'
    from import_rows r where ${which} and r.consent_given is not null`.execute(trx)
}

const counted = (n: number, one: string, many: string) => `${n.toLocaleString('pt-BR')} ${n === 1 ? one : many}`

/** Writes one activity for the whole import, and keeps the file for a while so that its errors can be downloaded. */
async function conclude(trx: Trx, companyId: string, running: Running): Promise<void> {
  const counts = await countOutcomes(trx, companyId, running.id, 'outcome')
  await sql`
    update operations set result = result || jsonb_build_object('counts', ${JSON.stringify(counts)}::jsonb)
    where company_id = ${companyId} and id = ${running.operation_id}`.execute(trx)
  const title = `Importação de ${running.name}`
  const body = `${counted(counts.created, 'lead novo', 'leads novos')}, ${counted(counts.updated, 'atualizado', 'atualizados')}`
  const { rows } = await sql<{ id: string }>`
    insert into activities (company_id, type, description, data) values (${companyId}, 'import', ${`${title}: ${body}`},
      ${JSON.stringify({ importId: running.id, origin: originLabels[running.settings.origin] })}) returning id`.execute(
    trx
  )
  await announce(trx, { companyId, kind: 'activity-created', data: { activityId: rows[0]?.id, leadId: null } })
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
