import type { Page } from 'playwright'

export type Transfer = { requests: string[]; script: number; total: number }

/** Counts the bytes that a page fetches, compressed. */
export function watch(page: Page): Transfer {
  const transfer: Transfer = { requests: [], script: 0, total: 0 }
  page.on('request', request => {
    if (!request.url().startsWith('data:')) transfer.requests.push(request.url())
  })
  page.on('requestfinished', async request => {
    // Undefined where the page was closed before its size was known.
    const { responseBodySize = 0 } = (await request.sizes().catch(() => undefined)) ?? {}
    transfer.total += responseBodySize
    if (request.resourceType() === 'script') transfer.script += responseBodySize
  })
  return transfer
}
