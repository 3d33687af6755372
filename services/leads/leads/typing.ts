import { sql } from 'kysely'
import { cnpjCharacters } from '../../account/companies/rules.ts'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import { phoneKey, storePhone } from '../../core/telephone/rules.ts'
import type { Author, LeadViewer } from '../../core/viewer.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { addConsent } from '../consents/queries.ts'
import { type Contact, contactsTyped, erasedOn, erasureKey } from '../erased/people.ts'
import { erasedReason } from '../erased/rules.ts'
import type { MatchReason } from '../merges/rules.ts'
import type { AddressKind, StoredAddress } from './addresses/rules.ts'
import { addressesOf, addressKinds, joined, settled, shown } from './addresses.ts'
import { type Arrival, arrive } from './arrive.ts'
import { cleaned, noteChanges } from './changes.ts'
import { fieldsWith, leadFields } from './fields.ts'
import { personLocks } from './locks.ts'
import { holdOwner } from './owners.ts'
import type { TypedAnswer, TypedLead } from './pageSchema.ts'
import { findLead } from './queries.ts'
import { typedSource } from './rules.ts'
import type { Lead } from './schema.ts'

const typedFields = fieldsWith('typed')
type Person = Pick<Lead, (typeof typedFields)[number]> & Record<AddressKind, StoredAddress[]>

type Alike = Pick<Lead, (typeof typedFields)[number]> & {
  id: string
  held: boolean
  same: boolean
  reasons: MatchReason[]
  phones: StoredAddress[] | null
  emails: StoredAddress[] | null
}

/** The employee who types the lead in. */
type Typist = Author & { ip: string; actor: AuditActor }

/**
 * Stores a lead that an employee types in, under the same rules and locks as the public form: a person whom the company
 * already has gets no second lead, but empty fields are filled in. Leads that the author does not see are neither
 * changed nor revealed; people who see both are shown them as possible duplicates. A lead beyond the plan's limit is
 * stored too, but held. Throws 400 that names the field in fault, and 409 for a person who asked to be erased.
 */
export async function typeLead(
  db: Db,
  config: Config,
  viewer: LeadViewer,
  typed: TypedLead,
  author: Typist
): Promise<TypedAnswer> {
  const person = readPerson(typed)
  const key = await erasureKey(db, config)
  const stored = await db.company({ id: viewer.id, held: true }, async trx => {
    const again = await refuseErased(trx, key, viewer, typed, person)
    const stored = await store(trx, viewer, typed, person, author)
    if (again) {
      const { actor } = author
      const object = { type: 'lead', id: stored.id }
      await audit(trx, { ...actor, companyId: viewer.id, action: 'lead.typed_again', object, reason: again })
    }
    return stored
  })
  // The answer, too, must not reveal leads that the author does not see.
  const seen = { id: viewer.id, owners: viewer.owners, held: stored.fresh }
  const lead = await db.company(seen, trx => findLead(trx, stored.id))
  return { id: stored.id, lead: lead ?? null, matchedBy: stored.reasons, filled: stored.filled, held: stored.held }
}

/**
 * An erased person is typed in again only on purpose: returns the reason given, null where nobody matching was erased,
 * and throws 409 where a reason is missing. A person who came back by themselves needs none.
 */
async function refuseErased(
  trx: Trx,
  key: Buffer,
  viewer: LeadViewer,
  { againReason }: TypedLead,
  person: Person
): Promise<string | null> {
  const contacts = [...contactsTyped(person), ...contactsListed(person)]
  const day = await erasedOn(trx, viewer.id, key, contacts)
  if (!day || (await findAlike(trx, viewer, person)).length > 0) return null
  const reason = againReason?.trim()
  if (reason) return reason
  throw new AppError(
    'conflict',
    `${erasedReason(day)}. Cadastre de novo só se houver um motivo, que fica registrado.`,
    {
      code: 'ERASED_PERSON'
    }
  )
}

function readPerson(typed: TypedLead): Person {
  const { phones, emails } = typed
  const values = cleaned({ ...Object.fromEntries(typedFields.map(name => [name, typed[name]])), phones, emails })
  const nothing = Object.fromEntries(typedFields.map(name => [name, null]))
  const person = { ...nothing, ...values } as Person
  if (values.phones) person.phone = values.phones[0]?.value ?? null
  if (values.emails) person.email = values.emails[0]?.value ?? null
  return {
    ...person,
    phones: values.phones ?? addressesOf('phones', { ...person, phones: null }),
    emails: values.emails ?? addressesOf('emails', { ...person, emails: null })
  }
}

type Stored = { id: string; fresh: boolean; held: boolean; reasons: MatchReason[]; filled: string[] }

async function store(trx: Trx, viewer: LeadViewer, typed: TypedLead, person: Person, author: Typist): Promise<Stored> {
  const companyId = viewer.id
  await takeLocks(
    trx,
    companyId,
    ...person.phones.flatMap(({ key }) => personLocks({ phoneKey: key })),
    ...person.emails.flatMap(({ value }) => personLocks({ email: value }))
  )
  const alike = await findAlike(trx, viewer, person)
  const existing = typed.separate ? undefined : alike.find(({ same }) => same)
  const filled = existing ? await fillIn(trx, companyId, existing, person, author) : []
  if (!existing && typed.ownerId) await holdOwner(trx, typed.ownerId)
  const [arrived] = await arrive(trx, companyId, 'typed', [arrivalOf(typed, person, existing, alike, author)], author)
  if (!arrived) throw new Error('The database returned no lead')
  const { id, isNew: fresh, held } = arrived
  if (fresh) await complete(trx, companyId, id, typed, person, author)
  if (typed.consent) await addConsent(trx, companyId, id, { ...typed.consent, ip: author.ip }, author)
  return { id, fresh, held, reasons: existing?.reasons ?? [], filled }
}

/** Among the leads that the viewer sees, and held ones. */
async function findAlike(trx: Trx, { id: companyId, owners = null }: LeadViewer, person: Person): Promise<Alike[]> {
  const { email, phone } = { email: person.emails[0]?.key ?? null, phone: person.phones[0]?.key ?? null }
  const lists = { phones: settledText(person.phones), emails: settledText(person.emails) }
  const keys = { phones: person.phones.map(({ key }) => key), emails: person.emails.map(({ key }) => key) }
  const { rows } = await sql<Alike>`
    select id, ${sql.join(typedFields.map(name => sql.ref(leadFields[name].column)))}, held_at is not null as held,
      phones, emails,
      not ('bot' = any (marks)) and same_contact(name, email_key, emails, phone_key, phones, ${person.name}::text,
        ${email}::text, ${lists.emails}::jsonb, ${phone}::text, ${lists.phones}::jsonb) as same,
      match_reasons(name, coalesce(met.email_met, email_key), coalesce(met.phone_met, phone_key),
        met_address(phone, phones, met.phone_met), cnpj, ${person.name}::text, coalesce(met.email_met, ${email}::text),
        coalesce(met.phone_met, ${phone}::text), met_address(${person.phone}::text, ${lists.phones}::jsonb, met.phone_met),
        ${person.cnpj}::text) as reasons
    from leads, lateral (select shared_key(email_key, emails, ${email}::text, ${lists.emails}::jsonb) as email_met,
      shared_key(phone_key, phones, ${phone}::text, ${lists.phones}::jsonb) as phone_met) as met
    where company_id = ${companyId} and id in (
      select id from leads where company_id = ${companyId} and phone_key = any (${keys.phones}::text[])
      union all select id from leads where company_id = ${companyId} and email_key = any (${keys.emails}::text[])
      union all select lead_id from lead_addresses
        where company_id = ${companyId} and key = any (${[...keys.phones, ...keys.emails]}::text[]))
      and (${owners}::text[] is null or owner_id = any (${owners}::text[]))
    order by received_at`.execute(trx)
  return rows
}

const settledText = (list: readonly StoredAddress[]): string | null => {
  const value = settled(list)
  return value && JSON.stringify(value)
}

/** The contacts beside the main ones. */
const contactsListed = ({ phones, emails }: Person): Contact[] => [
  ...phones.map(({ key }): Contact => ({ kind: 'phone', value: key })),
  ...emails.map(({ key }): Contact => ({ kind: 'email', value: key }))
]

/** The lists with which an existing lead has all that was typed; none where it has all already. */
function listsToFill(existing: Alike, person: Person) {
  return addressKinds.flatMap(kind => {
    const before = addressesOf(kind, existing)
    const isNew = person[kind].length > 1 && person[kind].some(({ key }) => before.every(each => each.key !== key))
    return isNew ? { field: kind, before: shown(before), list: settled(joined(before, person[kind])) } : []
  })
}

/** Fills in the empty fields of an existing lead, and its lists; returns their names. */
async function fillIn(trx: Trx, companyId: string, existing: Alike, person: Person, author: Author): Promise<string[]> {
  const filled = typedFields.filter(field => existing[field] === null && person[field] !== null)
  const lists = listsToFill(existing, person)
  await trx
    .updateTable('leads')
    .set({
      ...columnsOf(filled, person),
      ...(filled.includes('phone') && person.phone && { phone_key: phoneKey(person.phone) }),
      ...Object.fromEntries(lists.map(({ field, list }) => [field, JSON.stringify(list)])),
      ...(filled.length + lists.length > 0 && { version: sql`version + 1` }),
      updated_at: sql`now()`
    })
    .where('id', '=', existing.id)
    .execute()
  const changes = [
    ...filled.map(field => ({ field: field as string, before: null as unknown, after: person[field] as unknown })),
    ...lists.map(({ field, before, list }) => ({ field: field as string, before, after: shown(list ?? []) }))
  ]
  await noteChanges(trx, companyId, existing.id, changes, author)
  return [...filled, ...lists.map(({ field }) => field)]
}

type TypedField = (typeof typedFields)[number]

const columnsOf = (fields: readonly TypedField[], person: Person): Partial<Pick<Lead, TypedField>> =>
  Object.fromEntries(fields.map(field => [leadFields[field].column, person[field]]))

const isInForm = (field: TypedField) => 'inForm' in leadFields[field]

function arrivalOf(
  { source, ownerId }: TypedLead,
  person: Person,
  existing: Alike | undefined,
  alike: readonly Alike[],
  author: Typist
): Arrival {
  // Only what the person may see: an estimate is the company's own.
  const answers = typedFields.filter(field => 'personal' in leadFields[field] && person[field] !== null)
  return {
    ...columnsOf(typedFields.filter(isInForm), person),
    name: person.name,
    lead_id: existing?.id,
    phone_key: person.phone && phoneKey(person.phone),
    source: source?.trim() || typedSource,
    owner_id: ownerId,
    marks: !existing && alike.length > 0 ? ['duplicate'] : [],
    matched_by: existing?.reasons ?? [],
    answers: Object.fromEntries(answers.map(field => [field, person[field]])),
    ip: author.ip
  }
}

/** Adds to a new lead what no form asks for and hence no arrival has. */
async function complete(
  trx: Trx,
  companyId: string,
  id: string,
  { ownerId = null, tags = [] }: TypedLead,
  person: Person,
  author: Author
): Promise<void> {
  const filled = typedFields.filter(field => !isInForm(field) && person[field] !== null)
  const lists = { phones: settledText(person.phones), emails: settledText(person.emails) }
  if (filled.length > 0 || lists.phones || lists.emails)
    await trx
      .updateTable('leads')
      .set({
        ...columnsOf(filled, person),
        ...(lists.phones && { phones: lists.phones }),
        ...(lists.emails && { emails: lists.emails })
      })
      .where('id', '=', id)
      .execute()
  await addTags(trx, companyId, id, tags)
  if (ownerId) await noteChanges(trx, companyId, id, [{ field: 'ownerId', before: null, after: ownerId }], author)
}

/** Skips tags that were deleted meanwhile. */
async function addTags(trx: Trx, companyId: string, id: string, tags: string[]): Promise<void> {
  if (tags.length === 0) return
  await sql`
    insert into lead_tags (company_id, tag_id, lead_id, received_at)
    select ${companyId}, t.id, l.id, l.received_at from tags t
    join leads l on l.company_id = t.company_id and l.id = ${id}
    where t.company_id = ${companyId} and t.id = any (${tags}::text[]) for share of t`.execute(trx)
}

/** The typed values so far, in the shape by which leads are compared. */
export const readLikeness = (typed: { name?: string; email?: string; phone?: string; cnpj?: string }) => ({
  name: typed.name?.trim() || null,
  email: typed.email?.trim() || null,
  phone: storePhone(typed.phone ?? '') || null,
  cnpj: cnpjCharacters(typed.cnpj ?? '') || null
})
