import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preValidationHookHandler,
  RawServerDefault
} from 'fastify'
import type { Config } from './config.ts'
import type { Db, Trx } from './db.ts'
import { clientClosedRequest, isDisconnect } from './disconnects.ts'
import { AppError, isDatabaseUnavailable } from './errors.ts'
import type { EventHub } from './events.ts'
import { fieldName } from './fieldNames.ts'
import { dayText, refusal } from './refusals/rules.ts'
import { errorTexts } from './rules.ts'
import type { Failure } from './schema.ts'

/**
 * The callers of a route: anyone, anyone signed in, the people of a company, the provider's staff; after a colon, the
 * permission they also need. Every route declares one.
 */
export type Access = 'public' | 'session' | 'company' | 'staff' | `company:${string}` | `staff:${string}`

/** The signed-in person, as stored with the session; never taken from the request. */
export type Actor = { sessionId: string; userId: string; companyId: string | null; role: string; name: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyInstance {
    config: Config
    db: Db
    events: EventHub
    /** Portuguese names of the fields of requests, put before the reason of a refusal. */
    fieldNames: Readonly<Record<string, string>>
  }
  interface FastifyRequest {
    /** Throws 401 on a route that is not for signed-in people. */
    actor: Actor
    /** Opens the caller's own company. Throws 403 where the caller has none. */
    company<T>(work: (trx: Trx) => Promise<T>): Promise<T>
    /** The id of the caller's own company. Throws 403 where the caller has none. */
    companyId(): string
    /** The error behind a 5xx answer. */
    failure: Error | null
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Throws the same 404 for another company's path as for one that does not exist. */
export function ownCompany(request: FastifyRequest, companyId: string, message: string): string {
  const own = request.companyId()
  if (companyId !== own) throw new AppError('notFound', message)
  return own
}

/** Browsers send empty form fields; for an optional parameter, empty means absent. */
export function dropEmptyParameters(app: App): void {
  app.addHook('onRoute', route => {
    const query = route.schema?.querystring as { required?: string[] } | undefined
    if (!query) return
    const drop: preValidationHookHandler = (request, _reply, done) => {
      const params = request.query as Record<string, unknown>
      for (const name of Object.keys(params))
        if (params[name] === '' && !query.required?.includes(name)) delete params[name]
      done()
    }
    route.preValidation = [drop, ...[route.preValidation ?? []].flat()]
  })
}

/** The only place that turns an error into an answer. */
export function answerFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.send(prepareFailure(error, request, reply))
}

/** The same for routes that answer in another format: sets the status of the reply and returns the body. */
export function prepareFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): Failure {
  const failure = isDisconnect(request) ? gone : describe(error, request.server.fieldNames)
  if (failure.status >= 500) {
    request.log.error({ err: error }, 'request failed')
    request.failure = error
  }
  if (failure.retryAfter !== undefined) reply.header('Retry-After', String(failure.retryAfter))
  const body: Failure = { code: failure.code, message: failure.message, requestId: request.id }
  if (failure.errors) body.errors = failure.errors
  reply.status(failure.status).header('Cache-Control', 'no-store')
  return body
}

const gone: Description = { status: clientClosedRequest, code: 'gone', message: errorTexts.generic }

type Description = {
  status: number
  code: string
  message: string
  errors?: Record<string, string>
  retryAfter?: number
}

const away: Description = {
  status: 503,
  code: 'unavailable',
  message: 'O serviço está temporariamente indisponível. Tente novamente em alguns instantes.',
  retryAfter: 5
}

function describe(error: FastifyError | Error, names: App['fieldNames']): Description {
  if (error instanceof AppError) {
    const { status, code, message, errors, retryAfter } = error
    return { status, code, message, ...(errors && { errors }), ...(retryAfter !== undefined && { retryAfter }) }
  }
  if (isDatabaseUnavailable(error)) return away
  if ('validation' in error && error.validation) return describeValidation(error.validation, names)
  if ('code' in error && error.code === '22P05') return wrongCharacters
  if ('code' in error && error.code === '22021') return wrongCharacters
  if ('code' in error && (error.code === '22007' || error.code === '22008')) return wrongDate
  if (isGoneMeanwhile(error)) return deleted
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 400) return { status, code: 'invalid', message: 'Os dados enviados não puderam ser lidos.' }
  if (status === 414) return { status, code: 'invalid', message: 'O endereço é longo demais.' }
  if (status === 413) return { status, code: 'tooLarge', message: 'Os dados enviados são grandes demais.' }
  if (status === 415) return { status, code: 'invalid', message: 'O formato dos dados enviados não é aceito.' }
  if (status === 429) return { status, code: 'tooMany', message: error.message }
  if (status !== undefined && status >= 400 && status < 500)
    return { status, code: 'invalid', message: errorTexts.generic }
  return { status: 500, code: 'internal', message: errorTexts.generic }
}

/** True for a foreign key violation: the referenced row was deleted meanwhile. */
const isGoneMeanwhile = (error: Error): boolean =>
  'code' in error &&
  error.code === '23503' &&
  'detail' in error &&
  typeof error.detail === 'string' &&
  error.detail.includes('is not present')

const deleted: Description = {
  status: 404,
  code: 'notFound',
  message: 'Este registro foi excluído enquanto você editava.'
}

const wrongCharacters: Description = {
  status: 400,
  code: 'invalid',
  message: 'O texto enviado contém caracteres inválidos.'
}

const wrongDate: Description = { status: 400, code: 'invalid', message: dayText }

type Validation = NonNullable<FastifyError['validation']>

function describeValidation(problems: Validation, names: App['fieldNames']): Description {
  const errors: Record<string, string> = {}
  for (const problem of problems) {
    const { params, keyword, instancePath } = problem
    const missing = keyword === 'required' ? String(params.missingProperty) : ''
    const extra = keyword === 'additionalProperties' ? String(params.additionalProperty) : ''
    const field = [...instancePath.split('/').filter(Boolean), missing || extra].filter(Boolean).join('.') || 'dados'
    errors[field] ??= refusal(keyword, params)
  }
  const [field, message] = Object.entries(errors)[0] ?? ['dados', errorTexts.generic]
  const name = fieldName(names, field)
  return { status: 400, code: 'invalid', message: name ? `${name}: ${message}` : message, errors }
}
