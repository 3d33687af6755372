import { forEachCompany } from '../../core/alone.ts'
import type { Db } from '../../core/db.ts'
import type { Schedule } from '../../core/features.ts'
import { warnOfLimit } from './costs.ts'
import type {} from './tables.ts'

export const schedules: readonly Schedule[] = [
  {
    name: 'whatsapp-limits',
    label: 'Avisar de limites de gastos do WhatsApp',
    every: 300_000,
    run: ({ db }) => warnOfLimits(db)
  }
]

/** Warns the companies that have spent most of their limit, each alone. */
export async function warnOfLimits(db: Db): Promise<void> {
  const limited = await db.everyCompany(trx =>
    trx.selectFrom('whatsapp_spending').select('company_id').where('limit_micros', 'is not', null).execute()
  )
  await forEachCompany(
    limited.map(({ company_id }) => company_id),
    id => db.company({ id, held: true, deleted: true }, trx => warnOfLimit(trx, id))
  )
}
