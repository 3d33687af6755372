import { createServer } from 'node:http'
import client from 'prom-client'
import { configureOrExit } from '../services/core/config.ts'
import { openDb, refusePrivilegedRoles } from '../services/core/db.ts'
import { createLogger } from '../services/core/logging.ts'
import { openQueues } from '../services/core/queues.ts'
import { answerSupervisor, releaseStartupMemory } from '../services/core/runtime.ts'
import { listen } from '../services/core/signals.ts'
import { runRetention } from '../services/privacy/retention.ts'
import { startAuditChecks } from './audit.ts'
import { sendMails } from './email.ts'
import { handlers } from './handlers.ts'
import { releaseByMonth } from './leads.ts'
import { startNotifying } from './notifications.ts'
import { warnOfTerms } from './privacy.ts'
import { startRelay } from './relay.ts'
import { startScoring } from './scores.ts'
import { startTidying } from './tidy.ts'
import { startWorkers } from './worker.ts'

const config = configureOrExit(process.env)
const log = createLogger(config, 'worker')
const warn = (what: string) => (error: Error) => log.warn({ err: error }, what)

const db = openDb({ ...config.database, name: 'prosa worker', max: 10, onError: warn('idle database connection lost') })
await refusePrivilegedRoles(db)
const listener = listen(config.database.staff, warn('signal connection lost'))
const queues = openQueues(config, warn('queue store away'))
const mails = sendMails(config)
const stopTidying = startTidying(db, config, log, async () => {
  await releaseByMonth(db, config)
  await warnOfTerms(db)
  await runRetention(db, config)
})
const stopChecking = startAuditChecks(db, log)
const stopNotifying = startNotifying(db, config, log)
const stopScoring = startScoring(db, log)
const all = [...handlers, ...mails.handlers]
const jobs = all.map(({ job }) => job)
const relay = startRelay(db, queues, listener, log, jobs)
const workers = startWorkers(all, queues, {
  db,
  config,
  log
})

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
    stopTidying()
    stopChecking()
    stopNotifying()
    stopScoring()
    await relay.close()
    await Promise.allSettled(workers.map(worker => worker.close()))
    mails.close()
    await Promise.allSettled([queues.close(), listener.close(), db.close()])
    process.exit(0)
  })

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
      // The store that is counted may be away, which must not end the process.
      const metrics = await registry.metrics().catch(error => {
        log.warn({ err: error }, 'metrics not read')
        return undefined
      })
      if (metrics === undefined) response.writeHead(503).end()
      else response.writeHead(200, { 'Content-Type': registry.contentType }).end(metrics)
    } else response.writeHead(404).end()
  }).listen(port, config.host)
}
