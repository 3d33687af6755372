import { on } from '../../core/handlers.ts'
import { publish } from '../../core/jobs.ts'
import { countAnswers } from './answers.ts'
import { optionsAdded } from './jobs.ts'

/**
 * Again and again while somebody is storing leads of the company without an end; until then the list reads the answers.
 */
const countOlderAnswers = on(optionsAdded, async ({ companyId }, { db }) => {
  if (!(await countAnswers(db, companyId)))
    await db.company(companyId, trx => publish(trx, optionsAdded, { companyId }))
})

export const handlers = [countOlderAnswers]
