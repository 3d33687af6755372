import type { IncomingMessage, ServerResponse } from 'node:http'
import { GraphRefusal } from './errors.ts'
import { type Fields, fieldsOf } from './world.ts'

export type GraphRequest = {
  method: string
  /** Without the version. */
  path: string
  segments: string[]
  query: URLSearchParams
  headers: IncomingMessage['headers']
  raw: Buffer
  /** JSON or form fields. */
  body: Fields
  /** From the header or, as Graph also takes it, the query. */
  token: string
}

/** An answer that is not JSON, or not 200. */
export class Reply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Buffer

  constructor(status: number, headers: Record<string, string> = {}, body: string | Buffer = '') {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

export const redirect = (location: string): Reply => new Reply(302, { location })
export const page = (html: string): Reply => new Reply(200, { 'content-type': 'text/html; charset=utf-8' }, html)

const longestBody = 110 * 1024 * 1024

/** Reads a request; one whose JSON is broken has no fields, and is refused where they are needed. */
export async function readRequest(request: IncomingMessage): Promise<GraphRequest> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > longestBody) throw new GraphRefusal(100, 'The request is too large')
    chunks.push(chunk)
  }
  const raw = Buffer.concat(chunks)
  const url = new URL(request.url ?? '/', 'http://localhost')
  const path = url.pathname.replace(/^\/v\d+\.\d+(?=\/|$)/, '') || '/'
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  return {
    method: request.method ?? 'GET',
    path,
    segments: path.split('/').filter(Boolean).map(decodeSegment),
    query: url.searchParams,
    headers: request.headers,
    raw,
    body: readBody(raw, request.headers['content-type'] ?? ''),
    token: bearer ?? url.searchParams.get('access_token') ?? ''
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function readBody(raw: Buffer, type: string): Fields {
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(raw.toString()))
  if (type.startsWith('multipart/')) return {}
  try {
    return fieldsOf(JSON.parse(raw.toString()))
  } catch {
    return {}
  }
}

/** Graph takes objects and lists also as JSON in a string; `names` are the fields that may be so. */
export const unfold = (body: Fields, names: string[]): Fields => ({
  ...body,
  ...Object.fromEntries(names.filter(name => name in body).map(name => [name, unfolded(body[name])]))
})

function unfolded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The fields and the file of a multipart body. */
export async function readForm({ raw, headers }: GraphRequest): Promise<FormData> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw new GraphRefusal(100, 'The parameter file is required')
  try {
    return await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new GraphRefusal(100, 'The body is not multipart/form-data')
  }
}

export function write(response: ServerResponse, answer: unknown, status = 200): void {
  if (answer instanceof Reply) {
    response.writeHead(answer.status, answer.headers).end(answer.body)
    return
  }
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'facebook-api-version': 'v26.0' }
  response.writeHead(status, headers).end(JSON.stringify(answer))
}

/** One page of a list, by cursors as Graph gives them. */
export function paginate<T>(all: T[], query: URLSearchParams, link: string): object {
  const limit = Math.min(Math.max(Number(query.get('limit')) || 25, 1), 100)
  const after = query.get('after')
  const start = after ? indexOf(after) + 1 : Math.max(0, (before(query) ?? limit) - limit)
  const data = all.slice(start, start + limit)
  if (data.length === 0) return { data }
  const next = new URL(link)
  for (const [name, value] of query)
    if (name !== 'before' && name !== 'access_token') next.searchParams.set(name, value)
  next.searchParams.set('after', cursor(start + data.length - 1))
  return {
    data,
    paging: {
      cursors: { before: cursor(start), after: cursor(start + data.length - 1) },
      ...(start + data.length < all.length && { next: String(next) })
    }
  }
}

const cursor = (index: number): string => Buffer.from(`at:${index}`).toString('base64url')

function indexOf(text: string): number {
  const index = /^at:(\d+)$/.exec(Buffer.from(text, 'base64url').toString())?.[1]
  if (index === undefined) throw new GraphRefusal(100, 'Invalid cursor')
  return Number(index)
}

function before(query: URLSearchParams): number | undefined {
  const text = query.get('before')
  return text ? indexOf(text) : undefined
}
