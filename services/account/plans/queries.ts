import type { Trx } from '../../core/db.ts'
import type { Plan } from './schema.ts'

/** The plans in the order of the offer. */
export async function listPlans(trx: Trx): Promise<Plan[]> {
  const rows = await trx.selectFrom('plans').selectAll().orderBy('position').execute()
  return rows.map(({ price_cents, leads_per_month, position: _, updated_at: __, forms: ___, ...same }) => ({
    ...same,
    priceCents: price_cents,
    leadsPerMonth: leads_per_month
  }))
}
