import { sql } from 'kysely'
import { type AuditActor, audit } from '../audit/queries.ts'
import { cnpjCharacters } from '../companies/rules.ts'
import { addConsent } from '../consents/queries.ts'
import type { Config } from '../core/config.ts'
import type { Db, Trx } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import { announce } from '../core/events.ts'
import { publish } from '../core/jobs.ts'
import type { Author, LeadViewer } from '../core/viewer.ts'
import type { MatchReason } from '../merges/rules.ts'
import { contactsTyped } from '../privacy/contacts.ts'
import { erasedOn, erasureKey } from '../privacy/erased.ts'
import { erasedReason } from '../privacy/rules.ts'
import { phoneKey, storePhone } from '../telephone/rules.ts'
import { cleaned, noteChanges } from './changes.ts'
import { fieldsWith, leadFields } from './fields.ts'
import { leadsHeld, leadsUnowned } from './jobs.ts'
import { holdOwner } from './owners.ts'
import type { TypedAnswer, TypedLead } from './pageSchema.ts'
import { findLead } from './queries.ts'
import { typedSource } from './rules.ts'
import type { Lead } from './schema.ts'
import { countOne } from './usage.ts'

const typedFields = fieldsWith('typed')
type Person = Pick<Lead, (typeof typedFields)[number]>

type Alike = Person & { id: string; held: boolean; same: boolean; reasons: MatchReason[] }

/** The employee who types the lead in. */
export type Typist = Author & { ip: string; by: AuditActor }

/**
 * Stores a lead that an employee types in, under the same rules and locks as the public form: a person whom the company
 * already has gets no second lead, but empty fields are filled in. Leads that the author does not see are neither
 * changed nor revealed; whoever sees both is shown them as possible duplicates. A lead beyond the plan's limit is
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
      const { by } = author
      const object = { type: 'lead', id: stored.id }
      await audit(trx, { ...by, companyId: viewer.id, action: 'lead.typed_again', object, reason: again })
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
  const phone = person.phone && phoneKey(person.phone)
  const day = await erasedOn(trx, viewer.id, key, contactsTyped(person))
  if (!day || (await findAlike(trx, viewer, person, phone)).length > 0) return null
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
  const values = cleaned(Object.fromEntries(typedFields.map(name => [name, typed[name]])))
  const nothing = Object.fromEntries(typedFields.map(name => [name, null]))
  return { ...nothing, ...values } as Person
}

type Stored = {
  id: string
  fresh: boolean
  owned: boolean
  held: boolean
  reasons: MatchReason[]
  filled: string[]
}

async function store(trx: Trx, viewer: LeadViewer, typed: TypedLead, person: Person, author: Typist): Promise<Stored> {
  const companyId = viewer.id
  const { phone, email } = person
  const key = phone && phoneKey(phone)
  // The locks of the public form, so that what is typed and what is sent by one person are stored one after the other.
  const turns = [key && `phone ${key}`, email && `email ${email.toLowerCase()}`].filter(Boolean).sort()
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId} || turn, 0))
    from unnest(${turns}::text[]) as turn`.execute(trx)
  const alike = await findAlike(trx, viewer, person, key)
  const existing = typed.separate ? undefined : alike.find(({ same }) => same)
  const stored = existing
    ? await fillIn(trx, companyId, existing, person, author)
    : await insert(trx, companyId, typed, person, alike.length > 0, author)
  await record(trx, companyId, stored, typed, person, author)
  return stored
}

/** Among the leads that the viewer sees, and held ones. */
async function findAlike(
  trx: Trx,
  { id: companyId, owners = null }: LeadViewer,
  person: Person,
  key: string | null
): Promise<Alike[]> {
  const email = person.email?.toLowerCase() ?? null
  const { rows } = await sql<Alike>`
    select id, ${sql.join(typedFields.map(name => sql.ref(leadFields[name].column)))}, held_at is not null as held,
      not ('bot' = any (marks)) and same_person(name, email_key, phone_key, ${person.name}::text, ${email}::text, ${key}::text) as same,
      match_reasons(name, email_key, phone_key, phone, cnpj, ${person.name}::text, ${email}::text, ${key}::text,
        ${person.phone}::text, ${person.cnpj}::text) as reasons
    from leads where company_id = ${companyId} and id in (
      select id from leads where company_id = ${companyId} and phone_key = ${key}::text
      union all select id from leads where company_id = ${companyId} and email_key = ${email}::text)
      and (${owners}::text[] is null or owner_id = any (${owners}::text[]))
    order by received_at`.execute(trx)
  return rows
}

async function fillIn(trx: Trx, companyId: string, existing: Alike, person: Person, author: Author): Promise<Stored> {
  const filled = typedFields.filter(field => existing[field] === null && person[field] !== null)
  await trx
    .updateTable('leads')
    .set({
      ...Object.fromEntries(filled.map(field => [leadFields[field].column, person[field]])),
      ...(filled.includes('phone') && person.phone && { phone_key: phoneKey(person.phone) }),
      ...(filled.length > 0 && { version: sql`version + 1` }),
      updated_at: sql`now()`
    })
    .where('id', '=', existing.id)
    .execute()
  const changes = filled.map(field => ({ field, before: null, after: person[field] }))
  await noteChanges(trx, companyId, existing.id, changes, author)
  return { id: existing.id, fresh: false, owned: true, held: existing.held, reasons: existing.reasons, filled }
}

async function insert(
  trx: Trx,
  companyId: string,
  { source, ownerId = null, tags = [] }: TypedLead,
  person: Person,
  duplicate: boolean,
  author: Author
): Promise<Stored> {
  if (ownerId) await holdOwner(trx, ownerId)
  const held = await countOne(trx, companyId)
  const { id, received_at } = await trx
    .insertInto('leads')
    .values({
      ...(Object.fromEntries(typedFields.map(name => [leadFields[name].column, person[name]])) as Person),
      company_id: companyId,
      phone_key: person.phone && phoneKey(person.phone),
      source: source?.trim() || typedSource,
      consent_given: false,
      owner_id: ownerId,
      marks: duplicate ? ['duplicate'] : [],
      custom: '{}',
      held_at: held ? sql<string>`now()` : null
    })
    .returning(['id', 'received_at'])
    .executeTakeFirstOrThrow()
  await addTags(trx, companyId, id, received_at, tags)
  if (ownerId) await noteChanges(trx, companyId, id, [{ field: 'ownerId', before: null, after: ownerId }], author)
  return { id, fresh: true, owned: ownerId !== null, held, reasons: [], filled: [] }
}

/** Skips tags that were deleted meanwhile. */
async function addTags(trx: Trx, companyId: string, id: string, receivedAt: string, tags: string[]): Promise<void> {
  if (tags.length === 0) return
  await sql`
    insert into lead_tags (company_id, tag_id, lead_id, received_at)
    select ${companyId}, t.id, ${id}, ${receivedAt} from tags t where t.company_id = ${companyId} and t.id = any (${tags}::text[])
    for share`.execute(trx)
}

/** Writes the submission, the activity, the consent and the events of a typed lead. */
async function record(
  trx: Trx,
  companyId: string,
  { id, fresh, owned, held, reasons }: Stored,
  { consent }: TypedLead,
  person: Person,
  author: Typist
): Promise<void> {
  // Only what the person may see: an estimate is the company's own.
  const answers = Object.fromEntries(
    typedFields.flatMap(name => ('personal' in leadFields[name] && person[name] !== null ? [[name, person[name]]] : []))
  )
  await trx
    .insertInto('submissions')
    .values({
      company_id: companyId,
      lead_id: id,
      key: null,
      hash: null,
      answers: JSON.stringify(answers),
      touch: JSON.stringify({ actorName: author.name }),
      source: typedSource,
      marks: [],
      matched_by: reasons,
      ip: author.ip
    })
    .execute()
  const activity = await trx
    .insertInto('activities')
    .values({
      company_id: companyId,
      type: fresh ? 'new_lead' : 'message',
      description: `${fresh ? 'Novo lead cadastrado' : 'Cadastro repetido'}: ${person.name}`,
      lead_id: id,
      lead_name: person.name,
      data: JSON.stringify({ source: typedSource, actorId: author.id, actorName: author.name })
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (consent) await addConsent(trx, companyId, id, { ...consent, ip: author.ip }, author)
  if (held) {
    if (fresh) await publish(trx, leadsHeld, { companyId, leadIds: [id] })
    return
  }
  if (fresh && !owned) await publish(trx, leadsUnowned, { companyId, leadIds: [id] })
  await announce(
    trx,
    fresh
      ? { companyId, kind: 'leads-changed', data: {} }
      : { companyId, kind: 'lead-returned', data: { leadId: id, activityId: activity.id } }
  )
}

/** What was typed so far, in the shape by which leads are compared. */
export const readLikeness = (typed: { name?: string; email?: string; phone?: string; cnpj?: string }) => ({
  name: typed.name?.trim() || null,
  email: typed.email?.trim() || null,
  phone: storePhone(typed.phone ?? '') || null,
  cnpj: cnpjCharacters(typed.cnpj ?? '') || null
})
