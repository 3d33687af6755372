import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { firstDecision } from '../consents/kept.ts'
import { fieldsWith, leadFields } from '../leads/fields.ts'
import { leadsCreated } from '../leads/jobs.ts'
import type { Range } from './match.ts'
import { type RowOutcome, unnamed } from './rules.ts'
import type { ImportSettings } from './schema.ts'
import { fieldsFrom, historyValue, importChanges, leadValues, newRefusals } from './values.ts'

/** An import that is being run. */
export type Running = {
  id: string
  name: string
  file_id: string
  settings: ImportSettings
  /** The headings of the file's columns, in their order. */
  headings: string[]
  operation_id: string
  state: string
  owners: string[] | null
  /** When leads count as received that the file's column of dates leaves blank. */
  undated_at: string | null
  actor_id: string | null
  actor_name: string | null
}

const ofRange = (companyId: string, id: string, { first, last }: Range, outcome: RowOutcome) =>
  sql`r.company_id = ${companyId} and r.import_id = ${id} and r.row between ${first} and ${last} and r.outcome = ${outcome}`

/**
 * The tags of `rows` by each of their spellings, as `known`: one comparison for each that there is, not for each row.
 */
const knownTags = (companyId: string, rows: RawBuilder<unknown>) => sql`
    names as materialized (
      select distinct tag from (${rows}) as r, unnest(r.tags) as tag
    ), known as materialized (
      select n.tag, t.id from names n
      join tags t on t.company_id = ${companyId} and (fold(t.name) collate "C") = (fold(n.tag) collate "C")
    )`

/**
 * Inserts new leads with the dates that the file gives. They take no place of the plan, which counts only
 * leads that arrive.
 */
export async function insertLeads(trx: Trx, companyId: string, running: Running, range: Range): Promise<void> {
  const { settings, operation_id: operationId } = running
  const which = ofRange(companyId, running.id, range, 'created')
  const proven = settings.consentEvidence ? firstDecision(['email', 'phone'], sql`r.consent_given`) : sql`'{}'::jsonb`
  const columns = fieldsWith('imported').flatMap(name => (name === 'tags' ? [] : leadFields[name].column))
  /** Columns that are not simply copied. */
  const made: Partial<Record<string, RawBuilder<unknown>>> = {
    name: sql`coalesce(r.name, r.company, ${unnamed})`,
    status: sql`coalesce(r.status, 'new')`,
    sold_on: sql`case when r.status = 'converted' then r.sold_on end`,
    lost_reason: sql`case when r.status = 'lost' then r.lost_reason end`,
    source: sql`coalesce(r.source, ${settings.source})`,
    owner_id: sql`(select e.id from employees e where e.company_id = ${companyId} and e.id = r.owner_id and e.active)`,
    consent_given: sql`coalesce(r.consent_given, false)`
  }
  // With their tags, so that the trigger of `lead_tags` finds nothing to change.
  await sql`
    with ${knownTags(companyId, sql`select r.tags from import_rows r where ${which}`)}
    insert into leads (id, company_id, ${sql.join(columns.map(column => sql.ref(column)))}, phone_key, step_key, custom, consents,
      tags, received_at, status_at, first_contact_at, rank, imported_at)
    select r.lead_id, ${companyId}, ${sql.join(columns.map(column => made[column] ?? sql.ref(`r.${column}`)))}, r.phone_key,
      r.step_key, r.custom, consents_after(${proven}, r.refused, false, now()),
      case when r.tags = '{}' then '{}' else array(select distinct k.id from known k where k.tag = any (r.tags) order by 1) end,
      d.at, d.at, case when r.status in ('contacted', 'scheduled', 'converted') then d.at end,
      -- Rows of one day keep their order on the board.
      extract(epoch from d.at) - r.row * 0.000001, now()
    from import_rows r, lateral (select least(coalesce(r.submitted_at, ${running.undated_at}::timestamptz), now()) as at) as d
    where ${which} order by r.row`.execute(trx)
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
      where ${which} having count(*) > 0`.execute(trx)
}

/** Updates existing leads, and records the previous values of each change. */
export async function updateLeads(trx: Trx, companyId: string, running: Running, range: Range): Promise<void> {
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
        || case when c.change ? 'phone' then jsonb_build_object('phoneKey', l.phone_key) else '{}' end
        || case when ${newRefusals} = '{}' then '{}' else jsonb_build_object('refused', jsonb_build_object('at', now(), 'was',
          (select jsonb_object_agg(channel, l.consents -> channel) from unnest(${newRefusals}) as channel))) end,
      c.change || case when c.change ? 'phone' then jsonb_build_object('phoneKey', r.phone_key) else '{}' end
    from locked as k join leads l on l.company_id = ${companyId} and l.id = k.id
    join import_rows r on r.lead_id = l.id and ${which},
    lateral (select ${importChanges(settings.policy)} - case when exists (
      select from employees e where e.company_id = ${companyId} and e.id = r.owner_id and e.active) then '' else 'ownerId' end
      as change) as c`.execute(trx)
  const consents =
    settings.consentEvidence && settings.policy !== 'skip'
      ? sql`consents_after(leads.consents, '{email,phone}', r.consent_given, now())`
      : sql`leads.consents`
  const refused = sql`array(select jsonb_object_keys(o.before #> '{refused,was}'))`
  await sql`
    update leads set ${fieldsFrom('o.after')}, consents = consents_after(${consents}, ${refused}, false, now()) from operation_rows o, import_rows r
    where ${which} and o.company_id = ${companyId} and o.operation_id = ${operationId} and o.lead_id = r.lead_id
      and leads.company_id = ${companyId} and leads.id = r.lead_id`.execute(trx)
  await sql`
    insert into lead_changes (company_id, lead_id, field, before, after, actor_id, actor_name, operation_id)
    select ${companyId}, o.lead_id, key, ${historyValue(companyId, sql`o.before -> key`)}, ${historyValue(companyId, sql`value`)}, ${actorId}, ${`${actorName ?? 'Importação'} (importação)`}, ${operationId}
    from import_rows r join operation_rows o on o.company_id = ${companyId} and o.operation_id = ${operationId}
      and o.lead_id = r.lead_id, jsonb_each(o.after)
    where ${which} and key not in ('phoneKey', 'consentGiven')`.execute(trx)
}

/** Texts that no field takes become notes of the lead, each once. */
export async function addNotes(trx: Trx, companyId: string, running: Running, range: Range): Promise<void> {
  const { id, settings, operation_id: operationId, actor_id: actorId, actor_name: actorName } = running
  const outcomes = settings.policy === 'skip' ? ['created'] : ['created', 'updated']
  await sql`
    insert into notes (company_id, lead_id, author_id, author_name, text, operation_id)
    select ${companyId}, r.lead_id, ${actorId}, ${`${actorName ?? 'Importação'} (importação)`}, t.text, ${operationId}
    from import_rows r, unnest(r.notes) with ordinality as t (text, at)
    where r.company_id = ${companyId} and r.import_id = ${id} and r.row between ${range.first} and ${range.last}
      and r.outcome = any (${outcomes}) and r.notes <> '{}'
      and not exists (select from notes n where n.company_id = ${companyId} and n.lead_id = r.lead_id and n.text = t.text)
    order by r.row, t.at`.execute(trx)
}

/** Tags are only added. Consents are stored as decisions with their evidence. */
export async function addTagsAndConsents(trx: Trx, companyId: string, running: Running, range: Range): Promise<void> {
  const { id, settings, operation_id: operationId } = running
  const { first, last } = range
  const which = sql`r.company_id = ${companyId} and r.import_id = ${id} and r.row between ${first} and ${last}
    and r.outcome in ('created', 'updated')`
  if (settings.tags.length > 0 || settings.mapping.includes('tags'))
    await sql`
    with arrived as materialized (
      -- By their numbers: an index of the leads has all that came before, too.
      select r.lead_id, r.outcome, r.tags from import_rows r where ${which} and r.tags <> '{}'
        and (r.outcome = 'created' or ${settings.policy} <> 'skip')
    ), ${knownTags(companyId, sql`select tags from arrived`)}, added as (
      insert into lead_tags (company_id, tag_id, lead_id, received_at)
      select ${companyId}, k.id, l.id, l.received_at
      from arrived r join known k on k.tag = any (r.tags)
      join leads l on l.company_id = ${companyId} and l.id = r.lead_id
      on conflict do nothing returning lead_id, tag_id
    )
    update operation_rows o set after = o.after || jsonb_build_object('tags', a.tags)
    from (
      select a.lead_id, jsonb_agg(a.tag_id) as tags from arrived r join added a on a.lead_id = r.lead_id
      where r.outcome = 'updated' group by a.lead_id
    ) as a
    where o.company_id = ${companyId} and o.operation_id = ${operationId} and o.lead_id = a.lead_id`.execute(trx)
  await sql`
    insert into consents (company_id, lead_id, channels, granted, text, source)
    select ${companyId}, r.lead_id, r.refused, false, ${`Recusa no arquivo ${running.name}`}, 'import'
    from import_rows r where ${which} and r.refused <> '{}'`.execute(trx)
  if (!settings.consentEvidence) return
  await sql`
    insert into consents (company_id, lead_id, channels, granted, text, source)
    select ${companyId}, r.lead_id, '{email,phone}', r.consent_given, ${settings.consentEvidence}, 'import'
    from import_rows r where ${which} and r.consent_given is not null
      and (r.outcome = 'created' or ${settings.policy} <> 'skip')`.execute(trx)
}
