import { configureOrExit } from '../services/core/config.ts'
import { maxConnections, refuseFewConnections, untilDatabaseAnswers, workerPool } from '../services/core/connections.ts'
import { openDb, refusePrivilegedRoles } from '../services/core/db.ts'
import { createLogger } from '../services/core/logging.ts'
import { openQueues } from '../services/core/queues.ts'
import {
  awaitingDatabase,
  closeOnSignal,
  keepGarbageSmall,
  ready,
  releaseStartupMemory
} from '../services/core/runtime.ts'
import { listen } from '../services/core/signals.ts'
import { queueNames } from '../services/features.ts'
import { openAlone } from './alone.ts'
import { startDaemons } from './daemons.ts'
import { loadHandlers } from './handlers.ts'
import { serveHealth } from './health.ts'
import { startRelay } from './relay.ts'
import { startScheduling } from './schedules.ts'
import { startWorkers } from './worker.ts'

/** Runs the worker until a signal ends it. A database that is away is waited for. */
export async function work(report: (doing: string) => void): Promise<void> {
  keepGarbageSmall()
  const config = configureOrExit(process.env)
  const log = createLogger(config, 'worker')
  const warn = (what: string) => (error: Error) => log.warn({ err: error }, what)

  const db = openDb({
    ...config.database,
    name: 'prosa worker',
    max: workerPool,
    onError: warn('idle database connection lost')
  })
  report(awaitingDatabase)
  await untilDatabaseAnswers(async () => {
    await refusePrivilegedRoles(db)
    await refuseFewConnections(db, maxConnections('worker', config, queueNames.length))
  }, warn('database away'))
  const listener = listen(config.database.staff, warn('signal connection lost'))
  const queues = openQueues(config, warn('queue store away'))
  const { parts, schedules, handlers } = await loadHandlers(queues)
  const jobs = handlers.map(({ job }) => job)
  const relay = startRelay(db, queues, listener, log, jobs)
  const alone = openAlone()
  const workers = await startWorkers(handlers, queues, { db, config, log }, alone)
  const stopScheduling = startScheduling(db, queues, schedules, log)
  const daemons = startDaemons(
    parts.flatMap(part => part.daemons ?? []),
    { db, config, log }
  )
  void reseal().catch(warn('secrets not sealed again'))

  const health = serveHealth({ config, log, queues, listener, workers })
  log.info({ store: queues.store }, 'worker started')
  report(ready)
  releaseStartupMemory()

  closeOnSignal(15, async signal => {
    log.info({ signal }, 'finishing the jobs under way')
    health?.close()
    stopScheduling()
    await daemons.close()
    await relay.close()
    await Promise.allSettled(workers.map(worker => worker.close()))
    alone.close()
    for (const part of parts) part.close?.(config)
    await Promise.allSettled([queues.close(), listener.close(), db.close()])
  })

  /** Seals again what an earlier key sealed; needed after a change of the key. */
  async function reseal(): Promise<void> {
    const count = await db.everyCompany(async trx => {
      let sealed = 0
      for (const part of parts) sealed += (await part.reseal?.(trx, config)) ?? 0
      return sealed
    })
    if (count > 0) log.info({ count }, 'secrets sealed with the current key')
  }
}
