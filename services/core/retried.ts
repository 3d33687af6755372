import { setTimeout as pass } from 'node:timers/promises'

/** Attempts, and milliseconds between them. Each also waits for a connection. */
const [attempts, pause] = [8, 1000]

/**
 * Stores what came of something outside, as a mail that a server took: where it was forgotten, it would be done, or
 * paid for, once more. Tries again whatever the failure, for at least 7 s; throws the last one. The work must bear
 * being done twice.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts) throw error
      await pass(pause)
    }
}
