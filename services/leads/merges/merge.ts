import { sql, type Updateable } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { Tables } from '../../core/tables.ts'
import type { Author } from '../../core/viewer.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { strictest } from '../consents/kept.ts'
import { addressesOf, addressKinds, joined, keyOf, mainOf, settled } from '../leads/addresses.ts'
import { noteChanges } from '../leads/changes.ts'
import {
  announceChanges,
  changesBetween,
  columns,
  jsonTexts,
  linkedColumns,
  lockLeads,
  moveGuests,
  moving,
  type Row,
  readLead,
  same,
  toMerge
} from './rows.ts'
import { choosableFields } from './rules.ts'
import type { Merged, NewMerge } from './schema.ts'
import type {} from './tables.ts'

/**
 * Merges the other lead into this one, in a scope that sees deleted leads: chosen values stay, the other's rows move,
 * and the stricter consent counts. Undefined where one of them does not exist; throws 409 where they changed since they
 * were compared.
 */
export async function mergeLeads(
  trx: Trx,
  companyId: string,
  id: string,
  { otherId, fields, expectedVersions }: NewMerge,
  author: Author,
  actor: AuditActor
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
  await sql`select set_config('app.sales_stay', 'on', true)`.execute(trx)
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
  await sql`select set_config('app.sales_stay', '', true), settle_merged(${[id]}::text[])`.execute(trx)
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
    ...actor,
    companyId,
    action: 'lead.merged',
    // The audit log can never be erased, so it names no lead.
    object: { type: 'lead', id },
    changes: { other: [otherId, null] }
  })
  await announceChanges(trx, companyId, [id, otherId])
  return { merge: toMerge(merge), lead: await readLead(trx, id) }
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

/** The changed columns of the surviving lead. */
function outcome(lead: Row, other: Row, fields: NewMerge['fields']): Partial<Row> {
  const after: Record<string, unknown> = {}
  const set = (column: keyof Row, value: unknown) => {
    if (!same(lead[column], value)) after[column] = value
  }
  for (const field of choosableFields) {
    const column = columns[field]
    const fromOther = fields[field] === 'other' || (fields[field] === undefined && lead[column] === null)
    if (fromOther) for (const each of [column, ...(linkedColumns[column] ?? [])]) set(each, other[each])
  }
  // Nobody loses a telephone or an e-mail; those of the merged lead come last.
  for (const kind of addressKinds) {
    const all = joined(addressesOf(kind, lead), addressesOf(kind, other))
    const chosen = (mainOf[kind] in after ? after[mainOf[kind]] : lead[mainOf[kind]]) as string | null
    const main = chosen === null ? undefined : all.find(({ key }) => key === keyOf(kind, chosen))
    if (main && chosen !== null) set(kind, settled([{ ...main, value: chosen }, ...all.filter(each => each !== main)]))
  }
  const custom = { ...other.custom, ...lead.custom }
  for (const [name, value] of Object.entries(other.custom))
    if (fields[`custom.${name}`] === 'other') custom[name] = value
  set('custom', custom)
  set('consent_given', lead.consent_given && other.consent_given)
  set('consents', strictest(lead.consents, other.consents))
  // The duplicate has just been merged; the page finds any others.
  set(
    'marks',
    [...new Set([...lead.marks, ...other.marks])].filter(mark => mark !== 'duplicate')
  )
  set('first_contact_at', extreme([lead.first_contact_at, other.first_contact_at], 'first'))
  set('first_scheduled_at', extreme([lead.first_scheduled_at, other.first_scheduled_at], 'first'))
  set('last_contact_at', extreme([lead.last_contact_at, other.last_contact_at], 'last'))
  const [earlier, later] = lead.received_at <= other.received_at ? [lead, other] : [other, lead]
  set('first_touch', earlier.first_touch ?? later.first_touch)
  set('last_touch', later.last_touch ?? earlier.last_touch)
  return after as Partial<Row>
}

function extreme(times: (string | null)[], which: 'first' | 'last'): string | null {
  const sorted = times.filter(time => time !== null).sort()
  return (which === 'first' ? sorted[0] : sorted.at(-1)) ?? null
}

/**
 * Moves the rows of one lead to another and returns their ids by table; `tags` are the added ones, `sales` the threads of
 * the ledger, to which later rows may belong.
 */
async function moveRows(trx: Trx, companyId: string, from: Row, to: Row): Promise<Record<string, string[]>> {
  const moved: Record<string, string[]> = {}
  await moveGuests(trx, companyId, from.id, to.id)
  for (const table of moving) {
    // A lead has only one arrival.
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
  const { rows: sold } = await sql<{ id: string }>`
    update sales set lead_id = ${to.id} where company_id = ${companyId} and lead_id = ${from.id} returning thread as id`.execute(
    trx
  )
  return { ...moved, tags: rows.map(({ id }) => id), sales: [...new Set(sold.map(({ id }) => id))] }
}
