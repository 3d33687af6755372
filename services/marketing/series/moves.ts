import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { AuditActor } from '../../platform/audit/queries.ts'
import { carriers } from '../campaigns/carriers.ts'
import { announceCampaign } from '../campaigns/moves.ts'
import type {} from '../campaigns/tables.ts'
import { lockSeries, note, skipWaiting } from './queries.ts'
import { seriesTexts } from './rules.ts'

type Move = { companyId: string; id: string; config: Config; actor: AuditActor }

const stepsOf = (trx: Trx, id: string) =>
  trx
    .selectFrom('campaigns')
    .select(['id', 'subject', 'template_id', 'content', 'step'])
    .where('series_id', '=', id)
    .where('step', 'is not', null)
    .orderBy('step')
    .execute()

/**
 * Switches a series on, with its mails as their templates stand now; one that was paused goes on with the people whom
 * it had. Throws 404, and 409 that says what the company or a step lacks.
 */
export async function switchOn(trx: Trx, { companyId, id, config, actor }: Move): Promise<void> {
  const { row, state } = await lockSeries(trx, companyId, id)
  if (state === 'on') throw new AppError('conflict', seriesTexts.notNow)
  const carrier = carriers[row.carrier]
  await carrier.check(trx, config, companyId)
  const steps = await stepsOf(trx, id)
  for (const step of steps) {
    const { subject, template_id: templateId, content: before } = step
    const content = await carrier.freeze(trx, { subject, templateId, before }).catch(error => {
      if (!(error instanceof AppError) || steps.length === 1) throw error
      throw new AppError(error.kind, `Etapa ${step.step}: ${error.message}`, { cause: error })
    })
    await trx
      .updateTable('campaigns')
      .set({
        state: 'sending',
        problem: null,
        content: JSON.stringify(content),
        prepared_at: sql<string>`now()`,
        started_at: sql<string>`now()`,
        version: sql<number>`version + 1`,
        updated_at: sql<string>`now()`
      })
      .where('id', '=', step.id)
      .execute()
    await announceCampaign(trx, companyId, step.id)
  }
  await trx
    .updateTable('mail_series')
    .set({ ...(state === 'off' && { on_since: sql<string>`now()` }), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  // After the mend the person wants to see it go at once.
  await trx
    .updateTable('campaign_lanes')
    .set({ rest_until: null, failures: 0 })
    .where('carrier', '=', row.carrier)
    .execute()
  await note(trx, 'mail_series.on', row, actor)
}

/** Sends nothing for now: pending recipients keep waiting, as long as a mail may be late. Throws 404 and 409. */
export async function pauseSeries(trx: Trx, { companyId, id, actor }: Move): Promise<void> {
  const { row, state } = await lockSeries(trx, companyId, id)
  if (state !== 'on') throw new AppError('conflict', seriesTexts.notNow)
  await stop(trx, companyId, id)
  await note(trx, 'mail_series.paused', row, actor)
}

/** Switches a series off: who is in the middle of it gets nothing more. Throws 404, and 409 where it is off. */
export async function switchOff(trx: Trx, { companyId, id, actor }: Move): Promise<void> {
  const { row, state } = await lockSeries(trx, companyId, id)
  if (state === 'off') throw new AppError('conflict', seriesTexts.notNow)
  const steps = await stop(trx, companyId, id)
  await skipWaiting(trx, companyId, steps)
  await trx
    .updateTable('mail_series')
    .set({ on_since: null, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  await note(trx, 'mail_series.off', row, actor)
}

/** Pauses the steps; returns their ids. */
async function stop(trx: Trx, companyId: string, id: string): Promise<string[]> {
  const stopped = await trx
    .updateTable('campaigns')
    .set({ state: 'paused', problem: null, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('series_id', '=', id)
    .where('step', 'is not', null)
    .returning('id')
    .execute()
  for (const step of stopped) await announceCampaign(trx, companyId, step.id)
  return stopped.map(step => step.id)
}
