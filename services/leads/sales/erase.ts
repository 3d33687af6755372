import type { Trx } from '../../core/db.ts'
import type { About } from '../../core/erasure.ts'
import type {} from './tables.ts'

/** The sales of erased people keep their day and value, and no longer say whose they were. */
export async function forgetBuyers(trx: Trx, { companyId, ids }: About): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await trx
    .updateTable('sales')
    .set({ lead_id: null })
    .where('company_id', '=', companyId)
    .where('lead_id', 'in', [...ids])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
