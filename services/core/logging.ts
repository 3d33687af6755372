import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import pino, { type Logger, type LoggerOptions } from 'pino'
import type { Config } from './config.ts'
import { withoutAddresses } from './text.ts'

const processPart = randomBytes(4).toString('hex')
let requests = 0

/** A request id that a person can read out: the process and its running number. Never taken from a header. */
export const newRequestId = (): string => `${processPart}-${(++requests).toString(36)}`

/**
 * Logs method, route, status, time and ids; no bodies, tokens, query strings or addresses. Paths are those of the
 * routes, without their ids, so that the log is no trail of a person.
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

/**
 * Keeps only what describes the fault: the database driver attaches rows, parameters and whole connections to its
 * errors.
 */
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
 * Writes to standard output asynchronously and in blocks: a write for each line costs a tenth of a request. The rest is
 * flushed when the process ends; only a killed process loses its last lines.
 */
export const logStream = () => pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 100 })

export const createLogger = (config: Pick<Config, 'log'>, name: string): Logger => pino(loggerOptions(config, name))
