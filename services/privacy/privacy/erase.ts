import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import type { About, Mentions } from '../../core/erasure.ts'
import { AppError } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { Place } from '../../core/features.ts'
import { takeLocks } from '../../core/locks.ts'
import { type Contact, contactHash } from '../../leads/erased/people.ts'
import { audit } from '../../platform/audit/queries.ts'
import { type Certificate, type Erasure, writeCertificate } from './certificate.ts'
import { contactsOf, sharedContacts, unique } from './contacts.ts'
import { forgetElsewhere, forgetMentions, removeFiles } from './forget.ts'
import { findMentions } from './mentions.ts'
import { allPlaces, placeLabel } from './places.ts'
import { changedSince, findRemains, inRows, type Remains, type Texts, termsOf, textsOf } from './remains.ts'

/** Runs in the transaction of the erasure once nothing is left, to send a last mail to the person, for example. */
export type Afterwards = (trx: Trx, certificate: Certificate, addresses: readonly string[]) => Promise<void>

/**
 * Erases the people behind leads in every table of places.ts, then searches all texts of the company for their
 * contacts, and commits only where none is left. To keep locks short, the texts are searched first, in a read-only
 * transaction; the erasing one searches only the rows found, and those written meanwhile. Undefined where none of the
 * leads exists; throws 409 that names the place where something is left.
 */
export async function eraseLeads(
  db: Db,
  key: Buffer,
  erasure: Erasure,
  afterwards: Afterwards = async () => {}
): Promise<Certificate | undefined> {
  for (let attempt = 1; ; attempt++) {
    const search = await db.everyCompany(trx => searchTexts(trx, erasure))
    if (!search) return undefined
    try {
      return await db.everyCompany(trx => erase(trx, key, erasure, search, afterwards))
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
      if (attempt === maxAttempts) throw leftover(error.remains)
    }
  }
}

/** Attempts where somebody wrote about the people while their texts were searched. */
const maxAttempts = 3

class ChangedMeanwhile extends Error {
  readonly remains: readonly Remains[]

  constructor(remains: readonly Remains[]) {
    super('Texts were changed after they were searched')
    this.remains = remains
  }
}

/** The leads, all their contacts, and those that belong to nobody else. */
type People = { ids: string[]; contacts: Contact[]; own: Contact[]; shared: number }

async function readPeople(trx: Trx, { companyId, contacts: requested = [] }: Erasure, ids: string[]): Promise<People> {
  const contacts = unique([...(await contactsOf(trx, companyId, ids)), ...requested])
  const shared = await sharedContacts(trx, companyId, ids, contacts)
  return { ids, contacts, own: contacts.filter(contact => !shared.includes(contact)), shared: shared.length }
}

/**
 * Mentions of the people in texts that no column links to them, and the transaction id from which texts may be newer
 * than the search.
 */
type Search = { people: People; mentions: Mentions; since: string }

async function searchTexts(trx: Trx, erasure: Erasure): Promise<Search | undefined> {
  const { companyId } = erasure
  const ids = await samePeople(trx, erasure)
  if (ids.length === 0) return undefined
  const people = await readPeople(trx, erasure, ids)
  const { rows } = await sql<{ since: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as since`.execute(
    trx
  )
  const texts = (await textsOf(trx, companyId)).map(each => besides(each, erasure, ids))
  const mentions = await findMentions(trx, texts, termsOf(people.own), ids)
  return { people, mentions, since: rows[0]?.since ?? '' }
}

/** Leaves out rows linked to the leads, and the request itself: they are erased whatever they contain. */
function besides(texts: Texts, { requestId }: Erasure, leadIds: readonly string[]): Texts {
  const ids = sql`${requestId === undefined ? [...leadIds] : [...leadIds, requestId]}::text[]`
  const linked = texts.linked?.(ids) ?? linkedTo(ids, texts.table)
  return linked ? { ...texts, where: sql`${texts.where} and (${linked}) is not true` } : texts
}

function linkedTo(ids: RawBuilder<unknown>, table: string): RawBuilder<unknown> | undefined {
  // Within `array`, as a column may be a list of ids itself.
  const columns = allPlaces()
    .find(place => place.table === table)
    ?.columns.map(column => sql`array[t.${sql.ref(column)}] && ${ids}`)
  return columns && sql.join(columns, sql` or `)
}

async function erase(
  trx: Trx,
  key: Buffer,
  erasure: Erasure,
  { people, mentions, since }: Search,
  afterwards: Afterwards
): Promise<Certificate | undefined> {
  const { companyId, cause } = erasure
  await takeTurns(trx, companyId, people.contacts)
  const ids = await lockLeads(trx, companyId, await samePeople(trx, erasure))
  if (ids.length === 0) return undefined
  const { contacts, own, shared } = await readPeople(trx, erasure, ids)
  if (!isDeepStrictEqual({ ids, contacts, own, shared }, people)) throw new ChangedMeanwhile([])
  const emails = contacts.filter(({ kind }) => kind === 'email').map(({ value }) => value)

  const counts: Record<string, number> = {}
  const emptyAll = async (which: readonly Place[], about: About) => {
    for (const place of which) {
      const n = await empty(trx, place, about)
      if (n > 0) counts[place.table] = (counts[place.table] ?? 0) + n
    }
  }
  const about: About = { companyId, ids, mentions, emails, requestId: erasure.requestId ?? null }
  // Mentions first, since they are found by `ctid`, which changes with every update.
  await emptyAll(
    allPlaces().filter(place => place.empty),
    { ...about, ids: [], requestId: null }
  )
  await forgetMentions(trx, about)
  await emptyAll(allPlaces(), { ...about, mentions: { ...mentions, terms: [] } })
  counts.files = await removeFiles(trx, companyId)
  await forgetElsewhere(trx, about)

  const texts = await textsOf(trx, companyId)
  const remains = await findRemains(trx, inRows(texts, mentions.rows), mentions.terms)
  if (remains.length > 0) throw leftover(remains)
  const newer = await findRemains(trx, changedSince(texts, since), termsOf(own))
  if (newer.length > 0) throw new ChangedMeanwhile(newer)

  const hashes = cause === 'request' ? own.map(contact => contactHash(key, companyId, contact)) : []
  const lookedFor = { ...countKinds(own), shared, tables: texts.length }
  const certificate = await writeCertificate(trx, {
    ...erasure,
    counts,
    searched: lookedFor,
    leads: ids.length,
    hashes
  })
  // A run of the retention writes one entry for all.
  if (cause !== 'retention')
    await audit(trx, {
      ...erasure.actor,
      companyId,
      action: 'lead.erased',
      object: { type: 'certificate', id: String(certificate.number) },
      changes: { leadCount: [ids.length, 0] }
    })
  await announce(trx, { companyId, kind: 'leads-changed', data: {} })
  await afterwards(trx, certificate, emails)
  return certificate
}

/** The leads, those merged with them, and deleted ones of the same person, which an undo could restore. */
async function samePeople(trx: Trx, { companyId, leadIds, cause }: Erasure): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive same (id) as (
      select id from leads where company_id = ${companyId} and id = any (${[...leadIds]}::text[])
      union
      select case when m.lead_id = same.id then m.other_id else m.lead_id end
      from same join merges m on m.company_id = ${companyId} and m.undone_at is null
        and (m.lead_id = same.id or m.other_id = same.id)
    )
    select id from same
    union
    select d.id from same join leads l on l.company_id = ${companyId} and l.id = same.id
    join leads d on d.company_id = ${companyId} and d.deleted_at is not null
      and same_contact(l.name, l.email_key, l.emails, l.phone_key, l.phones, d.name, d.email_key, d.emails, d.phone_key, d.phones)
    where ${cause !== 'retention'}::boolean order by 1`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Takes the locks of arriving leads (leads/locks.ts): a submission of the person waits meanwhile and then counts as
 * new.
 */
async function takeTurns(trx: Trx, companyId: string, contacts: readonly Contact[]): Promise<void> {
  const names = contacts.filter(({ kind }) => kind !== 'document').map(({ kind, value }) => `${kind} ${value}`)
  await takeLocks(trx, companyId, ...names)
  // Keeps imports and their undoing from running meanwhile.
  await takeLocks(trx, companyId, 'import')
}

/** Locks in the same order as other code: operations, rows that refer to the leads, the leads. */
async function lockLeads(trx: Trx, companyId: string, ids: string[]): Promise<string[]> {
  await sql`
    select id from operations where company_id = ${companyId} and id in (
      select operation_id from operation_rows where company_id = ${companyId} and lead_id = any (${ids}::text[]))
    order by id for update`.execute(trx)
  for (const table of ['tasks', 'notes'])
    await sql`
      select id from ${sql.table(table)} where company_id = ${companyId} and lead_id = any (${ids}::text[])
      order by id for update`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    select id from leads where company_id = ${companyId} and id = any (${ids}::text[]) order by id for update`.execute(
    trx
  )
  // Deleted first, so that the triggers take them out of the kept counts. Their sales stay in the ledger.
  await sql`select set_config('app.sales_stay', 'on', true)`.execute(trx)
  await sql`
    update leads set deleted_at = now() where company_id = ${companyId} and id = any (${ids}::text[])
      and deleted_at is null`.execute(trx)
  return rows.map(({ id }) => id)
}

async function empty(trx: Trx, place: Place, about: About): Promise<number> {
  if (place.empty) return (await place.empty())(trx, about)
  const { companyId, ids } = about
  const named = sql.join(
    place.columns.map(column => sql`${sql.ref(column)} = any (${[...ids]}::text[])`),
    sql` or `
  )
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(place.table)} where company_id = ${companyId} and (${named})`.execute(trx)
  return Number(numAffectedRows)
}

const countKinds = (contacts: readonly Contact[]): Record<Contact['kind'], number> => {
  const count = (kind: Contact['kind']) => contacts.filter(contact => contact.kind === kind).length
  return { email: count('email'), phone: count('phone'), document: count('document') }
}

const kindLabels: Record<Contact['kind'], string> = {
  email: 'o e-mail',
  phone: 'o telefone',
  document: 'o CPF ou CNPJ'
}

function leftover(remains: readonly Remains[]): AppError {
  if (remains.length === 0)
    return new AppError('conflict', 'Nada foi excluído: os dados da pessoa mudaram neste momento. Tente de novo.')
  const where = remains.map(({ table, kind, n }) => `${kindLabels[kind]} em ${placeLabel(table)} (${n})`)
  const text = `Nada foi excluído: ainda ${remains.length === 1 ? 'aparece' : 'aparecem'} ${where.join(', ')}. Apague ou corrija esses registros e tente de novo.`
  return new AppError('conflict', text, { code: 'STILL_THERE' })
}
