import { errorTexts, httpTimeout, sessionCodes } from '../../../services/core/rules.ts'
import type { Failure } from '../../../services/core/schema.ts'
import { openSignIn } from './address.ts'
import { clearSession, storeToken, token, touch } from './session.ts'

/** A call that failed: `status` is 0 where no answer came. `message` is Portuguese and fit to be shown. */
export class HttpError extends Error {
  readonly status: number
  readonly body: Partial<Failure>
  /** True when the call was given up on for lack of time. */
  readonly timedOut: boolean

  constructor(status: number, message: string, body: Partial<Failure> = {}, timedOut = false) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.body = body
    this.timedOut = timedOut
  }
}

const lastFailureKey = 'lastFailure'

/** The number under which the server keeps the last failure that this tab met; null where it met none. */
export const lastFailure = (): string | null => sessionStorage.getItem(lastFailureKey)

const publicPaths = [
  '/public/leads',
  '/auth/login',
  '/auth/register',
  '/auth/signup',
  '/api/auth/signup',
  '/api/auth/login',
  '/public/',
  '/api/leads/public',
  '/api/companies/verify-cnpj'
]

const isPublic = (path: string, headers: Headers) =>
  publicPaths.some(start => path.startsWith(start)) || headers.get('X-Public-Endpoint') === 'true'

export type Answer<T> = { status: number; headers: Headers; json: T }

type RequestOptions = {
  method?: string
  /** Sent as JSON. */
  body?: unknown
  headers?: HeadersInit
  signal?: AbortSignal
  /** `false`: the answer never ends (an event stream), so no time limit is set. */
  timeout?: false
}

/**
 * Calls the API and reads its JSON. Public paths carry no token and no credentials; the others carry the bearer token,
 * store a successor that arrives in `x-refreshed-token`, and on 401 clear the session and go to /login (specification,
 * sections 4 and 7). Throws HttpError for everything that is not a 2xx: `message` is what this layer says of it, and
 * `body.message` what the server said.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  const response = await send(path, options)
  if (!response.ok) throw await failureOf(path, response, options.headers)
  const text = await response.text().catch(failWith('network'))
  try {
    const json = text === '' ? undefined : JSON.parse(text)
    return { status: response.status, headers: response.headers, json: json as T }
  } catch {
    throw new HttpError(response.status, errorTexts.generic)
  }
}

/**
 * The error of a refused call. Here a session ends: on 401 where the path is not public, and wherever the code is
 * SESSION_TIMEOUT, whatever the status.
 */
export async function failureOf(path: string, response: Response, headers?: HeadersInit): Promise<HttpError> {
  const { status } = response
  const body: Partial<Failure> = (await response.json().catch(() => null)) ?? {}
  const open = isPublic(path, new Headers(headers))
  if (status >= 500 && !open && body.requestId) sessionStorage.setItem(lastFailureKey, body.requestId)
  if (body.code === sessionCodes.timeout || (status === 401 && !open)) leave(body)
  if (body.code === sessionCodes.secondFactorRequired && location.pathname !== '/profile') location.assign('/profile')
  if (status === 401 && open) return new HttpError(status, errorTexts.unauthorized, body)
  return new HttpError(status, body.message ?? errorTexts.generic, body)
}

/**
 * The same call, with the answer's body left to be read as it arrives (server-sent events). The caller passes
 * an answer that is not a 2xx to `failureOf`.
 */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const headers = new Headers(options.headers)
  const open = isPublic(path, headers)
  if (options.body !== undefined) headers.set('Content-Type', 'application/json')
  // Not asked for a public call, which a page without storage (framed by another site) makes too.
  const bearer = open ? null : token()
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`)

  const timeout = options.timeout === false ? undefined : AbortSignal.timeout(httpTimeout)
  const signals = [options.signal, timeout].filter(signal => signal !== undefined)
  const response = await fetch(path, {
    method: options.method ?? 'GET',
    headers,
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    credentials: open ? 'omit' : 'same-origin',
    // Phones of 2023 cannot join signals; there the caller's goes before the time limit.
    signal: signals.length > 1 && 'any' in AbortSignal ? AbortSignal.any(signals) : signals[0]
  }).catch(error => {
    if (options.signal?.aborted) throw error
    if (timeout?.aborted) throw new HttpError(0, errorTexts.timeout, {}, true)
    return failWith('network')()
  })

  // A stream that reopens automatically is no sign of a person.
  if (!open && options.timeout !== false && token() !== null) touch()
  const successor = response.headers.get('x-refreshed-token')
  if (successor && token() !== null) storeToken(successor)
  return response
}

const failWith = (kind: 'network') => (): never => {
  throw new HttpError(0, errorTexts[kind])
}

function leave({ code, message }: Partial<Failure>): void {
  const timedOut = code === sessionCodes.timeout
  // After a long absence others may be at the screen: the unsent words must not be there.
  clearSession({ unsent: timedOut ? 'drop' : 'keep' })
  const here = location.pathname
  if (here.includes('/login') || here.includes('/leads/new')) return
  sessionStorage.setItem('returnTo', here + location.search)
  if (timedOut && message) sessionStorage.setItem('loginMessage', message)
  openSignIn()
}
