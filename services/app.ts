import cors, { type FastifyCorsOptions } from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyRequest, type FastifyServerOptions, LogController, type RouteOptions } from 'fastify'
import { Redis } from 'ioredis'
import { hashWith } from './account/auth/passwords.ts'
import { authPlugin } from './account/auth/plugin.ts'
import { openSettings } from './account/settings/queries.ts'
import type { Settings } from './account/settings/schema.ts'
import { boundDates, compilersFactory, keywords } from './core/compilers.ts'
import type { Config } from './core/config.ts'
import { apiPool } from './core/connections.ts'
import { type Db, openDb } from './core/db.ts'
import { clientClosedRequest, handleDisconnects } from './core/disconnects.ts'
import { AppError } from './core/errors.ts'
import { openEventHub } from './core/events.ts'
import type { Parts, Routes } from './core/features.ts'
import { commonFieldNames } from './core/fieldNames.ts'
import { type App, answerFailure, dropEmptyParameters } from './core/http.ts'
import { routeLimit } from './core/limits.ts'
import { newRequestId } from './core/logging.ts'
import { openQueues } from './core/queues.ts'
import { defaultReceiveTimeout, limitReceiveTime, maxReceiveTimeout } from './core/receiveTimeout.ts'
import { Failure } from './core/schema.ts'
import { listen } from './core/signals.ts'
import { declareFeatures } from './declare.ts'
import { features } from './features.ts'
import { forgetForm } from './leads/forms/queries.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The current settings of the installation. */
    settings(): Promise<Settings>
  }
}

type BuildOptions = {
  logger?: FastifyServerOptions['logger']
  /** Folder of the built web application; without it only the API is served. */
  web?: string
  /** An open database to use in place of one of its own. */
  db?: Db
  /** Milliseconds in which the whole request must be received. */
  receiveTimeout?: number
}

const maxBody = 256 * 1024

/** Builds the HTTP application, ready to listen or to inject requests. Closing it closes everything it opened. */
export async function buildApp(
  config: Config,
  { logger = false, web, db: sharedDb, receiveTimeout = defaultReceiveTimeout }: BuildOptions = {}
): Promise<App> {
  const hops = config.trustProxy
  const app = Fastify({
    logger,
    bodyLimit: maxBody,
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    genReqId: newRequestId,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // requests during closing are still answered
    requestTimeout: maxReceiveTimeout,
    http: { headersTimeout: defaultReceiveTimeout },
    logController: new LogController({ disableRequestLogging: true }), // replaced by one line for each answer, below
    frameworkErrors: answerFailure as never, // an unreadable URL reaches no route
    schemaController: { compilersFactory },
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false, keywords },
      onCreate: boundDates
    }
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  const warn = (what: string) => (error: unknown) => app.log.warn({ err: error }, what)
  const listener = listen(config.database.staff, warn('signal connection lost'))
  const db =
    sharedDb ??
    openDb({
      ...config.database,
      name: 'prosa api',
      max: apiPool,
      onError: warn('idle database connection lost'),
      // Rights that were taken away are gone with the answer that says so.
      onSignal: signal => {
        if (/^(session|company|settings)/.test(signal)) listener.dispatch(signal)
      }
    })
  const events = openEventHub(db, listener, warn('events not read'))
  const queues = openQueues(config, warn('queue store away'))
  const redis = config.redisUrl
    ? new Redis(config.redisUrl, { maxRetriesPerRequest: 1, commandTimeout: 500 })
    : undefined
  redis?.on('error', warn('limits store away'))
  app.decorate('config', config)
  app.decorate('db', db)
  app.decorate('events', events)
  app.decorate('fieldNames', Object.assign({}, commonFieldNames, ...features.map(({ fieldNames }) => fieldNames)))
  app.decorate('settings', openSettings(db, listener))
  app.decorateRequest('failure', null)
  listener.on('company:', signal => forgetForm(signal.split(':')[1] ?? ''))
  app.addHook('onClose', async () => {
    events.close()
    await Promise.allSettled([listener.close(), queues.close(), sharedDb ? undefined : db.close()])
    redis?.disconnect()
  })

  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(answerFailure)
  const routes: RouteOptions[] = []
  app.addHook('onRoute', route => {
    routes.push(route)
    const response = route.schema?.response as Record<string, unknown> | undefined
    if (response) {
      response['4xx'] ??= Failure
      response['5xx'] ??= Failure
    }
  })
  app.addHook('onReady', async () => {
    // @fastify/cors answers the preflights (OPTIONS *).
    const silent = routes.find(route => !route.config?.access && route.url !== '*')
    if (silent) throw new Error(`${silent.method} ${silent.url} does not state who may call it`)
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
    if (request.url.startsWith('/api/') && !reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
  })

  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, user } = request
    const who = user ? { userId: user.id, companyId: user.companyId } : {}
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const level = reply.statusCode === clientClosedRequest ? 'debug' : 'info'
    request.log[level]({ method, route: routeOptions.url, status: reply.statusCode, ms, ...who }, 'answered')
  })

  handleDisconnects(app)
  dropEmptyParameters(app)
  limitReceiveTime(app, receiveTimeout)
  await registerSecurity(app, redis)
  await app.register(swagger, openApi)
  await app.register(authPlugin, { listener })
  declareFeatures()
  hashWith(config.passwordHashMemory)
  const { demoSignIns: demoAccounts } = config.demoProviderUrl
    ? await import('./demo/accounts.ts')
    : { demoSignIns: [] }
  const parts: Parts = { listener, queues, features, demoAccounts, web }
  for (const { register } of await loadRoutes(config)) await register(app, parts)
  await registerDocs(app)
  await app.ready()
  return app
}

/** The routes of the features that this installation has. */
export const loadRoutes = (config: Config): Promise<Routes[]> =>
  Promise.all(
    features.flatMap(({ routes = [], wanted }) => ((wanted?.(config) ?? true) ? routes.map(load => load()) : []))
  )

/** Calls that forms on other sites may make; they carry no credentials. */
const openPaths = /^\/(public\/companies\/|api\/leads\/public|api\/companies\/verify-cnpj\/)/

async function registerSecurity(app: App, redis: Redis | undefined): Promise<void> {
  await app.register(helmet, {
    enableCSPNonces: false,
    contentSecurityPolicy: false, // set by kind of page in pages/html.ts
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: app.config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    frameguard: false
  })
  await app.register(
    cors,
    () => (request: FastifyRequest, callback: (error: Error | null, options: FastifyCorsOptions) => void) => {
      const open = openPaths.test(request.url)
      callback(null, {
        origin: open ? '*' : false,
        credentials: false,
        exposedHeaders: ['Content-Range', 'x-refreshed-token'],
        maxAge: 600
      })
    }
  )
  await app.register(rateLimit, {
    global: true,
    ...routeLimit(app, 600, '1 minute'),
    ...(redis && { redis, nameSpace: 'prosa-limit-' }),
    skipOnError: true, // if the counter fails, requests pass
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('tooMany', 'Muitas solicitações. Aguarde um momento e tente novamente.', {
        retryAfter: Math.ceil(ttl / 1000)
      })
  })
}

const openApi = {
  openapi: {
    info: { title: 'Prosa', description: 'Lead management for small companies', version: '0.1.0' },
    components: { securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer' } } }
  },
  transform: ({ schema, url, route }: { schema: unknown; url: string; route: { config?: { access?: string } } }) => {
    const access = route.config?.access ?? 'public'
    const stated = {
      ...(schema as object),
      'x-access': access,
      ...(access !== 'public' && { security: [{ bearer: [] }] })
    }
    return { schema: stated, url } as never
  }
}

/** The policy of the API description's pages, which allows inline styles because the library behind them needs them. */
const docsPolicy = [
  `default-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `object-src 'none'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`
].join('; ')

async function registerDocs(app: App): Promise<void> {
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () => app.swagger())
  await app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = { ...route.config, access: 'public' }
    })
    await scope.register(swaggerUi, { routePrefix: '/docs', staticCSP: docsPolicy })
  })
}
