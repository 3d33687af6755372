import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../core/db.ts'
import type { Schedule } from '../core/features.ts'
import { learningPortion, learnSome, scorePortion, scoreSome } from './queries.ts'

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

export const schedules: readonly Schedule[] = [{ name: 'scores', every: 15_000, run: ({ db }) => scoreAll(db) }]
