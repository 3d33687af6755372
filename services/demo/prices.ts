import type { Trx } from '../core/db.ts'
import type {} from '../messaging/prices/tables.ts'
import type { Demo } from './context.ts'

/** A price card with invented prices, so that costs and estimates are seen. */
export async function addPrices(trx: Trx, { clock }: Demo): Promise<void> {
  await trx
    .insertInto('whatsapp_prices')
    .values({
      market: 'BR',
      currency: 'BRL',
      starts_on: clock.on(-90, '00:00').slice(0, 10),
      source: 'Exemplo da demonstração, sem valor',
      prices: JSON.stringify({ marketing: '0.3500', utility: '0.0500', authentication: '0.0500' }) as never,
      rules: JSON.stringify({ freeServiceMessages: 1000, utilityInWindow: 'charged' })
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
