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
    .select(['id', 'carrier', 'subject', 'template_id', 'template_values', 'content', 'step'])
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
  const steps = await stepsOf(trx, id)
  const used = [...new Set(steps.map(step => step.carrier))]
  for (const carrier of used) await carriers[carrier].check(trx, config, companyId)
  for (const step of steps) {
    const { subject, template_id: templateId, template_values: values } = step
    const carrier = carriers[step.carrier]
    // Switching it on again takes the templates as they stand.
    const before = carrier.asksAgain ? undefined : step.content
    const content = await carrier.freeze(trx, { subject, templateId, values, before }).catch(error => {
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
    .set({ rest_until: null, rest_reason: null, failures: 0 })
    .where('carrier', 'in', used)
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
