import { sql } from 'kysely'
import type { Db, Trx } from '../core/db.ts'
import { announce } from '../core/events.ts'
import type { LeadStatus } from '../leads/rules.ts'
import { notify } from '../notifications/queries.ts'
import { type BulkKind, bulkLabels, ownerKept } from './rules.ts'
import type { BulkParams } from './schema.ts'

/** Leads of one transaction: few enough that nobody waits for their locks. */
const portion = 500

type Operation = { id: string; kind: BulkKind; params: BulkParams; actor_id: string | null; actor_name: string | null }

type Taken = {
  id: string
  n: number
  status: LeadStatus
  lost_reason: string | null
  owner_id: string | null
  tags: string[]
  received_at: string
  touched: boolean
  gone: boolean
}

type Values = Record<string, unknown>
/** What becomes of one lead: from what to what, or why nothing. */
type Outcome = { id: string; before: Values; after: Values } | { id: string; skipped: 'same' | 'gone' | 'inactive' }

/** What a kind of action does to one lead, which goes to nobody of whom `active` does not know. */
function outcomeOf({ kind, params }: Operation, lead: Taken, active: Active): Outcome {
  const { id } = lead
  if (lead.gone) return { id, skipped: 'gone' }
  const turn = (before: Values, after: Values): Outcome =>
    JSON.stringify(before) === JSON.stringify(after) ? { id, skipped: 'same' } : { id, before, after }
  const give = (ownerId: string | null): Outcome =>
    active.has(ownerId) ? turn({ ownerId: lead.owner_id }, { ownerId }) : { id, skipped: 'inactive' }
  switch (kind) {
    case 'status': {
      const reason = params.status === 'lost' ? (params.lostReason?.trim() ?? null) : null
      return turn(
        { status: lead.status, lostReason: lead.lost_reason },
        { status: params.status, lostReason: params.status === 'lost' || lead.lost_reason ? reason : lead.lost_reason }
      )
    }
    case 'owner':
      return give(params.ownerId ?? null)
    case 'distribute': {
      const people = params.employeeIds ?? []
      return give(people[lead.n % people.length] ?? null)
    }
    case 'addTags':
      return turn({ tags: [] }, { tags: (params.tagIds ?? []).filter(tag => !lead.tags.includes(tag)) })
    case 'removeTags':
      return turn({ tags: (params.tagIds ?? []).filter(tag => lead.tags.includes(tag)) }, { tags: [] })
    case 'task':
      return { id, before: {}, after: { task: params.title } }
    case 'delete':
      return { id, before: {}, after: { deleted: true } }
  }
}

type Changed = Extract<Outcome, { before: Values }>

/** Who can be given leads; null, for nobody, always. */
type Active = ReadonlySet<string | null>

/** Those of the people who are active, and are kept so until the transaction ends. */
async function holdActive(trx: Trx, people: readonly string[]): Promise<Active> {
  if (people.length === 0) return new Set([null])
  const rows = await trx
    .selectFrom('employees')
    .select('id')
    .where('id', 'in', people)
    .where('active', '=', true)
    .orderBy('id')
    .forShare()
    .execute()
  return new Set([null, ...rows.map(({ id }) => id)])
}

const countOf = (outcomes: readonly Outcome[], reason: 'inactive'): number =>
  outcomes.filter(outcome => 'skipped' in outcome && outcome.skipped === reason).length

/** Adds to the counts that the operation's result names. */
const addCounts = (counts: Record<string, number>) =>
  sql`result || jsonb_build_object(${sql.join(
    Object.entries(counts).map(
      ([name, n]) => sql`${sql.lit(name)}, coalesce((result ->> ${sql.lit(name)})::integer, 0) + ${n}::integer`
    )
  )})`

/** Does the operation a portion at a time, each with its records and the progress; a second run goes on from there. */
export async function runOperation(db: Db, companyId: string, operationId: string): Promise<void> {
  for (;;) {
    const more = await db.company({ id: companyId, deleted: true }, trx => runPortion(trx, companyId, operationId))
    if (!more) return
  }
}

async function runPortion(trx: Trx, companyId: string, operationId: string): Promise<boolean> {
  const operation = (await trx
    .selectFrom('operations')
    .select(['id', 'kind', 'params', 'state', 'actor_id', 'actor_name'])
    .where('id', '=', operationId)
    .forUpdate()
    .executeTakeFirst()) as (Operation & { state: string }) | undefined
  if (!operation || !['queued', 'running'].includes(operation.state)) return false
  // Before the leads, as who sends somebody away takes them.
  const { ownerId, employeeIds = [] } = operation.params
  const active = await holdActive(trx, ownerId ? [ownerId] : employeeIds)
  const leads = await takePortion(trx, companyId, operation.id)
  const outcomes = leads.map(lead => outcomeOf(operation, lead, active))
  const changed = outcomes.filter((outcome): outcome is Changed => 'after' in outcome)
  if (changed.length > 0) await apply(trx, companyId, operation, changed, leads)
  await noteRows(trx, companyId, operation, outcomes)
  const finished = leads.length < portion
  const meanwhile = leads.filter(lead => lead.touched).length
  await sql`
    update operations set state = ${finished ? 'done' : 'running'}, done = done + ${leads.length},
      changed = changed + ${changed.length}, skipped = skipped + ${leads.length - changed.length},
      result = ${addCounts({ meanwhile, inactive: countOf(outcomes, 'inactive') })},
      finished_at = case when ${finished}::boolean then now() end
    where company_id = ${companyId} and id = ${operation.id}`.execute(trx)
  await announce(trx, { companyId, kind: 'operation', data: { operationId } })
  if (finished) {
    await announce(trx, { companyId, kind: 'leads-changed', data: {} })
    await tellOfEnd(trx, companyId, operation)
  }
  return !finished
}

/** Whoever began it learns that it is done, and each new owner how many leads they were given, in one line. */
async function tellOfEnd(trx: Trx, companyId: string, { id, kind, actor_id }: Operation): Promise<void> {
  const { rows } = await sql<{ changed: number; done: number; inactive: number }>`
    select changed, done, (result ->> 'inactive')::integer as inactive from operations where company_id = ${companyId} and id = ${id}`.execute(
    trx
  )
  const { changed = 0, done = 0, inactive = 0 } = rows[0] ?? {}
  const written = (n: number) => `${n.toLocaleString('pt-BR')} ${n === 1 ? 'lead' : 'leads'}`
  if (actor_id)
    await notify(
      trx,
      {
        companyId,
        kind: 'operation_done',
        leadId: null,
        title: `${bulkLabels[kind]}: pronto`,
        body: `${written(changed)} de ${written(done)}${inactive > 0 ? `; ${ownerKept(inactive)}` : ''}`,
        link: '/leads'
      },
      { employees: [actor_id] }
    )
  if (kind !== 'owner' && kind !== 'distribute') return
  const { rows: given } = await sql<{ owner: string; n: number }>`
    select after ->> 'ownerId' as owner, count(*)::integer as n from operation_rows
    where company_id = ${companyId} and operation_id = ${id} and state = 'changed' and after ->> 'ownerId' is not null
    group by 1`.execute(trx)
  for (const { owner, n } of given)
    await notify(
      trx,
      {
        companyId,
        kind: 'lead_assigned',
        leadId: null,
        title: `${written(n)} para você`,
        link: '/leads?filter=%7B%22owner%22%3A%22me%22%7D'
      },
      { employees: [owner], except: actor_id }
    )
}

/** The next leads of the frozen set, locked in the order of their ids, as every operation locks them. */
async function takePortion(trx: Trx, companyId: string, operationId: string): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    with taken as (
      select lead_id, version from operation_rows
      where company_id = ${companyId} and operation_id = ${operationId} and state = 'waiting'
      order by lead_id limit ${portion}
    ), locked as (
      select id, status, lost_reason, owner_id, tags, received_at, version, deleted_at from leads
      where company_id = ${companyId} and id in (select lead_id from taken) order by id for update
    )
    select t.lead_id as id, l.status, l.lost_reason, l.owner_id, coalesce(l.tags, '{}') as tags, l.received_at,
      coalesce(l.version <> t.version, false) as touched, l.id is null or l.deleted_at is not null as gone,
      (row_number() over (order by t.lead_id))::integer - 1 + o.done as n
    from taken t left join locked l on l.id = t.lead_id
    join operations o on o.company_id = ${companyId} and o.id = ${operationId}
    order by t.lead_id`.execute(trx)
  return rows
}

const idsOf = (outcomes: readonly { id: string }[]) => outcomes.map(({ id }) => id)

async function apply(
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
    update leads set status = r.status, lost_reason = r.reason, status_at = now(), version = version + 1, updated_at = now(),
      rank = extract(epoch from clock_timestamp()), score = case when r.status not in ('converted', 'lost') then score end,
      score_reasons = case when r.status in ('converted', 'lost') then '[]' else score_reasons end,
      first_contact_at = case when r.status in ('contacted', 'scheduled', 'converted')
        then coalesce(first_contact_at, now()) else first_contact_at end
    from unnest(${idsOf(changed)}::text[], ${changed.map(({ after }) => after.status)}::text[],
      ${changed.map(({ after }) => after.lostReason ?? null)}::text[]) as r (id, status, reason)
    where leads.company_id = ${companyId} and leads.id = r.id`.execute(trx)
}

async function setOwner(trx: Trx, companyId: string, changed: readonly Changed[]): Promise<void> {
  await sql`
    update leads set owner_id = r.owner, version = version + 1, updated_at = now()
    from unnest(${idsOf(changed)}::text[], ${changed.map(({ after }) => after.ownerId ?? null)}::text[]) as r (id, owner)
    where leads.company_id = ${companyId} and leads.id = r.id`.execute(trx)
}

/** The rows of the operation, and for each field that changed a line of the lead's history. */
async function noteRows(
  trx: Trx,
  companyId: string,
  operation: Operation,
  outcomes: readonly Outcome[],
  undo = false
): Promise<void> {
  const states = outcomes.map(outcome =>
    'after' in outcome ? (undo ? 'undone' : 'changed') : undo ? 'kept' : 'skipped'
  )
  await sql`
    update operation_rows set state = r.state, reason = r.reason,
      before = case when ${undo}::boolean then operation_rows.before else r.before end,
      after = case when ${undo}::boolean then operation_rows.after else r.after end
    from unnest(${idsOf(outcomes)}::text[], ${states}::text[],
      ${outcomes.map(outcome => ('skipped' in outcome ? outcome.skipped : null))}::text[],
      ${outcomes.map(outcome => ('before' in outcome ? JSON.stringify(outcome.before) : null))}::jsonb[],
      ${outcomes.map(outcome => ('after' in outcome ? JSON.stringify(outcome.after) : null))}::jsonb[]
    ) as r (id, state, reason, before, after)
    where company_id = ${companyId} and operation_id = ${operation.id} and lead_id = r.id`.execute(trx)

  const fields = { status: 'status', lostReason: 'lostReason', ownerId: 'ownerId' } as const
  const lines = outcomes.flatMap(outcome =>
    'after' in outcome
      ? Object.values(fields)
          .filter(field => field in outcome.after && outcome.before[field] !== outcome.after[field])
          .map(field => ({ id: outcome.id, field, before: outcome.before[field], after: outcome.after[field] }))
      : []
  )
  if (lines.length === 0) return
  const name = undo ? `${operation.actor_name ?? 'Ação em massa'} (desfeito)` : operation.actor_name
  await sql`
    insert into lead_changes (company_id, lead_id, field, before, after, actor_id, actor_name, operation_id)
    select ${companyId}, id, field, before, after, ${operation.actor_id}, ${name}, ${operation.id}
    from unnest(${idsOf(lines)}::text[], ${lines.map(line => line.field)}::text[],
      ${lines.map(line => JSON.stringify(line.before ?? null))}::jsonb[],
      ${lines.map(line => JSON.stringify(line.after ?? null))}::jsonb[]) as r (id, field, before, after)`.execute(trx)
}

/** Puts back what the operation changed, but for what somebody has changed since, a portion at a time. */
export async function undoOperation(db: Db, companyId: string, operationId: string): Promise<void> {
  for (;;) {
    const more = await db.company({ id: companyId, deleted: true }, trx => undoPortion(trx, companyId, operationId))
    if (!more) return
  }
}

type Undone = Taken & { before: Values; after: Values; deleted: boolean }

async function undoPortion(trx: Trx, companyId: string, operationId: string): Promise<boolean> {
  const operation = (await trx
    .selectFrom('operations')
    .select(['id', 'kind', 'params', 'state', 'actor_id', 'actor_name'])
    .where('id', '=', operationId)
    .forUpdate()
    .executeTakeFirst()) as (Operation & { state: string }) | undefined
  if (operation?.state !== 'undoing') return false
  const active = await holdActive(trx, await formerOwners(trx, companyId, operation))
  const { rows } = await sql<Undone>`
    with taken as (
      select lead_id, before, after from operation_rows
      where company_id = ${companyId} and operation_id = ${operationId} and state = 'changed'
      order by lead_id limit ${portion}
    ), locked as (
      select * from leads where company_id = ${companyId} and id in (select lead_id from taken) order by id for update
    )
    select t.lead_id as id, t.before, t.after, l.status, l.lost_reason, l.owner_id, coalesce(l.tags, '{}') as tags,
      l.received_at, l.deleted_at is not null as deleted, l.id is null or l.merged_into is not null as gone
    from taken t left join locked l on l.id = t.lead_id order by t.lead_id`.execute(trx)
  const outcomes = rows.map((row): Outcome => {
    const { id, before, after } = row
    if (row.gone || !stillAs(operation.kind, row)) return { id, skipped: 'gone' }
    if ('ownerId' in before && !active.has(before.ownerId as string | null)) return { id, skipped: 'inactive' }
    return { id, before: after, after: before }
  })
  const back = outcomes.filter((outcome): outcome is Changed => 'after' in outcome)
  if (back.length > 0) await putBack(trx, companyId, operation, back, rows)
  await noteRows(trx, companyId, operation, outcomes, true)
  const inactive = countOf(outcomes, 'inactive')
  const finished = rows.length < portion
  await sql`
    update operations set state = ${finished ? 'undone' : 'undoing'}, done = done + ${rows.length},
      undone_at = case when ${finished}::boolean then now() end,
      result = ${addCounts({ kept: rows.length - back.length - inactive, keptInactive: inactive })}
    where company_id = ${companyId} and id = ${operationId}`.execute(trx)
  await announce(trx, { companyId, kind: 'operation', data: { operationId } })
  if (finished) await announce(trx, { companyId, kind: 'leads-changed', data: {} })
  return !finished
}

/** Who had the leads of the next portion before. */
async function formerOwners(trx: Trx, companyId: string, { id, kind }: Operation): Promise<string[]> {
  if (kind !== 'owner' && kind !== 'distribute') return []
  const { rows } = await sql<{ owner: string }>`
    select distinct before ->> 'ownerId' as owner from (
      select before from operation_rows where company_id = ${companyId} and operation_id = ${id} and state = 'changed'
      order by lead_id limit ${portion}) as next
    where before ->> 'ownerId' is not null`.execute(trx)
  return rows.map(({ owner }) => owner)
}

/** Whether the lead is still as the operation left it. */
function stillAs(kind: BulkKind, { after, deleted, ...lead }: Undone): boolean {
  if (kind === 'delete') return deleted
  if (deleted) return false
  if (kind === 'status') return lead.status === after.status && lead.lost_reason === (after.lostReason ?? null)
  if (kind === 'owner' || kind === 'distribute') return lead.owner_id === after.ownerId
  return true
}

async function putBack(
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
