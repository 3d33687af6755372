import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { digits } from '../../core/rules.ts'
import { type Contact, emailOf, phoneOf } from '../../leads/erased/people.ts'
import { validCpf } from '../../leads/forms/rules.ts'

type ContactRow = { emails: (string | null)[]; phones: (string | null)[]; cnpjs: (string | null)[]; answers: unknown[] }

const cpfOf = (value: unknown): Contact[] =>
  typeof value === 'string' && validCpf(value) ? [{ kind: 'document', value: digits(value) }] : []

/** Without repetitions, in an order of their own: that of the database is another one with another plan. */
export const unique = (contacts: readonly Contact[]): Contact[] =>
  [...new Map(contacts.map(contact => [`${contact.kind} ${contact.value}`, contact]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, contact]) => contact)

/** All current and former contacts of the leads: from their fields, submissions and history. */
export async function contactsOf(trx: Trx, companyId: string, ids: readonly string[]): Promise<Contact[]> {
  const { rows } = await sql<ContactRow>`
    select
      array(select l.email from leads l where ${of('l', companyId, ids, 'id')}
        ${listed(companyId, ids, 'emails')}
        union select s.answers ->> 'email' from submissions s where ${of('s', companyId, ids)}
        union select v from lead_changes c, lateral (values (c.before #>> '{}'), (c.after #>> '{}')) as x (v)
          where ${of('c', companyId, ids)} and c.field = 'email') as emails,
      array(select l.phone from leads l where ${of('l', companyId, ids, 'id')}
        ${listed(companyId, ids, 'phones')}
        union select s.answers ->> 'phone' from submissions s where ${of('s', companyId, ids)}
        union select v from lead_changes c, lateral (values (c.before #>> '{}'), (c.after #>> '{}')) as x (v)
          where ${of('c', companyId, ids)} and c.field = 'phone') as phones,
      array(select l.cnpj from leads l where ${of('l', companyId, ids, 'id')} and l.cnpj is not null) as cnpjs,
      array(select v from leads l, lateral jsonb_each_text(l.custom) as x (k, v) where ${of('l', companyId, ids, 'id')}
        union select v from submissions s, lateral jsonb_each_text(s.answers) as x (k, v)
          where ${of('s', companyId, ids)}) as answers`.execute(trx)
  const { emails = [], phones = [], cnpjs = [], answers = [] } = rows[0] ?? {}
  const documents = cnpjs.map((value): Contact => ({ kind: 'document', value: value ?? '' }))
  return unique([...emails.flatMap(emailOf), ...phones.flatMap(phoneOf), ...documents, ...answers.flatMap(cpfOf)])
}

/** Those of the lists of the leads, and of their history. */
const listed = (companyId: string, ids: readonly string[], list: 'phones' | 'emails') => sql`
        union select entry ->> 'value' from leads l, lateral jsonb_array_elements(l.${sql.ref(list)}) as entry
          where ${of('l', companyId, ids, 'id')} and l.${sql.ref(list)} is not null
        union select entry ->> 'value' from lead_changes c, lateral (values (c.before), (c.after)) as x (v),
            lateral jsonb_array_elements(case when jsonb_typeof(v) = 'array' then v else '[]' end) as entry
          where ${of('c', companyId, ids)} and c.field = ${list}`

const of = (table: string, companyId: string, ids: readonly string[], column = 'lead_id') =>
  sql`${sql.ref(`${table}.company_id`)} = ${companyId} and ${sql.ref(`${table}.${column}`)} = any (${[...ids]}::text[])`

/**
 * The contacts that somebody else has too: a lead that stays, the team or the company itself. A family's telephone
 * stays with the others.
 */
export async function sharedContacts(
  trx: Trx,
  companyId: string,
  ids: readonly string[],
  contacts: readonly Contact[]
): Promise<Contact[]> {
  const values = (kind: Contact['kind']) => contacts.filter(each => each.kind === kind).map(({ value }) => value)
  const { rows } = await sql<Contact>`
    select 'email' as kind, email_key as value from leads
      where company_id = ${companyId} and email_key = any (${values('email')}::text[]) and id <> all (${[...ids]}::text[])
    union select 'phone', phone_key from leads
      where company_id = ${companyId} and phone_key = any (${values('phone')}::text[]) and id <> all (${[...ids]}::text[])
    union select case when strpos(key, '@') > 0 then 'email' else 'phone' end, key from lead_addresses
      where company_id = ${companyId} and key = any (${[...values('email'), ...values('phone')]}::text[])
        and lead_id <> all (${[...ids]}::text[])
    union select 'document', cnpj from leads
      where company_id = ${companyId} and cnpj = any (${values('document')}::text[]) and id <> all (${[...ids]}::text[])
    union select 'email', lower(email) from employees
      where company_id = ${companyId} and lower(email) = any (${values('email')}::text[])
    union select 'email', lower(email) from companies where id = ${companyId} and lower(email) = any (${values('email')}::text[])
    union select 'document', cnpj from companies where id = ${companyId} and cnpj = any (${values('document')}::text[])`.execute(
    trx
  )
  const own = await sql<{ phone: string | null }>`select phone from companies where id = ${companyId}`.execute(trx)
  const ofCompany = phoneOf(own.rows[0]?.phone)
  const shared = [...rows, ...ofCompany]
  return contacts.filter(({ kind, value }) => shared.some(each => each.kind === kind && each.value === value))
}
