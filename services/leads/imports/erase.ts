import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { type About, foundIn, holds } from '../../core/erasure.ts'
import { fieldsWith, leadFields } from '../leads/fields.ts'

/** The columns of an import's row with personal data. */
const personal = fieldsWith('personal').map(name => leadFields[name].column)

const erasedRow = 'Linha apagada: a pessoa pediu a exclusão dos dados.'

/** Rows of imports keep their number and lose their contents; one that still waits to be imported is excluded. */
export async function emptyImportRows(trx: Trx, { companyId, ids, mentions }: About): Promise<number> {
  const text = sql`concat_ws(' ', array_to_string(r.cells, ' '), r.custom::text, r.errors::text)`
  const { numAffectedRows = 0n } = await sql`
    update import_rows r set cells = '{}', ${sql.join(personal.map(column => sql`${sql.ref(column)} = null`))}, phone_key = null,
      custom = '{}', tags = '{}', notes = '{}', lead_id = null, planned_lead = null,
      errors = ${JSON.stringify([{ column: null, value: '', reason: erasedRow }])}::jsonb,
      planned = coalesce(r.planned, 'error'), outcome = coalesce(r.outcome, 'error')
    where r.company_id = ${companyId} and (r.lead_id = any (${[...ids]}::text[])
      or r.planned_lead = any (${[...ids]}::text[])
      or ${foundIn('import_rows', mentions, 'r')} and ${holds(text, mentions.terms)})`.execute(trx)
  return Number(numAffectedRows)
}
