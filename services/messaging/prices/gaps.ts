import { sql } from 'kysely'
import type {} from '../../account/companies/tables.ts'
import type { Trx } from '../../core/db.ts'
import type { CostGap } from './schema.ts'
import type {} from './tables.ts'

/** Companies whose costs differ between our estimate and what the provider billed (`cost_gaps` in costs.sql). */
export async function listGaps(trx: Trx): Promise<CostGap[]> {
  const { rows } = await sql<CostGap>`
    select g.company_id as "companyId", co.name as "companyName", to_char(g.month, 'YYYY-MM') as month, g.currency,
      g.messages, g.estimated as "estimatedMicros", g.billed as "billedMicros"
    from cost_gaps() g join companies co on co.id = g.company_id
    order by g.month desc, abs(g.billed - g.estimated) desc, g.company_id limit 200`.execute(trx)
  return rows
}
