import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { type Changed, idsOf, type Operation, type Taken, type Values } from './outcomes.ts'

export async function apply(
  trx: Trx,
  companyId: string,
  operation: Operation,
  changed: readonly Changed[],
  leads: readonly Taken[]
): Promise<void> {
  const { kind, params } = operation
  const ids = idsOf(changed)
  switch (kind) {
    case 'status':
      return setStatus(trx, companyId, changed)
    case 'owner':
    case 'distribute':
      return setOwner(trx, companyId, changed)
    case 'addTags': {
      const times = new Map(leads.map(lead => [lead.id, lead.received_at]))
      const rows = changed.flatMap(({ id, after }) =>
        (after.tags as string[]).map(tag => ({ id, tag, at: times.get(id) }))
      )
      await sql`
        insert into lead_tags (company_id, tag_id, lead_id, received_at)
        select ${companyId}, tag, id, at from unnest(${rows.map(row => row.tag)}::text[], ${rows.map(row => row.id)}::text[],
          ${rows.map(row => row.at)}::timestamptz[]) as r (tag, id, at)
        where exists (select from tags where tags.company_id = ${companyId} and tags.id = tag)
        on conflict do nothing`.execute(trx)
      return
    }
    case 'removeTags':
      await sql`
        delete from lead_tags where company_id = ${companyId} and lead_id = any (${ids}::text[])
          and tag_id = any (${params.tagIds ?? []}::text[])`.execute(trx)
      return
    case 'task':
      await sql`
        insert into tasks (company_id, lead_id, title, kind, due_at, owner_id, created_by, operation_id)
        select ${companyId}, id, ${params.title?.trim()}, ${params.taskKind ?? 'other'}, ${params.dueAt}, owner_id,
          ${operation.actor_id}, ${operation.id}
        from leads where company_id = ${companyId} and id = any (${ids}::text[])`.execute(trx)
      return
    case 'delete':
      await sql`
        update leads set deleted_at = now(), version = version + 1, updated_at = now()
        where company_id = ${companyId} and id = any (${ids}::text[])`.execute(trx)
  }
}

async function setStatus(trx: Trx, companyId: string, changed: readonly Changed[]): Promise<void> {
  await sql`
    update leads set status = r.status, step_key = r.step_key, funnel_id = r.funnel_id, lost_reason = r.reason, status_at = now(), version = version + 1, updated_at = now(),
      rank = extract(epoch from clock_timestamp()), score = case when r.status not in ('converted', 'lost') then score end,
      score_reasons = case when r.status in ('converted', 'lost') then '[]' else score_reasons end,
      first_contact_at = case when r.status in ('contacted', 'scheduled', 'converted')
        then coalesce(first_contact_at, now()) else first_contact_at end
    from (
      select c.id, c.reason, s.key as step_key, s.funnel_id, coalesce(s.phase, c.key) as status
      from unnest(${idsOf(changed)}::text[], ${changed.map(({ after }) => after.status)}::text[],
        ${changed.map(({ after }) => after.lostReason ?? null)}::text[]) as c (id, key, reason)
      left join funnel_steps s on s.company_id = ${companyId} and s.key = c.key and s.funnel_id <> ${companyId}) as r
    where leads.company_id = ${companyId} and leads.id = r.id`.execute(trx)
}

async function setOwner(trx: Trx, companyId: string, changed: readonly Changed[]): Promise<void> {
  await sql`
    update leads set owner_id = r.owner, version = version + 1, updated_at = now()
    from unnest(${idsOf(changed)}::text[], ${changed.map(({ after }) => after.ownerId ?? null)}::text[]) as r (id, owner)
    where leads.company_id = ${companyId} and leads.id = r.id`.execute(trx)
}

export type Undone = Taken & { before: Values; after: Values; deleted: boolean }

export async function putBack(
  trx: Trx,
  companyId: string,
  operation: Operation,
  back: readonly Changed[],
  rows: readonly Undone[]
): Promise<void> {
  const ids = idsOf(back)
  switch (operation.kind) {
    case 'status':
      return setStatus(trx, companyId, back)
    case 'owner':
    case 'distribute':
      return setOwner(trx, companyId, back)
    case 'addTags': {
      const pairs = back.flatMap(({ id, before }) => (before.tags as string[]).map(tag => ({ id, tag })))
      await sql`
        delete from lead_tags using unnest(${pairs.map(pair => pair.id)}::text[], ${pairs.map(pair => pair.tag)}::text[]) as r (id, tag)
        where company_id = ${companyId} and lead_id = r.id and tag_id = r.tag`.execute(trx)
      return
    }
    case 'removeTags':
      return apply(trx, companyId, { ...operation, kind: 'addTags' }, back, rows)
    case 'task':
      await sql`
        delete from tasks where company_id = ${companyId} and operation_id = ${operation.id}
          and lead_id = any (${ids}::text[]) and done_at is null`.execute(trx)
      return
    case 'delete':
      await sql`
        update leads set deleted_at = null, version = version + 1, updated_at = now()
        where company_id = ${companyId} and id = any (${ids}::text[])`.execute(trx)
  }
}
