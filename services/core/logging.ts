import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import pino, { type Logger, type LoggerOptions } from 'pino'
import type { Config } from './config.ts'

/** An id that a person can read out: 12 hexadecimal characters. Never taken from a header. */
export const newRequestId = (): string => randomBytes(6).toString('hex')

/**
 * Logs method, route, status, time and ids; no bodies, no tokens, no query strings, no addresses of people. The paths
 * are those of the route, so that an id in a path is not a person's trail either.
 */
export function loggerOptions({ log }: Pick<Config, 'log'>, name: string): LoggerOptions {
  return {
    name,
    level: log.level,
    redact: {
      paths: [
        '*.password',
        '*.token',
        '*.email',
        '*.phone',
        '*.apiKey',
        '*.authorization',
        'req.headers',
        'err.parameters',
        'err.detail',
        'err.where'
      ],
      remove: true
    },
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url ?? 'unknown' }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: pino.stdSerializers.err
    },
    ...(log.pretty && {
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true }
      }
    })
  }
}

export const createLogger = (config: Pick<Config, 'log'>, name: string): Logger => pino(loggerOptions(config, name))
