import { QueryClient } from '@tanstack/react-query'
import { HttpError } from '../core/http.ts'

/** Three retries, except where the server has understood the question and refused it. */
export const retry = (failures: number, error: unknown): boolean =>
  failures < 3 && !(error instanceof HttpError && error.status >= 400 && error.status < 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, gcTime: 5 * 60_000 },
    // Offline, a change must fail at once and be taken back, not wait unseen for a connection that may never come.
    mutations: { networkMode: 'always' }
  }
})
