import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Db, signalAfterCommit } from '../services/core/db.ts'
import type { Schedule } from '../services/core/features.ts'
import type { Queues } from '../services/core/queues.ts'
import { findStuck } from '../services/core/waits.ts'
import { features } from '../services/features.ts'
import { loadParts } from './parts.ts'

const waits = features.flatMap(feature => feature.waits ?? [])

/**
 * Another store of queues, or an emptied one, has lost the jobs that were on their way: the features republish those
 * that no row's state records.
 */
async function recoverQueues(db: Db, queues: Queues, log: Logger): Promise<void> {
  const last = await db.everyCompany(trx => trx.selectFrom('queue_store').select('store').executeTakeFirst())
  const isMarked = await queues.isMarked()
  if (last?.store === queues.store && isMarked) return
  if (last) {
    log.warn({ from: last.store, to: queues.store }, 'the jobs of the queues are gone')
    for (const part of await loadParts()) await part.recover?.(db)
  }
  const values = { store: queues.store, since: new Date().toISOString() }
  await db.everyCompany(trx =>
    trx
      .insertInto('queue_store')
      .values(values)
      .onConflict(conflict => conflict.column('one').doUpdateSet(values))
      .execute()
  )
  await queues.mark()
}

/**
 * Hands over again what has waited for five minutes and has no job. Effects are keyed, so a job that turns up after all
 * does nothing twice.
 */
export const handingOver = (queues: Queues): Schedule => ({
  name: 'hand-over',
  label: 'Retomar o que ficou sem trabalho na fila',
  every: 60_000,
  run: async ({ db, config, log }) => {
    await recoverQueues(db, queues, log)
    for (const [{ name, job }, rows] of await findStuck({ db, queues, config }, waits)) {
      if (rows.length === 0) continue
      await db.everyCompany(async trx => {
        await sql`insert into outbox (queue, name, data)
          select ${job.queue}, ${job.name}, data from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as data`.execute(
          trx
        )
        signalAfterCommit(trx, 'outbox')
      })
      log.warn({ wait: name, rows: rows.length }, 'handed over again')
    }
  }
})
