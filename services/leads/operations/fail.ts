import { sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { OperationState } from '../leads/rules.ts'
import { undoDays } from './rules.ts'

/** The message for a failure that people can do nothing about. */
const fault = 'Não foi possível terminar. Tente de novo ou fale com o suporte.'
const tooLate = 'Passou o prazo para continuar esta ação. Comece uma nova.'

/**
 * Marks an operation as failed, with the reason where it is meant for people. Its changes so far stay, and can be
 * undone. An ended operation is left alone.
 */
export const failOperation = (db: Db, companyId: string, operationId: string, error: unknown): Promise<void> =>
  db.company(companyId, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('operations')
      .set({
        state: 'failed',
        finished_at: new Date(),
        error: error instanceof AppError ? error.message : fault,
        // Retrying its job continues from this state.
        result: sql<string>`result || jsonb_build_object('failedAt', state)`
      })
      .where('id', '=', operationId)
      .where('state', 'in', ['queued', 'running', 'undoing'])
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await announce(trx, { companyId, kind: 'operation', data: { operationId } })
  })

/** Whether a job runs an operation or undoes it. */
export type Way = 'do' | 'undo'

const states: Record<Way, readonly OperationState[]> = { do: ['queued', 'running'], undo: ['undoing'] }

/**
 * Resumes a failed operation; call it before each attempt at its job. Left alone where it is being undone or was undone
 * meanwhile, and once its rows have expired.
 */
export const resumeOperation = (db: Db, companyId: string, operationId: string, way: Way): Promise<void> =>
  db.company(companyId, trx => resumeInPlace(trx, companyId, operationId, way))

/** The same within a transaction. */
export async function resumeInPlace(trx: Trx, companyId: string, operationId: string, way: Way): Promise<void> {
  const { numAffectedRows } = await sql`
    update operations set
      state = case when late then state else result ->> 'failedAt' end,
      finished_at = case when late then finished_at end,
      error = case when late then ${tooLate} end,
      result = case when late then result else result - 'failedAt' end
    from (
      select created_at < now() - ${undoDays} * interval '1 day' as late from operations
      where company_id = ${companyId} and id = ${operationId} and state = 'failed'
        and result ->> 'failedAt' = any (${states[way]}::text[]) for update
    ) as given_up
    where company_id = ${companyId} and id = ${operationId}`.execute(trx)
  if (numAffectedRows) await announce(trx, { companyId, kind: 'operation', data: { operationId } })
}
