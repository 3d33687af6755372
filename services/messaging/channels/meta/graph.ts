import { randomUUID } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import type { Config } from '../../../core/config.ts'
import { ForbiddenAddressError, safeFetch } from '../../../core/outside.ts'
import { cut } from '../../../core/rules.ts'
import type { ChannelFile, Connection } from '../adapter.ts'
import { RefusedError, UnreachableError } from '../errors.ts'
import { tokenOf } from '../queries.ts'
import { type GraphFailure, remedyOf } from './graphErrors.ts'

/** The Graph API said no, with one of its codes. */
export class GraphError extends RefusedError {
  readonly failure: GraphFailure

  constructor(failure: GraphFailure) {
    super(`Graph API error ${failure.code}: ${failure.details ?? ''}`, { code: failure.code, ...remedyOf(failure) })
    this.failure = failure
  }
}

/** The Graph API did not answer, or not in its own words. */
export class GraphUnreachableError extends UnreachableError {
  constructor(message: string, sent: boolean, cause?: unknown) {
    super(message, { sent, text: 'A Meta não respondeu. Tente de novo em alguns minutos.', cause })
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
  /** The server that the kind of channel has. */
  server: string
  token: string
  method?: 'GET' | 'POST' | 'DELETE'
  /** After the version, without a leading slash. */
  path: string
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** A file to be uploaded with the fields of its form, instead of a body. */
  file?: ChannelFile & { fields: Record<string, string> }
  timeout?: number
}

/**
 * Calls the Graph API of a channel and returns its answer. Throws a GraphError for its refusals, and a
 * GraphUnreachableError where there is no answer that can be read.
 */
export async function callGraph({ meta }: Pick<Config, 'meta'>, call: GraphCall): Promise<Record<string, unknown>> {
  const { server, token, method = 'GET', path, query = {}, body, file, timeout = graphTimeout } = call
  const url = new URL(`${server}/${meta.graphVersion}/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const sent = file ? asForm(file) : body && { type: 'application/json', body: JSON.stringify(body), length: undefined }
  const request: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(sent && { 'content-type': sent.type }),
      ...(sent?.length && { 'content-length': String(sent.length) })
    },
    signal: AbortSignal.timeout(timeout),
    ...(sent && { body: sent.body })
  }
  return askMeta(url, request)
}

/** Calls the Graph API with the token of a channel. One without a token is refused as Meta refuses one that is gone. */
export async function callAs(
  server: string,
  { config, channel }: Connection,
  call: Omit<GraphCall, 'server' | 'token'>
): Promise<Record<string, unknown>> {
  const token = tokenOf(config, channel)
  if (token === null) throw new GraphError({ code: 190, status: 401, details: null })
  return callGraph(config, { ...call, server, token })
}

/**
 * Calls one of the addresses of Instagram Login, which take forms and carry their token in them. Fails as `callGraph`
 * does.
 */
export function callLogin(call: { method: 'GET' | 'POST'; url: string; form: Record<string, string> }) {
  const url = new URL(call.url)
  const form = new URLSearchParams(call.form)
  if (call.method === 'GET') url.search = String(form)
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return askMeta(url, {
    method: call.method,
    signal: AbortSignal.timeout(graphTimeout),
    ...(call.method === 'POST' && { headers: type, body: String(form) })
  })
}

async function askMeta(url: URL, request: RequestInit): Promise<Record<string, unknown>> {
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
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
    const maybeDone = !notSent.has(code) && !(error instanceof ForbiddenAddressError)
    throw new GraphUnreachableError(`The Graph API could not be reached (${code || error})`, maybeDone, error)
  }
  const failure = readFailure(status, answer)
  if (failure) throw new GraphError(failure)
  if (status >= 300 || typeof answer !== 'object' || answer === null)
    throw new GraphUnreachableError(`The Graph API answered ${status} in another form`, true)
  return answer as Record<string, unknown>
}

/** A file as multipart/form-data (RFC 7578), read while it is sent. */
function asForm({ name, type, size, bytes, fields }: NonNullable<GraphCall['file']>): {
  type: string
  length: number
  body: BodyInit
} {
  const boundary = `prosa-${randomUUID()}`
  const fileName = name.replace(/["\r\n]/g, letter => encodeURIComponent(letter))
  const field = (about: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n\r\n${value}\r\n`
  const before = Buffer.from(
    Object.entries(fields)
      .map(([key, value]) => field(`name="${key}"`, value))
      .join('') + field(`name="file"; filename="${fileName}"\r\nContent-Type: ${type}`, '').slice(0, -2)
  )
  const after = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* all(): AsyncGenerator<Uint8Array> {
    yield before
    yield* bytes
    yield after
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: before.length + size + after.length,
    body: ReadableStream.from(all()) as BodyInit
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An error of the Graph API, or as Instagram Login writes it: `{ error_type, code, error_message }`. */
function readFailure(status: number, answer: unknown): GraphFailure | undefined {
  const body = answer as Record<string, unknown> | null | undefined
  const error = (body?.error_type === undefined ? body?.error : body) as Record<string, unknown> | null | undefined
  if (typeof error !== 'object' || error === null || !Number.isInteger(error.code)) return undefined
  const details =
    (error.error_data as { details?: unknown } | undefined)?.details ?? error.message ?? error.error_message
  const subcode = Number(error.error_subcode)
  return {
    code: Number(error.code),
    status,
    details: typeof details === 'string' ? cut(details, 500) : null,
    ...(Number.isInteger(subcode) && subcode > 0 && { subcode })
  }
}
