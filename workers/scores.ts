import type { Logger } from 'pino'
import type { Db } from '../services/core/db.ts'
import { learningPortion, learnSome, scorePortion, scoreSome } from '../services/scores/queries.ts'

/** Learns what is a day old, then scores what has no score of today, in portions so that nobody waits for the leads. */
export async function scoreAll(db: Db): Promise<void> {
  while ((await db.everyCompany(learnSome)) === learningPortion);
  let scored = scorePortion
  while (scored === scorePortion) scored = await db.everyCompany(scoreSome)
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
