import { lookup } from 'node:dns'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import ipaddr from 'ipaddr.js'

/** Thrown before anything is sent to an address that must not be called. */
export class ForbiddenAddressError extends Error {}

/** Thrown where a response exceeds the limit; what came before was passed on. */
export class AnswerTooLongError extends Error {}

/** Metadata endpoints of cloud providers outside the link-local range; never called. */
const metadata = ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'].map(address =>
  ipaddr.parse(address).toNormalizedString()
)

/** Ranges that name no single machine, and link-local, where most metadata endpoints are. */
const never = ['unspecified', 'linkLocal', 'multicast', 'broadcast']

/** The only IPv6 range of public addresses; the library calls others unicast too, but they are unassigned. */
const global = ipaddr.IPv6.parseCIDR('2000::/3')

/** The IPv4 address behind an IPv6 one: translation or a tunnel. */
function embedded(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray()
  const range = address.range()
  const ipv4 = (four: number[]) => new ipaddr.IPv4(four)
  if (range === '6to4') return ipv4(bytes.slice(2, 6))
  if (range === 'teredo') return ipv4(bytes.slice(12).map(byte => byte ^ 0xff))
  const compatible = bytes.slice(0, 12).every(byte => byte === 0) && range === 'unicast'
  return compatible || range === 'rfc6052' || range === 'rfc6145' ? ipv4(bytes.slice(12)) : null
}

/** The library reads ::7f00:1 and ::127.0.0.1 as different addresses, so both are normalised first. */
function read(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  if (isIP(address) !== 6) return ipaddr.parse(address)
  return ipaddr.process(new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1))
}

/**
 * True where an IP address may be called: a public one, or an internal one where the address was configured. An address
 * that embeds an IPv4 one must pass for both.
 */
export function mayCall(address: string, trusted: boolean): boolean {
  return isIP(address) !== 0 && allowed(read(address), trusted)
}

function allowed(address: ipaddr.IPv4 | ipaddr.IPv6, trusted: boolean): boolean {
  const inner = address instanceof ipaddr.IPv6 ? embedded(address) : null
  if (metadata.includes(address.toNormalizedString()) || (inner && !allowed(inner, trusted))) return false
  if (trusted) return !never.includes(address.range())
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(global))
}

/**
 * Resolves names for a connection, which then goes to the very IP address that was checked, so DNS cannot change in
 * between. A name fails where any of its addresses must not be called. IP addresses are not resolved: `refuseForbidden`
 * checks them.
 */
export const checkedLookup =
  (trusted: boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) callback(error, '', 0)
      else if (!first || addresses.some(({ address }) => !mayCall(address, trusted)))
        callback(new ForbiddenAddressError(`${hostname} is an address that is not called`), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

/** Throws where the host is an IP address that must not be called. */
export function refuseForbidden(host: string, trusted: boolean): void {
  if (isIP(host) && !mayCall(host, trusted)) throw new ForbiddenAddressError(`${host} is an address that is not called`)
}

type Options = {
  /** Whether the operator of the installation chose the address; then it may be internal. */
  trusted: boolean
  /** Bytes of a response; the rest is not read. */
  maxBytes: number
}

/**
 * A `fetch` for addresses that people enter. It follows no redirects, stops at `maxBytes`, and connects to the very IP
 * address that it resolved and checked, so DNS cannot change in between.
 */
export function safeFetch({ trusted, maxBytes }: Options): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!/^https?:$/.test(url.protocol)) throw new ForbiddenAddressError(`${url.protocol} is not called`)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    refuseForbidden(host, trusted)
    const { method = 'GET', headers, body, signal } = init
    const bytes = body instanceof ReadableStream ? Readable.fromWeb(body) : null
    if (body && typeof body !== 'string' && !bytes) throw new Error('Only texts and streams of bytes are sent')
    signal?.throwIfAborted()
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).request(url, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        lookup: checkedLookup(trusted)
      })
      request.on('socket', guard).on('response', resolve).on('error', reject)
      // Node hands over the connection of a switched protocol and drops it from the request.
      request.on('upgrade', (_answer, socket) => {
        socket.destroy()
        reject(new Error('The server switched to another protocol'))
      })
      // Node gives the body of a DELETE no length, and the server would take it for none.
      if (typeof body === 'string') request.setHeader('content-length', Buffer.byteLength(body))
      if (signal) endWith(request, signal)
      if (bytes) pipeline(bytes, request).catch(reject)
      else request.end(body ?? undefined)
    })
    const responseHeaders = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]]
    )
    const status = answer.statusCode ?? 0
    const empty = status === 204 || status === 304
    if (empty) answer.resume()
    return new Response(empty ? null : (bodyOf(answer, maxBytes) as BodyInit), {
      status,
      headers: responseHeaders
    })
  }
}

const ignore = () => {}

/** A socket between two requests, or one that is destroyed after its response, has no other listener of errors. */
function guard(socket: Socket): void {
  if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore)
}

/**
 * Ends a call when the signal says so, until its response has ended. Given to `http.request`, a signal would destroy
 * the connection even after that, when the next call may have it.
 */
function endWith(request: ClientRequest, signal: AbortSignal): void {
  let answer: IncomingMessage | undefined
  const end = () => (answer ?? request).destroy(signal.reason)
  const forget = () => signal.removeEventListener('abort', end)
  signal.addEventListener('abort', end, { once: true })
  request.once('close', forget).once('response', response => {
    // The reader of the response gets the error as well.
    answer = response.on('error', ignore).once('end', forget)
  })
}

function bodyOf(answer: IncomingMessage, maxBytes: number): ReadableStream<Uint8Array> {
  const parts = readAtMost(answer, maxBytes)
  return new ReadableStream(
    {
      pull: async controller => {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      // Returning a generator that has not begun would leave the connection open.
      cancel: () => void answer.destroy()
    },
    { highWaterMark: 0 }
  )
}

async function* readAtMost(answer: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  const refuse = () => {
    answer.destroy()
    throw new AnswerTooLongError(`The answer has more than ${maxBytes} bytes`)
  }
  // One that says so is not read at all.
  if (Number(answer.headers['content-length']) > maxBytes) refuse()
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) refuse()
    yield chunk
  }
}
