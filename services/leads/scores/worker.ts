import { setTimeout as sleep } from 'node:timers/promises'
import { eachAlone, forEachCompany } from '../../core/alone.ts'
import type { Db } from '../../core/db.ts'
import type { Schedule } from '../../core/features.ts'
import { companiesToLearn, companiesToScore, learnAgain, scorePortion, scoreSome } from './queries.ts'

/** Updates models that are a day old, then scores leads without a score of today. */
export const scoreAll = (db: Db): Promise<void> =>
  eachAlone(
    [learnAll, scoreLeads],
    ({ name }) => name,
    step => step(db)
  )

async function learnAll(db: Db): Promise<void> {
  await forEachCompany(await db.everyCompany(companiesToLearn), id => db.everyCompany(trx => learnAgain(trx, id)))
}

async function scoreLeads(db: Db): Promise<void> {
  try {
    await scoreInPortions(db)
  } catch {
    // Leads of one company may keep those of the others from their scores.
    await forEachCompany(await db.everyCompany(companiesToScore), id => scoreInPortions(db, id))
  }
}

/** It pauses as long as it works, to leave the database to arriving leads. */
async function scoreInPortions(db: Db, companyId?: string): Promise<void> {
  for (;;) {
    const began = performance.now()
    if ((await db.everyCompany(trx => scoreSome(trx, companyId))) < scorePortion) return
    await sleep(performance.now() - began)
  }
}

export const schedules: readonly Schedule[] = [
  { name: 'scores', label: 'Pontuar leads', every: 15_000, run: ({ db }) => scoreAll(db) }
]
