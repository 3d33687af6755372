import { type Selectable, sql, type Updateable } from 'kysely'
import { cnpjCharacters, cnpjTexts, plausibleCnpj } from '../../account/companies/rules.ts'
import { notify } from '../../account/notifications/queries.ts'
import type { Trx } from '../../core/db.ts'
import { emailTexts, readTypedEmail } from '../../core/emails.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { Tables } from '../../core/tables.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'
import { phoneKey, storePhone } from '../../core/telephone/rules.ts'
import { findUnstorable } from '../../core/text.ts'
import type { Author } from '../../core/viewer.ts'
import { isStatus } from '../funnels/rules.ts'
import {
  columnsOf,
  firstStepOf,
  historyName,
  holdStep,
  keyOf,
  listSteps,
  type PlacedStep,
  refuseIncomplete
} from '../funnels/steps.ts'
import { checkSaleDay } from '../sales/months.ts'
import type { AddressKind, StoredAddress } from './addresses/rules.ts'
import { addressesOf, addressKinds, mainOf, readAddresses, settled, shown } from './addresses.ts'
import { columnsWith, leadFields } from './fields.ts'
import { holdOwner } from './owners.ts'
import { findLead } from './queries.ts'
import { assignedNotice, type LeadStatus, leadFormTexts } from './rules.ts'
import type { Lead, LeadChange, LeadMove } from './schema.ts'

type Row = Selectable<Tables['leads']>
type Field = Exclude<keyof LeadChange, 'expected' | 'funnelId'>

const columns = columnsWith('editable') satisfies Record<Field, keyof Row>

/**
 * Changes fields of a lead, records the change in its history, and announces it. Undefined where there is no such lead.
 * Throws 400 that names the field in fault, and 409 where somebody else changed a field meanwhile (`expected`).
 *
 * @param owners the owners whose leads the author may see, where the scope does not restrict them: row-level security
 * rejects a write that hides the row from its writer, and the author may hand a lead to somebody whose leads they do
 * not see
 */
export async function changeLead(
  trx: Trx,
  companyId: string,
  id: string,
  { expected, funnelId, ...change }: LeadChange,
  author: Author,
  owners: readonly string[] | null = null
): Promise<Lead | undefined> {
  const row = await lockLead(trx, id)
  if (!row || (owners && !owners.includes(row.owner_id ?? ''))) return undefined
  const status =
    funnelId === undefined ? change.status : await stepInFunnel(trx, companyId, row, funnelId, change.status)
  const values = cleaned({ ...change, status })
  if (expected) await refuseStale(trx, row, values, expected)
  await applyChange(trx, companyId, row, values, author)
  return findLead(trx, id)
}

/** The key of a step in a funnel: the one that is asked for, the one that the lead is in, or the first open one. */
async function stepInFunnel(trx: Trx, companyId: string, row: Row, funnelId: string, key: string | undefined) {
  if (key === undefined)
    return (row.funnel_id ?? companyId) === funnelId ? undefined : await firstStepOf(trx, companyId, funnelId)
  const step = await holdStep(trx, key)
  if ((step.funnelId ?? companyId) !== funnelId) throw invalid({ status: 'Esta etapa não é deste funil.' })
  return key
}

/**
 * Moves a card on the board under another card of a column, or to its top. Throws 409 where the lead is no longer in
 * the column that it was taken from.
 */
export async function moveLead(
  trx: Trx,
  companyId: string,
  id: string,
  { status, above, lostReason, soldOn, from }: LeadMove,
  author: Author
): Promise<Lead | undefined> {
  const row = await lockLead(trx, id)
  if (!row) return undefined
  if (from !== undefined && keyOf(row) !== from)
    throw new AppError('conflict', await staleText(trx, row, 'status'), { code: 'STALE' })
  const rank = await rankUnder(trx, companyId, id, await holdStep(trx, status), above)
  const moved = { status, ...(lostReason !== undefined && { lostReason }), ...(soldOn !== undefined && { soldOn }) }
  const values = status === keyOf(row) ? {} : cleaned(moved)
  await applyChange(trx, companyId, row, values, author, { rank })
  return findLead(trx, id)
}

const lockLead = (trx: Trx, id: string): Promise<Row | undefined> =>
  trx.selectFrom('leads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The middle between the card above and the one below it; multiplication, because it loses no digits. */
async function rankUnder(trx: Trx, companyId: string, id: string, step: PlacedStep, above: string | null) {
  const inStep = (leads: string) =>
    step.funnelId === null
      ? sql`${sql.ref(`${leads}.status`)} = ${step.phase} and ${sql.ref(`${leads}.step_key`)} is null`
      : sql`${sql.ref(`${leads}.step_key`)} = ${step.key}`
  const { rows } = above
    ? await sql<{ rank: string }>`
        select case when below.rank is null then a.rank - 1 else (a.rank + below.rank) * 0.5 end as rank
        from leads a left join lateral (
          select rank from leads b where b.company_id = ${companyId} and ${inStep('b')} and b.id <> ${id}
            and (b.rank, b.id) < (a.rank, a.id) order by b.rank desc, b.id desc limit 1) as below on true
        where a.company_id = ${companyId} and a.id = ${above} and ${inStep('a')} and a.id <> ${id}`.execute(trx)
    : { rows: [] }
  if (rows[0]) return rows[0].rank
  // Where the card above has left the column meanwhile, the top is used.
  const { rows: top } = await sql<{ rank: string }>`
    select greatest(extract(epoch from clock_timestamp()), 1 + coalesce((
      select rank from leads where company_id = ${companyId} and ${inStep('leads')} and id <> ${id}
      order by rank desc, id desc limit 1), 0)) as rank`.execute(trx)
  return top[0]?.rank ?? '0'
}

const reasonText = 'Informe o motivo da perda.'

type CleanChange = Partial<
  { [F in Exclude<Field, AddressKind>]: Exclude<LeadChange[F], undefined> } & { [Kind in AddressKind]: StoredAddress[] }
>

/** The values as they are stored; throws 400 for the first invalid one. */
export function cleaned(change: Omit<LeadChange, 'expected'>): CleanChange {
  const unstorable = findUnstorable(change)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  const values = Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, typeof value === 'string' ? value.trim() || null : value])
  ) as CleanChange
  const errors: Record<string, string> = {}
  if ('name' in values && !values.name) errors.name = leadFormTexts.nameRequired
  if (values.email) {
    const { email, fault } = readTypedEmail(values.email)
    if (fault) errors.email = emailTexts[fault]
    else values.email = email
  }
  if (values.phone) {
    values.phone = storePhone(values.phone)
    const wrong = checkPhone(values.phone)
    if (wrong) errors.phone = wrong
  }
  for (const kind of addressKinds) {
    const typed = change[kind]
    if (typed === undefined) continue
    const { list, errors: faults } = readAddresses(kind, typed)
    Object.assign(errors, faults)
    values[kind] = list
    // The list says which one is the main one.
    delete values[mainOf[kind]]
  }
  if (values.cnpj) {
    values.cnpj = cnpjCharacters(values.cnpj)
    if (!plausibleCnpj(values.cnpj)) errors.cnpj = cnpjTexts.invalid
  }
  if (values.status === 'lost' && !values.lostReason) errors.lostReason = reasonText
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return values
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** An answer to a custom field as it is compared; empty counts as none. */
function answer(values: unknown, name: string): string {
  const value = (values as Record<string, unknown> | null)?.[name]
  return JSON.stringify(value === '' ? null : (value ?? null))
}

/** A field of the stored lead as the API answers it. */
const stored = (row: Row, field: Field): unknown => (field === 'status' ? keyOf(row) : row[columns[field]])

async function refuseStale(trx: Trx, row: Row, values: CleanChange, expected: Record<string, unknown>): Promise<void> {
  const errors: Record<string, string> = {}
  for (const field of Object.keys(values) as Field[]) {
    if (!(field in expected)) continue
    const changed = isList(field)
      ? !sameList(shown(addressesOf(field, row)), expected[field]) &&
        !sameList(shown(addressesOf(field, row)), values[field] && shown(values[field]))
      : field === 'custom'
        ? Object.keys(values.custom ?? {}).some(name => {
            const [now, was, made] = [row.custom, expected.custom, values.custom].map(values => answer(values, name))
            return now !== was && now !== made
          })
        : !same(stored(row, field), expected[field]) && !same(stored(row, field), values[field])
    if (changed) errors[field] = await staleText(trx, row, field)
  }
  const [first] = Object.values(errors)
  if (first) throw new AppError('conflict', first, { code: 'STALE', errors })
}

const isList = (field: Field): field is AddressKind => field === 'phones' || field === 'emails'

/** Lists as clients may write them: with the keys of their entries in another order, or without some. */
function sameList(a: unknown, b: unknown): boolean {
  const plain = (list: unknown) =>
    Array.isArray(list)
      ? list.map(each => {
          const { value, label = null, canMessage = true } = Object(each) as Record<string, unknown>
          return [value, label, canMessage]
        })
      : list
  return same(plain(a), plain(b))
}

async function staleText(trx: Trx, row: Row, field: Field): Promise<string> {
  const last = await trx
    .selectFrom('lead_changes')
    .select('actor_name')
    .where('lead_id', '=', row.id)
    .where('field', '=', field)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return `${last?.actor_name ?? 'Outra pessoa'} mudou ${leadFields[field].phrase} deste lead enquanto você editava.`
}

async function applyChange(
  trx: Trx,
  companyId: string,
  row: Row,
  values: CleanChange,
  author: Author,
  also: { rank?: string } = {}
): Promise<void> {
  const { tags, custom, phones, emails, status: key, ...plain } = values
  const step = key === undefined || key === keyOf(row) ? null : await enterStep(trx, row, key, values)
  if (values.ownerId && values.ownerId !== row.owner_id) await holdOwner(trx, values.ownerId)
  const set: Updateable<Tables['leads']> = { ...also }
  const changes: { field: Field; before: unknown; after: unknown }[] = []
  const note = (field: Field, before: unknown, after: unknown) => changes.push({ field, before, after })

  if (step) {
    Object.assign(set, columnsOf(step))
    note('status', keyOf(row), step.key)
  }
  for (const [field, value] of Object.entries(plain) as [
    Exclude<Field, 'tags' | 'custom' | 'status' | AddressKind>,
    never
  ][]) {
    const column = columns[field]
    if (same(row[column], value)) continue
    set[column] = value
    note(field, row[column], value)
  }
  if (set.sold_on) await checkSale(trx, companyId, row, { status: step?.phase, soldOn: set.sold_on as string })
  for (const [kind, list] of [
    ['phones', phones],
    ['emails', emails]
  ] as const) {
    if (!list || same(list, addressesOf(kind, row))) continue
    const value = settled(list)
    Object.assign(set, { [kind]: value && JSON.stringify(value), [mainOf[kind]]: list[0]?.value ?? null })
    if (row[kind] || value) note(kind, shown(addressesOf(kind, row)), shown(list))
    else note(mainOf[kind], row[mainOf[kind]], list[0]?.value ?? null)
  }
  if (set.phone !== undefined) set.phone_key = set.phone ? phoneKey(set.phone as string) : null
  if (step) Object.assign(set, statusChange(step.phase, also.rank))
  if (custom) {
    const merged = { ...row.custom, ...custom }
    if (!same(row.custom, merged)) {
      set.custom = JSON.stringify(merged)
      note('custom', row.custom, merged)
    }
  }
  if (tags) {
    const names = await replaceTags(trx, companyId, row, tags)
    if (names) note('tags', names.before, names.after)
  }
  if (changes.length === 0 && also.rank === undefined) return
  await trx
    .updateTable('leads')
    .set({ ...set, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', row.id)
    .execute()
  await noteChanges(trx, companyId, row.id, changes, author)
  if (typeof set.owner_id === 'string')
    await notify(
      trx,
      { companyId, kind: 'lead_assigned', ...assignedNotice(row.id, row.name) },
      { employees: [set.owner_id], except: author.id }
    )
  await announce(trx, { companyId, kind: 'lead-changed', data: { leadId: row.id } })
}

/** The step that a lead goes to. Throws 400 where the lead lacks what it requires, or a lost one its reason. */
async function enterStep(trx: Trx, row: Row, key: string, values: CleanChange): Promise<PlacedStep> {
  const step = await holdStep(trx, key)
  if (step.kind === 'lost' && !values.lostReason) throw invalid({ lostReason: reasonText })
  refuseIncomplete(step, field => {
    if (!field.startsWith('custom.')) return field in values ? values[field as Field] : row[columns[field as Field]]
    const name = field.slice('custom.'.length)
    return { ...row.custom, ...values.custom }[name]
  })
  return step
}

/**
 * Throws 400 for a day of a sale that is not, or is to come, and 409 where the month of the old or of the new day is
 * closed.
 */
async function checkSale(
  trx: Trx,
  companyId: string,
  row: Row,
  { status = row.status, soldOn }: { status: LeadStatus | undefined; soldOn: string }
): Promise<void> {
  if (status !== 'converted') throw invalid({ soldOn: 'Só um lead convertido tem data da venda.' })
  await checkSaleDay(trx, companyId, soldOn)
  if (row.sold_on !== null) await checkSaleDay(trx, companyId, row.sold_on)
}

/**
 * The changes that come with a new status: its time, the top of its column, the first contact; the reason of a loss is
 * cleared, and the score of a lead that is no longer open.
 */
function statusChange(status: LeadStatus, rank?: string): Updateable<Tables['leads']> {
  const reached = status === 'contacted' || status === 'scheduled' || status === 'converted'
  return {
    status_at: sql`now()` as never,
    ...(rank === undefined && { rank: sql`extract(epoch from clock_timestamp())` as never }),
    ...(status !== 'lost' && { lost_reason: null }),
    ...((status === 'converted' || status === 'lost') && { score: null, score_reasons: '[]' }),
    ...(reached && { first_contact_at: sql`coalesce(first_contact_at, now())` as never })
  }
}

/** Adds changed fields to the history of a lead; steps of own funnels by their names, which outlive them. */
export async function noteChanges(
  trx: Trx,
  companyId: string,
  leadId: string,
  changes: readonly { field: string; before: unknown; after: unknown }[],
  author: Author
): Promise<void> {
  if (changes.length === 0) return
  const ofOwn = (value: unknown) => typeof value === 'string' && !isStatus(value)
  const named = changes.some(({ field, before, after }) => field === 'status' && (ofOwn(before) || ofOwn(after)))
  const steps = named ? await listSteps(trx) : null
  const written = (field: string, value: unknown) =>
    steps && field === 'status' && typeof value === 'string' ? historyName(steps, value) : (value ?? null)
  await trx
    .insertInto('lead_changes')
    .values(
      changes.map(({ field, before, after }) => ({
        company_id: companyId,
        lead_id: leadId,
        field,
        before: JSON.stringify(written(field, before)),
        after: JSON.stringify(written(field, after)),
        actor_id: author.id,
        actor_name: author.name
      }))
    )
    .execute()
}

/** Replaces the tags of a lead; returns their names before and after, or null where nothing changes. */
async function replaceTags(trx: Trx, companyId: string, row: Row, ids: string[]) {
  const added = ids.filter(id => !row.tags.includes(id))
  const removed = row.tags.filter(id => !ids.includes(id))
  if (added.length === 0 && removed.length === 0) return null
  const existing = await trx
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set([...ids, ...row.tags])])
    .forShare()
    .execute()
  if (added.some(id => !existing.some(tag => tag.id === id))) throw invalid({ tags: 'Esta etiqueta não existe mais.' })
  if (removed.length > 0)
    await trx.deleteFrom('lead_tags').where('lead_id', '=', row.id).where('tag_id', 'in', removed).execute()
  if (added.length > 0)
    await trx
      .insertInto('lead_tags')
      .values(added.map(tag_id => ({ company_id: companyId, tag_id, lead_id: row.id, received_at: row.received_at })))
      .execute()
  const names = (of: string[]) => of.flatMap(id => existing.find(tag => tag.id === id)?.name ?? []).sort()
  return { before: names(row.tags), after: names(ids) }
}
