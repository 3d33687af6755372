import { type Selectable, sql, type Updateable } from 'kysely'
import { type AuditActor, audit } from '../audit/queries.ts'
import { backBefore, strictest } from '../consents/kept.ts'
import type { Trx } from '../core/db.ts'
import { AppError, invalid } from '../core/errors.ts'
import { announce } from '../core/events.ts'
import type { Tables } from '../core/tables.ts'
import type { Author } from '../core/viewer.ts'
import { noteChanges } from '../leads/changes.ts'
import { columnsWith } from '../leads/fields.ts'
import { findLead } from '../leads/queries.ts'
import type { KeptConsents } from '../leads/rules.ts'
import { type ChoosableField, choosableFields, undoDays } from './rules.ts'
import type { Merge, Merged, NewMerge } from './schema.ts'

type Row = Selectable<Tables['leads']>
type MergeRow = Selectable<Tables['merges']>

const columns = columnsWith('mergeable') satisfies Record<ChoosableField, keyof Row>

/** What goes with a column when it changes hands. */
const company: Partial<Record<keyof Row, (keyof Row)[]>> = {
  phone: ['phone_key'],
  status: ['status_at', 'lost_reason', 'rank', 'score']
}

/** The tables whose rows move to the lead that goes on. */
const moving = ['submissions', 'notes', 'tasks', 'activities', 'consents', 'mails'] as const

const toMerge = (row: MergeRow): Merge => ({
  id: row.id,
  leadId: row.lead_id,
  otherId: row.other_id,
  otherName: row.other_name,
  actorName: row.actor_name,
  createdAt: row.created_at,
  undoneAt: row.undone_at,
  kept: row.kept
})

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Both in the order of their ids, as every statement locks leads, so that two merges wait rather than block each other. */
const lockLeads = (trx: Trx, ids: string[]): Promise<Row[]> =>
  trx.selectFrom('leads').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()

/**
 * Puts the other lead into this one, in a scope that sees deleted leads: chosen values stay, everything that tells of
 * the other moves, and the more restrictive consent decides. Undefined where one of them is not there; throws 409 where
 * they are no longer what was compared.
 */
export async function mergeLeads(
  trx: Trx,
  companyId: string,
  id: string,
  { otherId, fields, expectedVersions }: NewMerge,
  author: Author,
  by: AuditActor
): Promise<Merged | undefined> {
  const rows = await lockLeads(trx, [id, otherId])
  const [lead, other] = [rows.find(row => row.id === id), rows.find(row => row.id === otherId)]
  if (!lead || !other) return undefined
  if (id === otherId) throw invalid({ otherId: 'Escolha outro lead.' })
  if (lead.merged_into || other.merged_into) throw await alreadyMerged(trx, lead, other)
  if (lead.deleted_at || other.deleted_at) return undefined
  if (expectedVersions && (expectedVersions.this !== lead.version || expectedVersions.other !== other.version))
    throw new AppError('conflict', 'Um dos dois leads mudou enquanto você comparava. Confira os valores de novo.', {
      code: 'STALE'
    })

  const after = outcome(lead, other, fields)
  const moved = await moveRows(trx, companyId, other, lead)
  const { custom, ...plain } = after
  await trx
    .updateTable('leads')
    .set({
      ...(plain as Updateable<Tables['leads']>),
      ...(custom !== undefined && { custom: JSON.stringify(custom) }),
      ...jsonTexts(after),
      version: sql`version + 1`,
      updated_at: sql`now()`
    })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('leads')
    .set({ deleted_at: sql`now()`, merged_into: id, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', otherId)
    .execute()
  const merge = await trx
    .insertInto('merges')
    .values({
      company_id: companyId,
      lead_id: id,
      other_id: otherId,
      other_name: other.name,
      before: JSON.stringify(lead),
      other_before: JSON.stringify(other),
      after: JSON.stringify(after),
      moved: JSON.stringify(moved),
      actor_id: author.id,
      actor_name: author.name
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await noteChanges(trx, companyId, id, changesBetween(lead, { ...lead, ...after }), author)
  await audit(trx, {
    ...by,
    companyId,
    action: 'lead.merged',
    // What is written there can never be taken out, so no lead stands in it by name.
    object: { type: 'lead', id },
    changes: { other: [otherId, null] }
  })
  await tell(trx, companyId, [id, otherId])
  return { merge: toMerge(merge), lead: await foundLead(trx, id) }
}

/** Columns of JSON are written as text. */
const jsonTexts = (after: Partial<Row>): Updateable<Tables['leads']> => ({
  ...(after.consents !== undefined && { consents: JSON.stringify(after.consents) }),
  ...(after.first_touch !== undefined && { first_touch: after.first_touch && JSON.stringify(after.first_touch) }),
  ...(after.last_touch !== undefined && { last_touch: after.last_touch && JSON.stringify(after.last_touch) })
})

async function foundLead(trx: Trx, id: string) {
  const lead = await findLead(trx, id)
  if (!lead) throw new Error('The lead that was locked is gone')
  return lead
}

async function alreadyMerged(trx: Trx, ...leads: Row[]): Promise<AppError> {
  const gone = leads.find(lead => lead.merged_into)
  const merge = await trx
    .selectFrom('merges')
    .select('actor_name')
    .where('other_id', '=', gone?.id ?? '')
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return new AppError('conflict', `${merge?.actor_name ?? 'Outra pessoa'} já mesclou um destes leads.`, {
    code: 'MERGED'
  })
}

/** The columns of the lead that goes on which become others. */
function outcome(lead: Row, other: Row, fields: NewMerge['fields']): Partial<Row> {
  const after: Record<string, unknown> = {}
  const set = (column: keyof Row, value: unknown) => {
    if (!same(lead[column], value)) after[column] = value
  }
  for (const field of choosableFields) {
    const column = columns[field]
    const fromOther = fields[field] === 'other' || (fields[field] === undefined && lead[column] === null)
    if (fromOther) for (const each of [column, ...(company[column] ?? [])]) set(each, other[each])
  }
  const custom = { ...other.custom, ...lead.custom }
  for (const [name, value] of Object.entries(other.custom))
    if (fields[`custom.${name}`] === 'other') custom[name] = value
  set('custom', custom)
  set('consent_given', lead.consent_given && other.consent_given)
  set('consents', strictest(lead.consents, other.consents))
  // The two are one now: who is left to be alike is told by the page.
  set(
    'marks',
    [...new Set([...lead.marks, ...other.marks])].filter(mark => mark !== 'duplicate')
  )
  set('first_contact_at', extreme([lead.first_contact_at, other.first_contact_at], 'first'))
  set('last_contact_at', extreme([lead.last_contact_at, other.last_contact_at], 'last'))
  const [earlier, later] = lead.received_at <= other.received_at ? [lead, other] : [other, lead]
  set('first_touch', earlier.first_touch ?? later.first_touch)
  set('last_touch', later.last_touch ?? earlier.last_touch)
  return after as Partial<Row>
}

function extreme(times: (string | null)[], which: 'first' | 'last'): string | null {
  const known = times.filter(time => time !== null).sort()
  return (which === 'first' ? known[0] : known.at(-1)) ?? null
}

/** Moves what tells of one lead to another and returns the ids by table; `tags` are those that were added. */
async function moveRows(trx: Trx, companyId: string, from: Row, to: Row): Promise<Record<string, string[]>> {
  const moved: Record<string, string[]> = {}
  for (const table of moving) {
    // A lead has one arrival.
    const stays =
      table === 'activities'
        ? sql`and (type <> 'new_lead' or not exists (
      select from activities a where a.company_id = ${companyId} and a.lead_id = ${to.id} and a.type = 'new_lead'))`
        : sql``
    const { rows } = await sql<{ id: string }>`
      update ${sql.table(table)} set lead_id = ${to.id}
      where company_id = ${companyId} and lead_id = ${from.id} ${stays} returning id`.execute(trx)
    moved[table] = rows.map(({ id }) => id)
  }
  const { rows } = await sql<{ id: string }>`
    insert into lead_tags (company_id, tag_id, lead_id, received_at)
    select company_id, tag_id, ${to.id}, ${to.received_at} from lead_tags
    where company_id = ${companyId} and lead_id = ${from.id} on conflict do nothing returning tag_id as id`.execute(trx)
  return { ...moved, tags: rows.map(({ id }) => id) }
}

/** The fields of people that differ, as the history of a lead tells them. */
function changesBetween(before: Row, after: Row) {
  const fields = [...choosableFields.map(field => [field, columns[field]] as const), ['custom', 'custom'] as const]
  return fields.flatMap(([field, column]) =>
    same(before[column], after[column]) ? [] : [{ field, before: before[column], after: after[column] }]
  )
}

/**
 * Takes a merge apart again, in a scope that sees deleted leads: what moved goes back, and the lead that went on gets
 * back what it was but for what somebody has changed since, which `kept` names. Undefined where there is no such merge;
 * throws 409 where it was undone, is too old, or the lead that went on was itself put into another.
 */
export async function undoMerge(
  trx: Trx,
  companyId: string,
  id: string,
  author: Author,
  by: AuditActor
): Promise<Merged | undefined> {
  const merge = await trx.selectFrom('merges').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!merge) return undefined
  if (merge.undone_at) throw new AppError('conflict', 'Esta mesclagem já foi desfeita.')
  if (Date.now() - new Date(merge.created_at).getTime() > undoDays * 24 * 3600_000)
    throw new AppError('conflict', `Uma mesclagem pode ser desfeita por ${undoDays} dias.`)
  const rows = await lockLeads(trx, [merge.lead_id, merge.other_id])
  const lead = rows.find(row => row.id === merge.lead_id)
  if (!lead || rows.length < 2) return undefined
  if (lead.merged_into)
    throw new AppError('conflict', 'Este lead foi mesclado com outro depois. Desfaça primeiro aquela mesclagem.')

  await moveBack(trx, companyId, merge)
  const { set, kept } = await restored(trx, lead, merge)
  const { custom, ...plain } = set
  // Of a merge from before decisions were kept with the leads.
  const recorded = merge.before.consents === undefined && { consents: sql<string>`consents_recorded(company_id, id)` }
  await trx
    .updateTable('leads')
    .set({
      ...recorded,
      ...(plain as Updateable<Tables['leads']>),
      ...(custom !== undefined && { custom: JSON.stringify(custom) }),
      ...jsonTexts(set),
      version: sql`version + 1`,
      updated_at: sql`now()`
    })
    .where('id', '=', lead.id)
    .execute()
  await trx
    .updateTable('leads')
    .set({ ...recorded, deleted_at: null, merged_into: null, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', merge.other_id)
    .execute()
  const undone = await trx
    .updateTable('merges')
    .set({ undone_at: sql<string>`now()`, undone_by: author.name, kept })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await noteChanges(trx, companyId, lead.id, changesBetween(lead, { ...lead, ...set }), author)
  await audit(trx, {
    ...by,
    companyId,
    action: 'lead.merge_undone',
    object: { type: 'lead', id: lead.id },
    changes: { other: [null, merge.other_id] }
  })
  await tell(trx, companyId, [merge.lead_id, merge.other_id])
  return { merge: toMerge(undone), lead: await foundLead(trx, lead.id) }
}

async function moveBack(trx: Trx, companyId: string, { lead_id, other_id, moved }: MergeRow): Promise<void> {
  for (const table of moving)
    await sql`
      update ${sql.table(table)} set lead_id = ${other_id}
      where company_id = ${companyId} and id = any (${moved[table] ?? []}::text[]) and lead_id = ${lead_id}`.execute(
      trx
    )
  await sql`
    delete from lead_tags where company_id = ${companyId} and lead_id = ${lead_id}
      and tag_id = any (${moved.tags ?? []}::text[])`.execute(trx)
}

/** What the lead gets back, and the fields that stay as somebody has made them since. */
async function restored(trx: Trx, lead: Row, { before, after, moved, created_at }: MergeRow) {
  const set: Record<string, unknown> = {}
  const kept = new Set<string>()
  const fieldOf = Object.fromEntries(Object.entries(columns).map(([field, column]) => [column, field]))
  const followers = new Set(Object.values(company).flat())
  for (const [column, made] of Object.entries(after) as [keyof Row, unknown][]) {
    if (column === 'custom' || column === 'consents' || followers.has(column)) continue
    if (!same(lead[column], made)) {
      if (fieldOf[column]) kept.add(fieldOf[column])
      continue
    }
    for (const each of [column, ...(company[column] ?? [])]) if (each in after) set[each] = before[each] ?? null
  }
  if ('consent_given' in set && (await decidedSince(trx, lead.id, created_at, moved.consents ?? []))) {
    delete set.consent_given
    kept.add('consentGiven')
  }
  if ('consents' in after)
    set.consents = backBefore(lead.consents, after.consents as KeptConsents, before.consents as KeptConsents)
  if ('custom' in after) {
    const [was, made] = [before.custom, after.custom] as [Record<string, unknown>, Record<string, unknown>]
    const custom = { ...lead.custom }
    for (const [name, value] of Object.entries(made)) {
      if (same(was[name], value)) continue
      if (!same(custom[name], value)) kept.add(`custom.${name}`)
      else if (name in was) custom[name] = was[name]
      else delete custom[name]
    }
    if (!same(custom, lead.custom)) set.custom = custom
  }
  return { set: set as Partial<Row>, kept: [...kept] }
}

/** Whether the person has decided anew after the merge. */
async function decidedSince(trx: Trx, leadId: string, since: string, moved: readonly string[]): Promise<boolean> {
  const rows = await trx
    .selectFrom('consents')
    .select('id')
    .where('lead_id', '=', leadId)
    .where('decided_at', '>', since)
    .limit(moved.length + 1)
    .execute()
  return rows.some(({ id }) => !moved.includes(id))
}

async function tell(trx: Trx, companyId: string, leadIds: string[]): Promise<void> {
  for (const leadId of leadIds) await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
}
