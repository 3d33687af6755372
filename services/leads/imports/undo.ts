import { sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import { takeLocks } from '../../core/locks.ts'
import { type LeadFieldName, leadFields } from '../leads/fields.ts'
import { fieldsFrom, historyValue, leadValues } from './values.ts'

const portion = 1000

/** Undoes an import in portions, except for what was changed since. */
export async function undoImport(db: Db, companyId: string, importId: string): Promise<void> {
  const scope = { id: companyId, held: true, deleted: true }
  for (;;) {
    const more = await db.company(scope, trx => undoPortion(trx, companyId, importId))
    if (!more) return
  }
}

type Undone = {
  id: string
  created: boolean
  deleted: boolean
  back: Record<string, unknown>
  kept: string[]
  reason: string | null
}

async function undoPortion(trx: Trx, companyId: string, importId: string): Promise<boolean> {
  await takeLocks(trx, companyId, 'import')
  const { rows: found } = await sql<{ id: string; actor_id: string | null; actor_name: string | null }>`
    select o.id, o.actor_id, o.actor_name from imports i
    join operations o on o.company_id = i.company_id and o.id = i.operation_id
    where i.company_id = ${companyId} and i.id = ${importId} and o.state = 'undoing' for update of o`.execute(trx)
  const operation = found[0]
  if (!operation) return false
  await sql`select set_config('app.undoing_import', 'on', true)`.execute(trx)
  const rows = await takeBack(trx, companyId, operation.id)
  await deleteCreated(trx, companyId, rows)
  await restoreUpdated(trx, companyId, operation, rows)
  await sql`
    update operation_rows o set state = r.state, reason = r.reason
    from jsonb_to_recordset(${JSON.stringify(
      rows.map(({ id, reason }) => ({ id, reason, state: reason === null ? 'undone' : 'kept' }))
    )}::jsonb) as r (id text, state text, reason text)
    where o.company_id = ${companyId} and o.operation_id = ${operation.id} and o.lead_id = r.id`.execute(trx)
  const kept = rows.filter(({ reason }) => reason !== null).length
  const removed = rows.filter(({ created, reason }) => created && reason === null).length
  const finished = rows.length < portion
  await sql`
    update operations set state = ${finished ? 'undone' : 'undoing'}, done = done + ${rows.length},
      undone_at = case when ${finished}::boolean then now() end,
      result = result || jsonb_build_object('kept', coalesce((result ->> 'kept')::integer, 0) + ${kept}::integer,
        'removed', coalesce((result ->> 'removed')::integer, 0) + ${removed}::integer)
    where company_id = ${companyId} and id = ${operation.id}`.execute(trx)
  await announce(trx, { companyId, kind: 'operation', data: { operationId: operation.id } })
  if (finished) await announce(trx, { companyId, kind: 'leads-changed', data: {} })
  return !finished
}

/** The next leads of the import, locked, with the fields that are still as imported, and why others are not. */
async function takeBack(trx: Trx, companyId: string, operationId: string): Promise<Undone[]> {
  const worked = (table: string) =>
    sql`exists (select from ${sql.table(table)} w where w.company_id = ${companyId} and w.lead_id = l.id)`
  const { rows } = await sql<Omit<Undone, 'reason'> & { touched: boolean }>`
    with taken as (
      select lead_id, before, after, version from operation_rows
      where company_id = ${companyId} and operation_id = ${operationId} and state = 'changed' order by lead_id limit ${portion}
    ), locked as (
      select id from leads where company_id = ${companyId} and id in (select lead_id from taken) order by id for update
    )
    select t.lead_id as id, t.after ? 'created' as created, l.id is null or l.deleted_at is not null as deleted,
      l.last_contact_at is not null or exists (select from notes n where n.company_id = ${companyId} and n.lead_id = l.id
        and (n.operation_id is null or n.updated_at is not null or n.pinned_at is not null
          or n.operation_id <> ${operationId} and n.deleted_at is null)) or ${worked('tasks')} or ${worked('submissions')}
        or exists (select from lead_changes c left join operations o on o.company_id = c.company_id and o.id = c.operation_id
          where c.company_id = ${companyId} and c.lead_id = l.id and o.state is distinct from 'undone'
            -- An assignment by the distribution does not count as a person's change.
            and not (c.field = 'ownerId' and c.actor_id is null))
        or exists (select from operation_rows o where o.company_id = ${companyId} and o.lead_id = l.id
          and o.operation_id <> ${operationId} and o.state = 'changed') as touched,
      coalesce((select jsonb_object_agg(key, value) from jsonb_each(t.before) where key not in ('phoneKey', 'refused')
        and ${leadValues} -> key = t.after -> key), '{}') as back,
      array(select key from jsonb_object_keys(t.before) as key where key not in ('phoneKey', 'refused')
        and ${leadValues} -> key <> t.after -> key) as kept
    from taken t left join locked k on k.id = t.lead_id
    left join leads l on l.company_id = ${companyId} and l.id = k.id order by t.lead_id`.execute(trx)
  return rows.map(({ touched, ...row }) => ({ ...row, reason: reasonOf(row, touched) }))
}

/** The field's phrase without its article. */
const named = (field: string): string => leadFields[field as LeadFieldName]?.phrase.replace(/^[ao]s? /, '') ?? field

function reasonOf({ created, deleted, kept }: Omit<Undone, 'reason'>, touched: boolean): string | null {
  if (deleted) return created ? null : 'O lead foi excluído ou unido a outro depois.'
  if (created) return touched ? 'Alguém já trabalhou neste lead.' : null
  return kept.length > 0 ? `Alterado depois: ${kept.map(named).join(', ')}.` : null
}

/** Deletes created leads that nobody has changed. */
async function deleteCreated(trx: Trx, companyId: string, rows: Undone[]): Promise<void> {
  const ids = rows.filter(({ created, deleted, reason }) => created && !deleted && reason === null).map(({ id }) => id)
  if (ids.length === 0) return
  await sql`
    update leads set deleted_at = now(), held_at = null, version = version + 1, updated_at = now()
    where company_id = ${companyId} and id = any (${ids}::text[])`.execute(trx)
}

type Operation = { id: string; actor_id: string | null; actor_name: string | null }

async function restoreUpdated(trx: Trx, companyId: string, operation: Operation, rows: Undone[]): Promise<void> {
  const changed = rows.filter(({ created, deleted }) => !created && !deleted)
  if (changed.length === 0) return
  const list = JSON.stringify(changed.map(({ id, back }) => ({ id, back })))
  const name = `${operation.actor_name ?? 'Importação'} (importação desfeita)`
  await sql`
    insert into lead_changes (company_id, lead_id, field, before, after, actor_id, actor_name, operation_id)
    select ${companyId}, r.id, key, ${historyValue(companyId, sql`o.after -> key`)}, ${historyValue(companyId, sql`value`)}, ${operation.actor_id}, ${name}, ${operation.id}
    from jsonb_to_recordset(${list}::jsonb) as r (id text, back jsonb)
    join operation_rows o on o.company_id = ${companyId} and o.operation_id = ${operation.id} and o.lead_id = r.id,
    jsonb_each(r.back) where key <> 'consentGiven'`.execute(trx)
  // Consents from the import are withdrawn with a decision that says so.
  await sql`
    insert into consents (company_id, lead_id, channels, granted, text, source)
    select ${companyId}, r.id, '{email,phone}', (r.back ->> 'consentGiven')::boolean, 'Importação desfeita', 'import'
    from jsonb_to_recordset(${list}::jsonb) as r (id text, back jsonb) where r.back ? 'consentGiven'`.execute(trx)
  await sql`
    update leads set ${fieldsFrom('r.back')},
      consents = consents_after(leads.consents, '{email,phone}', (r.back ->> 'consentGiven')::boolean, now())
    from (
      select d.id, case when d.back ? 'phone' then d.back || jsonb_build_object('phoneKey', o.before -> 'phoneKey')
        else d.back end as back
      from jsonb_to_recordset(${list}::jsonb) as d (id text, back jsonb)
      join operation_rows o on o.company_id = ${companyId} and o.operation_id = ${operation.id} and o.lead_id = d.id
    ) as r where leads.company_id = ${companyId} and leads.id = r.id and r.back <> '{}'`.execute(trx)
  // A refusal goes where the person has decided nothing since.
  await sql`
    update leads l set consents = jsonb_strip_nulls(l.consents || u.was) from (
      select o.lead_id, jsonb_object_agg(w.channel, w.decision) as was
      from operation_rows o join leads d on d.company_id = ${companyId} and d.id = o.lead_id,
        jsonb_each(o.before #> '{refused,was}') as w (channel, decision)
      where o.company_id = ${companyId} and o.operation_id = ${operation.id} and o.lead_id = any (${changed.map(({ id }) => id)}::text[])
        and d.consents -> w.channel -> 'at' = o.before #> '{refused,at}'
      group by o.lead_id) as u
    where l.company_id = ${companyId} and l.id = u.lead_id`.execute(trx)
  await sql`
    update notes set deleted_at = now()
    where company_id = ${companyId} and operation_id = ${operation.id} and lead_id = any (${changed.map(({ id }) => id)}::text[])
      and updated_at is null and pinned_at is null and deleted_at is null`.execute(trx)
  await sql`
    delete from lead_tags using operation_rows o, jsonb_array_elements_text(o.after -> 'tags') as tag
    where o.company_id = ${companyId} and o.operation_id = ${operation.id} and o.lead_id = any (${changed.map(({ id }) => id)}::text[])
      and lead_tags.company_id = ${companyId} and lead_tags.lead_id = o.lead_id and lead_tags.tag_id = tag`.execute(trx)
}
