import type { Db } from '../core/db.ts'
import type { Schedule } from '../core/features.ts'
import { learningPortion, learnSome, scorePortion, scoreSome } from './queries.ts'

/** Learns what is a day old, then scores what has no score of today, in portions so that nobody waits for the leads. */
export async function scoreAll(db: Db): Promise<void> {
  while ((await db.everyCompany(learnSome)) === learningPortion);
  let scored = scorePortion
  while (scored === scorePortion) scored = await db.everyCompany(scoreSome)
}

export const schedules: readonly Schedule[] = [{ name: 'scores', every: 15_000, run: ({ db }) => scoreAll(db) }]
