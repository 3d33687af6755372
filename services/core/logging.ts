import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import pino, { type Logger, type LoggerOptions } from 'pino'
import type { Config } from './config.ts'
import { withoutAddresses } from './text.ts'

const processPart = randomBytes(4).toString('hex')
let requests = 0

/** An id that a person can read out: the process, and which of its requests. Never taken from a header. */
export const newRequestId = (): string => `${processPart}-${(++requests).toString(36)}`

/**
 * Logs method, route, status, time and ids; no bodies, no tokens, no query strings, no addresses of people. The paths
 * are those of the route, so that an id in a path is not a person's trail either.
 */
export function loggerOptions({ log }: Pick<Config, 'log'>, name: string): LoggerOptions {
  return {
    name,
    level: log.level,
    redact: {
      paths: ['*.password', '*.token', '*.email', '*.phone', '*.apiKey', '*.authorization'],
      remove: true
    },
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url ?? 'unknown' }),
      err: describeError
    },
    ...(log.pretty && {
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true }
      }
    })
  }
}

/** Nothing but what tells the fault: the database driver hangs rows, parameters and whole connections on its errors. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    code,
    stack: withoutAddresses(error.stack ?? '')
  }
}

/**
 * Standard output, written without waiting and many lines together: a write for each line would be a tenth of what a
 * request costs. What waits is written when the process ends; only one that is killed loses its last moment.
 */
export const logStream = () => pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 100 })

export const createLogger = (config: Pick<Config, 'log'>, name: string): Logger => pino(loggerOptions(config, name))
