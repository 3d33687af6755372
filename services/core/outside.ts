import { lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ReadableStream } from 'node:stream/web'

/** Thrown before anything is sent to an address that must not be called. */
export class ForbiddenAddressError extends Error {}

/** Thrown where an answer is longer than anybody's; what came before was passed on. */
export class AnswerTooLongError extends Error {}

/** Link-local addresses, where clouds tell machines their secrets, and what names no single machine: never called. */
const never = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['224.0.0.0', 3]
] as const)
  never.addSubnet(network, bits)
for (const [network, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128]
] as const)
  never.addSubnet(network, bits, 'ipv6')

/** Addresses inside somebody's own network (RFC 1918, 4193, 6598), this machine's included. */
const inside = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15]
] as const)
  inside.addSubnet(network, bits)
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['64:ff9b::', 96]
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Whether an IP address may be called; those of an internal network only where it was configured. */
export function mayCall(address: string, trusted: boolean): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return !never.check(address, family) && (trusted || !inside.check(address, family))
}

type Options = {
  /** The address was chosen by who runs the installation, so it may be an internal one. */
  trusted: boolean
  /** Bytes of an answer; what is beyond is not read. */
  maxBytes: number
}

/**
 * A `fetch` for addresses that people enter: it follows no redirect, reads no more than it must, and connects to the very
 * address that it looked up and checked.
 */
export function outsideFetch({ trusted, maxBytes }: Options): typeof fetch {
  const checkedLookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) callback(error, '', 0)
      else if (!first || addresses.some(({ address }) => !mayCall(address, trusted)))
        callback(new ForbiddenAddressError(`${hostname} is an address that is not called`), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !mayCall(host, trusted))
      throw new ForbiddenAddressError(`${host} is an address that is not called`)
    const { method = 'GET', headers, body, signal } = init
    if (body !== undefined && body !== null && typeof body !== 'string') throw new Error('Only texts are sent')
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).request(url, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        lookup: checkedLookup,
        ...(signal && { signal })
      })
      request.on('response', resolve).on('error', reject)
      request.end(body ?? undefined)
    })
    const known = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]]
    )
    const status = answer.statusCode ?? 0
    const empty = status === 204 || status === 304
    if (empty) answer.resume()
    return new Response(empty ? null : (ReadableStream.from(readAtMost(answer, maxBytes)) as BodyInit), {
      status,
      headers: known
    })
  }
}

async function* readAtMost(answer: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      answer.destroy()
      throw new AnswerTooLongError(`The answer has more than ${maxBytes} bytes`)
    }
    yield chunk
  }
}
