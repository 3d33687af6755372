import { createHash } from 'node:crypto'
import { inBatches } from '../../core/batches.ts'
import type { Db, Statement } from '../../core/db.ts'
import { adapters } from './adapters.ts'
import { deliveriesReceived } from './jobs.ts'
import type { ChannelKind } from './rules.ts'

/**
 * A delivery of a provider, byte for byte; `signedBy` are the channels whose own secret signed it, null for the app's.
 */
export type Delivery = { provider: ChannelKind; body: Buffer; signedBy: string[] | null }

/** Resolves once the delivery and the job that works it off are committed. */
type StoreDelivery = (delivery: Delivery) => Promise<void>

/** Call it once for an application: what arrives at one moment is stored together. */
export function deliveryStore(db: Db): StoreDelivery {
  const store = async (deliveries: readonly Delivery[]): Promise<true[]> => {
    await db.everyCompanyBatch([storing(deliveries)])
    db.signal('outbox')
    return deliveries.map(() => true)
  }
  const storeInBatch = inBatches<Delivery, true>({
    limit: 64,
    runBatch: store,
    runOne: async delivery => {
      await store([delivery])
      return true
    }
  })
  return async delivery => {
    await storeInBatch('deliveries', delivery)
  }
}

const storing = (deliveries: readonly Delivery[]): Statement => ({
  name: 'store-deliveries',
  text: `with stored as (
      insert into deliveries (provider, body, hash, signed_by, signers, accounts)
      select provider, body, hash, split_part(signers, ' ', 1), string_to_array(signers, ' '), string_to_array(accounts, ' ')
      from unnest($1::text[], $2::bytea[], $3::bytea[], $4::text[], $7::text[])
        as d (provider, body, hash, signers, accounts)
      returning id)
    insert into outbox (queue, name, data)
    select $5, $6, jsonb_build_object('deliveryIds', jsonb_agg(id order by id)) from stored`,
  values: [
    deliveries.map(({ provider }) => provider),
    deliveries.map(({ body }) => body),
    deliveries.map(({ body }) => createHash('sha256').update(body).digest()),
    deliveries.map(({ signedBy }) => signedBy?.join(' ') ?? null),
    deliveriesReceived.queue,
    deliveriesReceived.name,
    // An array of arrays of different lengths is none to PostgreSQL.
    deliveries.map(({ provider, body }) => adapters[provider].accountsNamed(body).join(' '))
  ]
})
