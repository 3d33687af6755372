import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../services/core/db.ts'
import { learningPortion, learnSome, scorePortion, scoreSome } from '../services/scores/queries.ts'

/**
 * Learns what is a day old, then scores what has no score of today, in portions so that nobody waits for the leads. It
 * rests as long as it works, since who sends a lead at that moment matters more.
 */
export async function scoreAll(db: Db): Promise<void> {
  while ((await db.everyCompany(learnSome)) === learningPortion);
  for (;;) {
    const began = performance.now()
    if ((await db.everyCompany(scoreSome)) < scorePortion) return
    await sleep(performance.now() - began)
  }
}

const interval = 15_000

/** Looks again and again for leads to be scored; any number of workers may. Returns the way to stop. */
export function startScoring(db: Db, log: Logger): () => void {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    scoreAll(db)
      .catch(error => log.warn({ err: error }, 'leads not scored'))
      .finally(() => (busy = false))
  }, interval)
  return () => clearInterval(timer)
}
