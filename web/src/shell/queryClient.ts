import { QueryClient } from '@tanstack/react-query'
import { HttpError } from '../core/http.ts'
import { sessionEnded } from '../core/session.ts'

/** Three retries, except where the server has understood the question and refused it, or cannot hear it at all. */
export const retry = (failures: number, error: unknown): boolean =>
  failures < 3 && navigator.onLine && !(error instanceof HttpError && error.status >= 400 && error.status < 500)

/** Offline, a screen is to say so at once and not wait unseen; it is read again when the connection is back. */
const queries = { retry, gcTime: 5 * 60_000, networkMode: 'always', refetchOnReconnect: true } as const

/** Keeps answers for as long as the session lasts. */
export function newQueryClient(): QueryClient {
  // Offline, a change must fail at once and be taken back, not wait unseen for a connection that may never come.
  const client = new QueryClient({ defaultOptions: { queries, mutations: { networkMode: 'always' } } })
  addEventListener(sessionEnded, () => client.clear())
  return client
}

export const queryClient = newQueryClient()
