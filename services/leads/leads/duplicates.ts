import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { withoutInvisible } from '../../core/emails.ts'
import { digits } from '../../core/rules.ts'
import { phoneKey, storePhone } from '../../core/telephone/rules.ts'
import type { Author } from '../../core/viewer.ts'
import type { MatchReason, MatchStrength } from '../merges/rules.ts'
import type { StoredAddress } from './addresses/rules.ts'
import { namesAlike } from './names.ts'
import type { Likeness } from './pageSchema.ts'

/** The fields by which two leads are compared. */
type Comparable = {
  name: string | null
  email: string | null
  phone: string | null
  cnpj: string | null
  phones?: StoredAddress[] | null
  emails?: StoredAddress[] | null
}

type Row = {
  id: string
  name: string
  email: string | null
  phone: string | null
  cnpj: string | null
  status: string
  owner_name: string | null
  received_at: string
  reasons: MatchReason[]
  same: boolean
  alike: number
}

/** The most candidates of each kind that are compared, and the most that are shown. */
const limits = { candidates: 20, shown: 8 }

const strengthOf = ({ same, reasons }: Row): MatchStrength =>
  same ? 'strong' : reasons.some(reason => ['phone', 'phone9', 'email'].includes(reason)) ? 'medium' : 'weak'

const order: MatchStrength[] = ['strong', 'medium', 'weak']

/** Leads that may be the same person, the likeliest first, without those marked as different people from `leadId`. */
export async function findAlike(
  trx: Trx,
  companyId: string,
  { name, email, phone, cnpj, phones = null, emails = null }: Comparable,
  leadId: string | null = null
): Promise<Likeness[]> {
  const number = storePhone(phone ?? '')
  const key = digits(number).length >= 8 ? phoneKey(number) : null
  const mail =
    withoutInvisible(email ?? '')
      .trim()
      .toLowerCase() || null
  const lists = { phones: phones && JSON.stringify(phones), emails: emails && JSON.stringify(emails) }
  const { rows } = await sql<Row>`
    select l.id, l.name, l.email, l.phone, l.cnpj, coalesce(l.step_key, l.status) as status, l.received_at,
      (select e.name from employees e where e.company_id = l.company_id and e.id = l.owner_id) as owner_name,
      match_reasons(l.name, coalesce(met.email, l.email_key), coalesce(met.phone, l.phone_key),
        met_address(l.phone, l.phones, met.phone), l.cnpj, ${name ?? ''}::text, coalesce(met.email, ${mail}::text),
        coalesce(met.phone, ${key}::text), met_address(${number}::text, ${lists.phones}::jsonb, met.phone),
        ${cnpj}::text) as reasons,
      same_contact(l.name, l.email_key, l.emails, l.phone_key, l.phones, ${name ?? ''}::text, ${mail}::text,
        ${lists.emails}::jsonb, ${key}::text, ${lists.phones}::jsonb) as same,
      similarity(fold(l.name), fold(${name ?? ''}::text)) as alike
    from (select distinct similar_leads(${name}::text, address_keys(${mail}::text, ${lists.emails}::jsonb), address_keys(${key}::text, ${lists.phones}::jsonb), ${cnpj}::text, ${limits.candidates}) as id)
      as found
    join leads l on l.company_id = ${companyId} and l.id = found.id,
    lateral (select shared_key(l.email_key, l.emails, ${mail}::text, ${lists.emails}::jsonb) as email,
      shared_key(l.phone_key, l.phones, ${key}::text, ${lists.phones}::jsonb) as phone) as met
    where l.id is distinct from ${leadId}::text and not exists (
      select from distinct_leads d where d.company_id = ${companyId} and d.lead_id = ${leadId}::text and d.other_id = l.id)`.execute(
    trx
  )
  return rows
    .map(row => {
      const similar = !row.reasons.includes('name') && namesAlike(row.name, name ?? '')
      return { ...row, reasons: similar ? [...row.reasons, 'similar' as const] : row.reasons }
    })
    .filter(row => row.reasons.length > 0)
    .map(row => ({ row, strength: strengthOf(row) }))
    .sort((a, b) => order.indexOf(a.strength) - order.indexOf(b.strength) || b.row.alike - a.row.alike)
    .slice(0, limits.shown)
    .map(({ row, strength }) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      phone: row.phone,
      cnpj: row.cnpj,
      status: row.status,
      ownerName: row.owner_name,
      receivedAt: row.received_at,
      reasons: row.reasons,
      strength
    }))
}

/** The possible duplicates of a lead; undefined where there is no such lead. */
export async function findDuplicates(trx: Trx, companyId: string, id: string): Promise<Likeness[] | undefined> {
  const lead = await trx
    .selectFrom('leads')
    .select(['name', 'email', 'phone', 'cnpj', 'phones', 'emails'])
    .where('id', '=', id)
    .executeTakeFirst()
  return lead && findAlike(trx, companyId, lead, id)
}

/**
 * Records for good that two leads are two people. A lead left without a likely duplicate loses its mark. False where
 * one of them does not exist.
 */
export async function markDistinct(
  trx: Trx,
  companyId: string,
  id: string,
  otherId: string,
  author: Author
): Promise<boolean> {
  const both = await trx.selectFrom('leads').select('id').where('id', 'in', [id, otherId]).execute()
  if (both.length < 2) return false
  const said = { company_id: companyId, actor_id: author.id, actor_name: author.name }
  await trx
    .insertInto('distinct_leads')
    .values([
      { ...said, lead_id: id, other_id: otherId },
      { ...said, lead_id: otherId, other_id: id }
    ])
    .onConflict(conflict => conflict.doNothing())
    .execute()
  for (const each of [id, otherId]) {
    const left = await findDuplicates(trx, companyId, each)
    if (left?.some(({ strength }) => strength !== 'weak')) continue
    await sql`
      update leads set marks = array_remove(marks, 'duplicate')
      where company_id = ${companyId} and id = ${each} and 'duplicate' = any (marks)`.execute(trx)
  }
  return true
}
