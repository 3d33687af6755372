import { eachAlone } from '../../core/alone.ts'
import type { Db } from '../../core/db.ts'
import { isRefused } from '../../core/errors.ts'
import type { Schedule } from '../../core/features.ts'
import { type Handler, on } from '../../core/handlers.ts'
import { publish } from '../../core/jobs.ts'
import { campaignAnswers } from './answers.ts'
import { answerToPass, campaignsDue, campaignToPrepare, messageRefused } from './jobs.ts'
import { mailUnsubscribes } from './mailUnsubscribe.ts'
import { backToDraft, beginScheduled, findScheduled, prepareNow } from './moves.ts'
import { passOn } from './passOn.ts'
import { noteRefusal } from './refused.ts'
import { campaignReports } from './reports.ts'
import { type CarrierKind, campaignTexts } from './rules.ts'
import { findLanes, sendDue } from './sending.ts'
import { decideTests } from './subjects.ts'

/** Each waits for a server most of the time. */
const lanesAtOnce = 20

export const handlers: readonly Handler[] = [
  on(campaignToPrepare, async ({ companyId, campaignId }, { db, config, last }) => {
    try {
      await prepareNow(db, config, companyId, campaignId)
    } catch (error) {
      if (last && !isRefused(error))
        await db.company(companyId, trx => backToDraft(trx, campaignId, campaignTexts.fault))
      throw error
    }
  }),
  on(campaignsDue, ({ companyId, carrier }, parts) => sendDue(parts, companyId, carrier as CarrierKind), {
    concurrency: lanesAtOnce
  }),
  on(messageRefused, (refused, { db, config }) => noteRefusal({ db, config }, refused)),
  on(answerToPass, async (passed, { db, config, log, last }) => {
    const state = await passOn({ db, config }, passed, last)
    log.info({ ...passed, state }, 'answer passed on')
  })
]

export const schedules: readonly Schedule[] = [
  {
    name: 'campaigns-due',
    label: 'Campanhas que esperam para ser enviadas',
    every: 5000,
    run: ({ db }) => beginDue(db)
  },
  {
    name: 'campaign-tests',
    label: 'Testes de assunto que terminaram',
    every: 5000,
    run: ({ db }) => decideTests(db)
  }
]

/** Continues the campaigns that are being sent, and begins those whose time has come, one by one. */
export async function beginDue(db: Db): Promise<void> {
  // First, because a campaign that cannot begin fails the run.
  const lanes = await findLanes(db)
  await db.everyCompany(async trx => {
    for (const lane of lanes) await publish(trx, campaignsDue, lane)
  })
  await eachAlone(
    await db.everyCompany(findScheduled),
    ({ companyId }) => `company ${companyId}`,
    ({ companyId, id }) => db.company(companyId, trx => beginScheduled(trx, companyId, id))
  )
}

export const mailClaims = [campaignReports, mailUnsubscribes, campaignAnswers]
