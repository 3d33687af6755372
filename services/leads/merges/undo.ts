import { sql, type Updateable } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Tables } from '../../core/tables.ts'
import type { Author } from '../../core/viewer.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { backBefore } from '../consents/kept.ts'
import type { AddressKind, StoredAddress } from '../leads/addresses/rules.ts'
import { addressesOf, settled } from '../leads/addresses.ts'
import { noteChanges } from '../leads/changes.ts'
import type { KeptConsents } from '../leads/rules.ts'
import {
  announceChanges,
  changesBetween,
  columns,
  jsonTexts,
  linkedColumns,
  lockLeads,
  type MergeRow,
  moveGuests,
  moving,
  type Row,
  readLead,
  same,
  toMerge
} from './rows.ts'
import { undoDays } from './rules.ts'
import type { Merged } from './schema.ts'

/**
 * Undoes a merge, in a scope that sees deleted leads: moved rows go back, and the surviving lead gets its values back,
 * except those changed since, which `kept` names. Undefined where there is no such merge; throws 409 where it was
 * undone already, is too old, or the surviving lead was merged itself.
 */
export async function undoMerge(
  trx: Trx,
  companyId: string,
  id: string,
  author: Author,
  actor: AuditActor
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

  await sql`select set_config('app.sales_stay', 'on', true)`.execute(trx)
  await moveBack(trx, companyId, merge)
  const { set, kept } = await restored(trx, lead, merge)
  const { custom, ...plain } = set
  // Merges from before leads had a consents column.
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
  await sql`
    select set_config('app.sales_stay', '', true), settle_merged(${[merge.lead_id, merge.other_id]}::text[])`.execute(
    trx
  )
  const undone = await trx
    .updateTable('merges')
    .set({ undone_at: sql<string>`now()`, undone_by: author.name, kept })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await noteChanges(trx, companyId, lead.id, changesBetween(lead, { ...lead, ...set }), author)
  await audit(trx, {
    ...actor,
    companyId,
    action: 'lead.merge_undone',
    object: { type: 'lead', id: lead.id },
    changes: { other: [null, merge.other_id] }
  })
  await announceChanges(trx, companyId, [merge.lead_id, merge.other_id])
  return { merge: toMerge(undone), lead: await readLead(trx, lead.id) }
}

async function moveBack(trx: Trx, companyId: string, { lead_id, other_id, moved }: MergeRow): Promise<void> {
  await moveGuests(trx, companyId, lead_id, other_id, moved.appointments ?? [])
  for (const table of moving)
    await sql`
      update ${sql.table(table)} set lead_id = ${other_id}
      where company_id = ${companyId} and id = any (${moved[table] ?? []}::text[]) and lead_id = ${lead_id}`.execute(
      trx
    )
  await sql`
    update sales set lead_id = ${other_id}
    where company_id = ${companyId} and lead_id = ${lead_id} and thread = any (${moved.sales ?? []}::text[])`.execute(
    trx
  )
  await sql`
    delete from lead_tags where company_id = ${companyId} and lead_id = ${lead_id}
      and tag_id = any (${moved.tags ?? []}::text[])`.execute(trx)
}

/** The values to restore, and the fields kept because they were changed since. */
async function restored(trx: Trx, lead: Row, { before, after, moved, created_at }: MergeRow) {
  const set: Record<string, unknown> = {}
  const kept = new Set<string>()
  const fieldOf = Object.fromEntries(Object.entries(columns).map(([field, column]) => [column, field]))
  const followers = new Set(Object.values(linkedColumns).flat())
  for (const [column, made] of Object.entries(after) as [keyof Row, unknown][]) {
    // A step alone differs where both leads had the same status.
    const follows = followers.has(column) && !(column === 'step_key' && !('status' in after))
    if (column === 'custom' || column === 'consents' || follows) continue
    if (column === 'phones' || column === 'emails') {
      const list = listBefore(column, lead, { before, after })
      if (!same(list, lead[column])) set[column] = list
      if (!same(lead[column], made)) kept.add(column)
      continue
    }
    const hasMoved = column === 'status' && 'step_key' in after && !same(lead.step_key, after.step_key)
    if (!same(lead[column], made) || hasMoved) {
      if (fieldOf[column]) kept.add(fieldOf[column])
      continue
    }
    for (const each of [column, ...(linkedColumns[column === 'step_key' ? 'status' : column] ?? [])])
      if (each in after) set[each] = before[each] ?? null
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

/** The present list without what the merge had added. */
function listBefore(
  kind: AddressKind,
  lead: Row,
  { before, after }: { before: Partial<Row>; after: Partial<Row> }
): StoredAddress[] | null {
  if (same(lead[kind], after[kind])) return before[kind] ?? null
  const had = addressesOf(kind, before as Row)
  const added = (after[kind] ?? []).filter(({ key }) => had.every(each => each.key !== key))
  return settled(addressesOf(kind, lead).filter(({ key }) => added.every(each => each.key !== key)))
}

/** True where the person has made a decision since the merge. */
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
