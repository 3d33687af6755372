import { NotYet } from './queues.ts'

/** Milliseconds until a job that found no turn comes again: for each that waits already, and at most. */
const [perWaiting, longest] = [500, 60_000]

/**
 * Lets a process do at most `limit` of a company's jobs at a time, so that one whose every job waits for a slow server
 * leaves room for the others. A job beyond them comes again later (`NotYet`), which is no attempt.
 */
export function companyTurns(limit: number) {
  const running = new Map<string, number>()
  const waiting = new Map<string, { count: number; until: number }>()

  const later = (companyId: string): number => {
    const before = waiting.get(companyId)
    const count = before && before.until > Date.now() ? before.count + 1 : 1
    const wait = Math.min(longest, perWaiting * count)
    waiting.set(companyId, { count, until: Date.now() + wait })
    return wait
  }

  return async <T>(companyId: string, work: () => Promise<T>): Promise<T> => {
    const now = running.get(companyId) ?? 0
    if (now >= limit) throw new NotYet(later(companyId))
    running.set(companyId, now + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(companyId) ?? 1) - 1
      if (left > 0) running.set(companyId, left)
      else {
        running.delete(companyId)
        waiting.delete(companyId)
      }
    }
  }
}
