import { ForbiddenAddressError, safeFetch } from '../../../core/outside.ts'
import { longestFile } from '../../conversations/rules.ts'
import { graphTimeout } from './graph.ts'

/** The bytes at an address that Meta named; undefined where there are none. `server`: the one that is configured. */
export async function openAddress(
  address: string | undefined,
  server: string,
  headers: Record<string, string> = {}
): Promise<AsyncIterable<Uint8Array> | undefined> {
  if (!address || !URL.canParse(address)) return undefined
  // Only the configured server may be within the network.
  const trusted = new URL(address).origin === new URL(server).origin
  try {
    const response = await safeFetch({ trusted, maxBytes: longestFile })(address, {
      headers,
      signal: AbortSignal.timeout(4 * graphTimeout)
    })
    const { status, body } = response
    if (status === 200 && body) return body as unknown as AsyncIterable<Uint8Array>
    await body?.cancel()
    if (status >= 500) throw new Error(`The file was answered with ${status}`)
    return undefined
  } catch (error) {
    if (error instanceof ForbiddenAddressError) return undefined
    throw error
  }
}
