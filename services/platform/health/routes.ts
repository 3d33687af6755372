import { timingSafeEqual } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import client from 'prom-client'
import { AppError } from '../../core/errors.ts'
import type { Parts } from '../../core/features.ts'
import type { App } from '../../core/http.ts'
import { inTime, type Queues } from '../../core/queues.ts'
import { findStuck, type Wait } from '../../core/waits.ts'
import { readOutbox } from './outbox.ts'
import { PaceMeter } from './pace.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The pace of this process. */
    pace: PaceMeter
  }
}

const Ready = Type.Object({
  status: Type.String({ description: 'ok, degraded (leads are accepted, something waits) or away' }),
  database: Type.String(),
  queue: Type.String(),
  relay: Type.Object({ waiting: Type.Integer(), lagSeconds: Type.Number(), deliveryLagSeconds: Type.Number() }),
  stuck: Type.Record(Type.String(), Type.Integer(), {
    description: 'By kind of work, rows that have waited for five minutes without a job'
  }),
  problems: Type.Array(Type.String())
})

/** Seconds; if the oldest outbox row is older, no worker is relaying. */
const lagLimit = 30
/** Seconds after which messages of customers that are not processed are a problem of the installation. */
const deliveryLagLimit = 120

/** `/health/live`, `/health/ready` and `/metrics`. */
export function register(
  app: App,
  { queues, listener, features }: Pick<Parts, 'queues' | 'listener' | 'features'>
): void {
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  const durations = new client.Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry]
  })
  new client.Gauge({
    name: 'database_connections',
    help: 'Connections by door and state',
    labelNames: ['door', 'state'],
    registers: [registry],
    collect() {
      for (const [door, use] of Object.entries(app.db.connections()))
        for (const [state, count] of Object.entries(use)) this.set({ door, state }, count)
    }
  })
  new client.Gauge({
    name: 'outbox_waiting',
    help: 'Jobs that no relay has taken yet',
    registers: [registry],
    async collect() {
      this.set((await readOutbox(app.db)).waiting)
    }
  })
  const pace = new PaceMeter()
  app.decorate('pace', pace)
  app.addHook('onResponse', async (request, reply) => {
    // A stream lasts as long as somebody listens, which is no response time.
    if (String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')) return
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    pace.observe(reply.elapsedTime, reply.statusCode >= 500)
  })

  const open = { logLevel: 'warn' as const, config: { access: 'public' as const, rateLimit: false as const } }

  app.get('/health/live', { ...open, schema: { response: { 200: Type.Object({ status: Type.String() }) } } }, () => ({
    status: 'ok'
  }))

  // Public and called often, so the stores are probed once a second for all callers.
  const probe = rarely(1000, () => Promise.allSettled([readOutbox(app.db), inTime(queues.ping())]))
  const waits = features.flatMap(feature => feature.waits ?? [])
  // A store that is away holds no job that anybody could take.
  const pending: Queues['pending'] = (queue, limit) => inTime(queues.pending(queue, limit)).catch(() => [])
  const readStuck = rarely(5000, () => findStuck({ db: app.db, queues: { pending }, config: app.config }, waits))

  app.get('/health/ready', { ...open, schema: { response: { 200: Ready, 503: Ready } } }, async (_request, reply) => {
    const [[database, queue], stuck] = await Promise.all([probe(), readStuck().catch(() => new Map<Wait, unknown[]>())])
    const problems: string[] = []
    const relay =
      database.status === 'fulfilled' ? database.value : { waiting: 0, lagSeconds: 0, deliveryLagSeconds: 0 }
    if (database.status === 'rejected') problems.push('O banco de dados não responde.')
    if (queue.status === 'rejected') problems.push('O armazenamento de filas não responde: os trabalhos esperam.')
    if (relay.lagSeconds > lagLimit) problems.push('Nenhum worker está retirando trabalhos da fila de saída.')
    if (relay.deliveryLagSeconds > deliveryLagLimit)
      problems.push('Mensagens de clientes esperam há mais de 2 minutos para serem processadas.')
    if (database.status === 'fulfilled' && !listener.connected())
      problems.push('Os avisos do banco de dados não chegam: atualizações podem atrasar.')
    const counts = Object.fromEntries(waits.map(wait => [wait.name, stuck.get(wait)?.length ?? 0]))
    for (const [{ label }, { length }] of stuck)
      if (length > 0) problems.push(`Sem trabalho na fila há mais de 5 minutos: ${length} ${label}.`)
    const away = database.status === 'rejected'
    return reply.status(away ? 503 : 200).send({
      status: away ? 'away' : problems.length > 0 ? 'degraded' : 'ok',
      database: away ? 'away' : 'ok',
      queue: queue.status === 'rejected' ? 'away' : `ok (${queues.store})`,
      relay,
      stuck: counts,
      problems
    })
  })

  app.get('/metrics', { ...open, schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(app, request.headers.authorization, request.socket.remoteAddress, request.headers['x-forwarded-for']))
      throw new AppError('notFound', 'Página não encontrada')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Requires METRICS_TOKEN as bearer if it is set; otherwise only direct calls from this machine are allowed. */
function mayRead(app: App, authorization = '', address = '', forwarded: string | string[] | undefined): boolean {
  const { metricsToken } = app.config
  if (!metricsToken) return /^(::1|(::ffff:)?127\.)/.test(address) && forwarded === undefined
  const sent = Buffer.from(authorization)
  const expected = Buffer.from(`Bearer ${metricsToken}`)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/** Calls at most once in so many milliseconds; callers in between share the result. */
function rarely<T>(pause: number, read: () => Promise<T>): () => Promise<T> {
  let at = Number.NEGATIVE_INFINITY
  let last: Promise<T> | undefined
  return () => {
    if (last && performance.now() - at < pause) return last
    at = performance.now()
    last = read()
    return last
  }
}
