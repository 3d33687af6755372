import type { Config } from '../core/config.ts'
import { ForbiddenAddressError, safeFetch } from '../core/outside.ts'
import { failureText, type GraphFailure } from './graphErrors.ts'
import type { ChannelKind } from './rules.ts'

/** The Graph API said no, with one of its codes. */
export class GraphError extends Error {
  readonly failure: GraphFailure

  constructor(failure: GraphFailure) {
    super(`Graph API error ${failure.code}: ${failure.details ?? ''}`)
    this.failure = failure
  }

  /** In Portuguese, with what to do. */
  get text(): string {
    return failureText(this.failure)
  }
}

/** The Graph API did not answer, or not in its own words. `sent`: whether what was asked may have happened. */
export class GraphUnreachableError extends Error {
  readonly sent: boolean

  constructor(message: string, sent: boolean, cause?: unknown) {
    super(message, { cause })
    this.sent = sent
  }

  get text(): string {
    return 'A Meta não respondeu. Tente de novo em alguns minutos.'
  }
}

/** Milliseconds for an answer. */
export const graphTimeout = 15_000
const longestAnswer = 1024 * 1024

const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID'
])

export type GraphCall = {
  kind: ChannelKind
  token: string
  method?: 'GET' | 'POST' | 'DELETE'
  /** After the version, without a leading slash. */
  path: string
  query?: Record<string, string>
  body?: Record<string, unknown>
  timeout?: number
}

/**
 * Calls the Graph API of a channel and returns its answer. Throws a GraphError for its refusals, and a
 * GraphUnreachableError where there is no answer that can be read.
 */
export async function callGraph({ meta }: Pick<Config, 'meta'>, call: GraphCall): Promise<Record<string, unknown>> {
  const { kind, token, method = 'GET', path, query = {}, body, timeout = graphTimeout } = call
  const base = kind === 'whatsapp' ? meta.graphUrl : meta.instagramUrl
  const url = new URL(`${base}/${meta.graphVersion}/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const request: RequestInit = {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(timeout),
    ...(body && { body: JSON.stringify(body) })
  }
  // The operator of the installation chose the address.
  const fetchGraph = safeFetch({ trusted: true, maxBytes: longestAnswer })
  let status: number
  let answer: unknown
  try {
    const response = await fetchGraph(url, request)
    status = response.status
    const text = await response.text()
    answer = parse(text)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const sent = !notSent.has(code) && !(error instanceof ForbiddenAddressError)
    throw new GraphUnreachableError(`The Graph API could not be reached (${code || error})`, sent, error)
  }
  const failure = readFailure(status, answer)
  if (failure) throw new GraphError(failure)
  if (status >= 300 || typeof answer !== 'object' || answer === null)
    throw new GraphUnreachableError(`The Graph API answered ${status} in another form`, true)
  return answer as Record<string, unknown>
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readFailure(status: number, answer: unknown): GraphFailure | undefined {
  const error = (answer as { error?: Record<string, unknown> } | null | undefined)?.error
  if (typeof error !== 'object' || error === null || !Number.isInteger(error.code)) return undefined
  const details = (error.error_data as { details?: unknown } | undefined)?.details ?? error.message
  return { code: Number(error.code), status, details: typeof details === 'string' ? details.slice(0, 500) : null }
}
