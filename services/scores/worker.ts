import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../core/db.ts'
import type { Schedule } from '../core/features.ts'
import { learningPortion, learnSome, scorePortion, scoreSome } from './queries.ts'

/**
 * Updates models that are a day old, then scores leads without a score of today, in portions. It pauses as long as it
 * works, to leave the database to arriving leads.
 */
export async function scoreAll(db: Db): Promise<void> {
  while ((await db.everyCompany(learnSome)) === learningPortion);
  for (;;) {
    const began = performance.now()
    if ((await db.everyCompany(scoreSome)) < scorePortion) return
    await sleep(performance.now() - began)
  }
}

export const schedules: readonly Schedule[] = [
  { name: 'scores', label: 'Pontuar leads', every: 15_000, run: ({ db }) => scoreAll(db) }
]
