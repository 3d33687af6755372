import type { Logger } from 'pino'
import type { Db } from '../services/core/db.ts'
import { scorePortion, scoreSome } from '../services/scores/queries.ts'

/** Scores what has no score of today, a portion at a time so that nobody waits for the leads. */
export async function scoreAll(db: Db): Promise<void> {
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
