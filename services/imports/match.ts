import { sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import type { RowOutcome } from './rules.ts'
import type { ImportSettings } from './schema.ts'

export type Asked = {
  companyId: string
  importId: string
  settings: Pick<ImportSettings, 'policy'>
  /** The people whose leads the importer sees; null for all. */
  owners: string[] | null
  /** The column in which a decision is kept: what would happen, or what did. */
  decided: 'planned' | 'outcome'
  take: number
}

export type Decided = { row: number; lead_id: string | null; outcome: RowOutcome }

/** The rows that wait for a decision, as far as one portion goes; null where none is left. */
async function nextRange(trx: Trx, { companyId, importId, decided, take }: Asked) {
  const { rows } = await sql<{ first: number | null; last: number }>`
    select min(row) as first, max(row) as last from (
      select row from import_rows where company_id = ${companyId} and import_id = ${importId}
        and ${sql.ref(decided)} is null order by row limit ${take}) as next`.execute(trx)
  return rows[0]?.first == null ? null : { first: rows[0].first, last: rows[0].last }
}

/**
 * The next undecided rows with what becomes of them: the company's lead that is the same person, by the rule that the
 * form uses, and whether the row changes anything of it. A lead that an earlier row of the file has taken is not changed
 * twice.
 */
export async function matchRows(trx: Trx, asked: Asked): Promise<Decided[]> {
  const range = await nextRange(trx, asked)
  if (!range) return []
  const { companyId, importId, owners, decided } = asked
  const { policy } = asked.settings
  const lead = sql.ref(decided === 'planned' ? 'planned_lead' : 'lead_id')
  const { rows } = await sql<Decided>`
    select row, lead_id, case
      when lead_id is null then 'created'
      when hidden then 'error'
      when nth > 1 or taken then 'duplicate'
      when ${policy} = 'skip' then 'skipped'
      when changes then 'updated'
      else 'same' end as outcome
    from (
      select t.row, m.id as lead_id, m.changes, m.hidden,
        row_number() over (partition by m.id order by t.row) as nth,
        m.id is not null and exists (select from import_rows e where e.company_id = ${companyId} and e.import_id = ${importId}
          and e.${lead} = m.id and e.row <> t.row) as taken
      from import_rows t
      left join lateral (
        select l.id, import_changes(t, l, ${policy}) <> '{}' or exists (
            select from unnest(t.tags) as tag where not exists (
              select from tags g where g.company_id = ${companyId} and (fold(g.name) collate "C") = (fold(tag) collate "C")
                and g.id = any (l.tags))) as changes,
          ${owners}::text[] is not null and not coalesce(l.owner_id = any (${owners}::text[]), false) as hidden
        from leads l
        where l.company_id = ${companyId} and l.id in (
            select id from leads where company_id = ${companyId} and phone_key = t.phone_key
            union all select id from leads where company_id = ${companyId} and email_key = t.email_key)
          and not 'bot' = any (l.marks)
          and same_person(l.name, l.email_key, l.phone_key, t.name, t.email_key, t.phone_key)
        order by l.received_at, l.id limit 1
      ) as m on ${policy} <> 'separate'
      where t.company_id = ${companyId} and t.import_id = ${importId} and t.row between ${range.first} and ${range.last}
        and t.${sql.ref(decided)} is null
    ) as decided order by row`.execute(trx)
  return rows
}

export const hiddenReason = 'Esta pessoa já é lead de outra pessoa da equipe.'
