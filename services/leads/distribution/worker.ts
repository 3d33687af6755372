import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { inPortions, portionSize } from '../../core/tidy.ts'

/** Days for which the reason of an assignment is kept; the assignment itself stays in the lead's history. */
const distributionDays = 180

async function deleteDistributed(trx: Trx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from distribution_log where (company_id, id) in (
      select company_id, id from distribution_log
      where created_at < now() - ${distributionDays} * interval '1 day' limit ${portionSize})`.execute(trx)
  return Number(numAffectedRows)
}

export const tidy = { distributed: inPortions(deleteDistributed) }
