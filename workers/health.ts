import { createServer, type Server } from 'node:http'
import type { Logger } from 'pino'
import client from 'prom-client'
import type { Config } from '../services/core/config.ts'
import type { Queues, QueueWorker } from '../services/core/queues.ts'
import type { Listener } from '../services/core/signals.ts'

type Watched = { config: Config; log: Logger; queues: Queues; listener: Listener; workers: readonly QueueWorker[] }

/** `/health/live` and `/metrics` of the worker, for the container's health check and for Prometheus. */
export function serveHealth({ config, log, queues, listener, workers }: Watched): Server | undefined {
  if (config.workerPort === 0) return undefined
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
  }).listen(config.workerPort, config.host)
}
