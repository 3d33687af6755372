import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { type Contact, contactHash } from '../erased/people.ts'
import { erasedReason } from '../erased/rules.ts'
import type { RowOutcome } from './rules.ts'
import type { ImportSettings } from './schema.ts'
import { importChanges, newRefusals } from './values.ts'

type MatchOptions = {
  companyId: string
  importId: string
  settings: Pick<ImportSettings, 'policy'>
  /** Owners whose leads the importer sees; null for all. */
  owners: string[] | null
  /** The column for the decision: the planned or the actual outcome. */
  decided: 'planned' | 'outcome'
}

/** Row numbers, both included. */
export type Range = { first: number; last: number }

export type Decided = { row: number; lead_id: string | null; outcome: RowOutcome }

/**
 * The next rows, decided or not: selecting undecided rows only would skip over the decided ones again with every
 * portion.
 */
export const nextRange = (trx: Trx, importId: string, after: number, take: number) =>
  trx
    .selectFrom(
      trx
        .selectFrom('import_rows')
        .select('row')
        .where('import_id', '=', importId)
        .where('row', '>', after)
        .orderBy('row')
        .limit(take)
        .as('next')
    )
    .select(next => [
      next.fn.coalesce(next.fn.min('row'), sql.lit(0)).as('first'),
      next.fn.coalesce(next.fn.max('row'), sql.lit(0)).as('last'),
      next.fn.countAll<number>().as('count')
    ])

/**
 * Decides the undecided rows of a range: the lead that is the same person, by the form's rule, and whether the row
 * changes it. Only leads that the importer sees, since an import must not reveal others. A lead that an earlier row
 * changes is not changed twice.
 */
export async function matchRows(trx: Trx, options: MatchOptions, range: Range): Promise<Decided[]> {
  const { companyId, importId, owners, decided } = options
  const { policy } = options.settings
  const lead = sql.ref(decided === 'planned' ? 'planned_lead' : 'lead_id')
  const { rows } = await sql<Decided>`
    select row, lead_id, case
      when lead_id is null then 'created'
      when nth > 1 or taken then 'duplicate'
      when ${policy} = 'skip' and not refuses then 'skipped'
      when changes then 'updated'
      else 'same' end as outcome
    from (
      select r.row, m.id as lead_id, m.changes, m.refuses,
        row_number() over (partition by m.id order by r.row) as nth,
        m.id is not null and exists (select from import_rows e where e.company_id = ${companyId} and e.import_id = ${importId}
          and e.${lead} = m.id and e.row <> r.row) as taken
      from import_rows r
      left join lateral (
        select l.id, ${newRefusals} <> '{}' as refuses, ${newRefusals} <> '{}' or ${importChanges(policy)} <> '{}' or exists (
            select from unnest(r.tags) as tag where not exists (
              select from tags g where g.company_id = ${companyId} and (fold(g.name) collate "C") = (fold(tag) collate "C")
                and g.id = any (l.tags))) or exists (
            select from unnest(r.notes) as text where not exists (
              select from notes n where n.company_id = ${companyId} and n.lead_id = l.id and n.text = text.text)) as changes
        from (
          select * from leads where company_id = ${companyId} and phone_key = any (address_keys(r.phone_key, r.phones))
          union all
          select * from leads where company_id = ${companyId} and email_key = any (address_keys(r.email_key, r.emails))
          union all
          select o.* from lead_addresses a join leads o on o.company_id = a.company_id and o.id = a.lead_id
          where a.company_id = ${companyId}
            and a.key = any (address_keys(r.phone_key, r.phones) || address_keys(r.email_key, r.emails))) as l
        where not 'bot' = any (l.marks) and (${owners}::text[] is null or l.owner_id = any (${owners}::text[]))
          and same_contact(l.name, l.email_key, l.emails, l.phone_key, l.phones, r.name, r.email_key, r.emails,
            r.phone_key, r.phones)
        order by l.received_at, l.id limit 1
      ) as m on ${policy} <> 'separate'
      where r.company_id = ${companyId} and r.import_id = ${importId} and r.row between ${range.first} and ${range.last}
        and r.${sql.ref(decided)} is null
    ) as decided order by row`.execute(trx)
  return rows
}

/**
 * Refuses undecided rows of people who asked to be erased, with the reason and the day, except those who came back by
 * themselves. Returns how many.
 */
export async function refuseErased(
  trx: Trx,
  key: Buffer,
  { companyId, importId, owners, decided }: MatchOptions,
  { first, last }: Range
): Promise<number> {
  const someone = await trx.selectFrom('erased_people').select('certificate').limit(1).executeTakeFirst()
  if (!someone) return 0
  const { rows } = await sql<{
    row: number
    emails: string[]
    phones: string[]
    cnpj: string | null
  }>`
    select row, address_keys(email_key, emails) as emails, address_keys(phone_key, phones) as phones, cnpj from import_rows where company_id = ${companyId} and import_id = ${importId}
      and row between ${first} and ${last} and ${sql.ref(decided)} is null`.execute(trx)
  const hashes = rows.flatMap(({ row, emails, phones, cnpj }) =>
    contactsIn(emails, phones, cnpj).map(contact => ({ row, hash: contactHash(key, companyId, contact) }))
  )
  const seen = sql`(${owners}::text[] is null or l.owner_id = any (${owners}::text[]))`
  const { numAffectedRows = 0n } = await sql`
    update import_rows r set ${sql.ref(decided)} = 'error',
      errors = jsonb_build_array(jsonb_build_object('column', null, 'value', '',
        'reason', ${erasedReason('')} || to_char(e.at at time zone c.time_zone, 'DD/MM/YYYY')))
    from (
      select h.row, max(p.at) as at
      from unnest(${hashes.map(({ row }) => row)}::integer[], ${hashes.map(({ hash }) => hash)}::bytea[]) as h (row, hash)
      join erased_people p on p.company_id = ${companyId} and p.hash = h.hash group by h.row
    ) as e, companies c
    where r.company_id = ${companyId} and r.import_id = ${importId} and r.row = e.row and c.id = ${companyId}
      and not exists (select from leads l where l.company_id = ${companyId} and l.email_key = r.email_key and ${seen})
      and not exists (select from leads l where l.company_id = ${companyId} and l.phone_key = r.phone_key and ${seen})`.execute(
    trx
  )
  return Number(numAffectedRows)
}

function contactsIn(emails: readonly string[], phones: readonly string[], cnpj: string | null): Contact[] {
  return [
    ...emails.map(value => ({ kind: 'email' as const, value })),
    ...phones.map(value => ({ kind: 'phone' as const, value })),
    ...(cnpj ? [{ kind: 'document' as const, value: cnpj }] : [])
  ]
}
