import { errorTexts } from './rules.ts'

const statuses = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  mismatch: 422,
  tooMany: 429,
  unavailable: 503,
  timeout: 504
} as const

export type ErrorKind = keyof typeof statuses

type Details = {
  /** Field name to message. */
  errors?: Record<string, string>
  /** A code for clients that must distinguish this error from others of its kind (`SESSION_TIMEOUT`). */
  code?: string
  /** Seconds after which another attempt makes sense. */
  retryAfter?: number
  cause?: unknown
}

/** An expected failure. Its message is Portuguese and is shown to the person. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly errors: Record<string, string> | undefined
  readonly retryAfter: number | undefined

  constructor(kind: ErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.kind = kind
    this.code = details.code ?? kind
    this.errors = details.errors
    this.retryAfter = details.retryAfter
  }

  get status(): number {
    return statuses[this.kind]
  }
}

/** Data of the request that cannot be accepted; `errors` says why for each field, and the first one is the message. */
export function invalid(errors: Record<string, string>): AppError {
  return new AppError('invalid', Object.values(errors)[0] ?? errorTexts.generic, { errors })
}

/**
 * True for a problem that somebody must solve; false for a fault of ours, and where the machine is too busy to know.
 */
export const isRefused = (error: unknown): error is AppError =>
  error instanceof AppError && error.kind !== 'unavailable'

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND'
])

/**
 * True where the database could not be reached or gave up, so that trying again later makes sense: connection errors,
 * SQLSTATE classes 08 (connection), 53 (resources) and 57 (operator intervention), and the driver's own time-outs.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    connectionCodes.has(code) ||
    /^(08|53|57)/.test(code) ||
    /connection terminated|connection timeout|timeout exceeded when trying to connect|query read timeout|not queryable/i.test(
      error.message
    )
  )
}

/**
 * True where the database refused what it was given, and would again: SQLSTATE classes 21 to 23 (data and constraints),
 * 42 (a statement that cannot run) and P0 (raised by a function).
 */
export const isOfTheData = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(2[123]|42|P0)/.test(String(error.code))
