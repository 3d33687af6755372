import { createServer } from 'node:http'
import client from 'prom-client'
import { configureOrExit } from '../services/core/config.ts'
import { maxConnections, refuseFewConnections, workerPool } from '../services/core/connections.ts'
import { openDb, refusePrivilegedRoles } from '../services/core/db.ts'
import { createLogger } from '../services/core/logging.ts'
import { openQueues } from '../services/core/queues.ts'
import { answerSupervisor, keepGarbageSmall, releaseStartupMemory } from '../services/core/runtime.ts'
import { listen } from '../services/core/signals.ts'
import { queueNames } from '../services/queueNames.ts'
import { startDaemons } from './daemons.ts'
import { loadParts } from './parts.ts'
import { startRelay } from './relay.ts'
import { scheduleHandler, startScheduling } from './schedules.ts'
import { tidying } from './tidy.ts'
import { startWorkers } from './worker.ts'

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
await refusePrivilegedRoles(db)
await refuseFewConnections(db, maxConnections('worker', config, queueNames.length))
const listener = listen(config.database.staff, warn('signal connection lost'))
const queues = openQueues(config, warn('queue store away'))
const parts = await loadParts()
const schedules = [tidying, ...parts.flatMap(part => part.schedules ?? [])]
const handlers = [
  ...parts.flatMap(part => part.handlers ?? []),
  ...schedules.map(schedule => scheduleHandler(schedule, queues))
]
const jobs = handlers.map(({ job }) => job)
const relay = startRelay(db, queues, listener, log, jobs)
const workers = startWorkers(handlers, queues, { db, config, log })
const stopScheduling = startScheduling(db, queues, schedules, log)
const daemons = startDaemons(
  parts.flatMap(part => part.daemons ?? []),
  { db, config, log }
)
void reseal().catch(warn('secrets not sealed again'))

const health = config.workerPort > 0 ? serveHealth(config.workerPort) : undefined
log.info({ store: queues.store }, 'worker started')
answerSupervisor()
releaseStartupMemory()

let closing = false
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, async () => {
    if (closing) return
    closing = true
    log.info({ signal }, 'finishing the jobs under way')
    setTimeout(() => process.exit(1), 15_000).unref()
    health?.close()
    stopScheduling()
    await daemons.close()
    await relay.close()
    await Promise.allSettled(workers.map(worker => worker.close()))
    for (const part of parts) part.close?.(config)
    await Promise.allSettled([queues.close(), listener.close(), db.close()])
    process.exit(0)
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

/** `/health/live` and `/metrics` of the worker, for the container's health check and for Prometheus. */
function serveHealth(port: number) {
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  new client.Gauge({
    name: 'queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      for (const { name } of workers)
        for (const [state, count] of Object.entries(await queues.counts(name))) this.set({ queue: name, state }, count)
    }
  })
  return createServer(async (request, response) => {
    if (request.url === '/health/live') {
      const running = listener.connected() && workers.every(worker => worker.isRunning())
      response.writeHead(running ? 200 : 503, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ status: running ? 'ok' : 'away' }))
    } else if (request.url === '/metrics') {
      // The queues' store may be away; that must not end the process.
      const metrics = await registry.metrics().catch(error => {
        log.warn({ err: error }, 'metrics not read')
        return undefined
      })
      if (metrics === undefined) response.writeHead(503).end()
      else response.writeHead(200, { 'Content-Type': registry.contentType }).end(metrics)
    } else response.writeHead(404).end()
  }).listen(port, config.host)
}
