import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import { announce } from '../core/events.ts'
import type { OperationState } from '../leads/rules.ts'
import { undoDays } from './rules.ts'

/** What a person is told of a fault that they can do nothing about. */
const fault = 'Não foi possível terminar. Tente de novo ou fale com o suporte.'
const tooLate = 'Passou o prazo para continuar esta ação. Comece uma nova.'

/**
 * Says of an operation that it was given up, with the reason where it is for people; what it has done stays, and can be
 * undone. One that has ended stays as it ended.
 */
export const failOperation = (db: Db, companyId: string, operationId: string, error: unknown): Promise<void> =>
  db.company(companyId, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('operations')
      .set({
        state: 'failed',
        finished_at: new Date(),
        error: error instanceof AppError ? error.message : fault,
        // Who tries its job again goes on from here.
        result: sql<string>`result || jsonb_build_object('failedAt', state)`
      })
      .where('id', '=', operationId)
      .where('state', 'in', ['queued', 'running', 'undoing'])
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await announce(trx, { companyId, kind: 'operation', data: { operationId } })
  })

/** What a job of an operation is about: doing it, or undoing it. */
export type Way = 'do' | 'undo'

const states: Record<Way, readonly OperationState[]> = { do: ['queued', 'running'], undo: ['undoing'] }

/**
 * Takes an operation up again that was given up on the same way; call it before each attempt at its job. It stays as it
 * is where somebody undoes it or has undone it meanwhile, and after the days for which its rows are kept.
 */
export const resumeOperation = (db: Db, companyId: string, operationId: string, way: Way): Promise<void> =>
  db.company(companyId, async trx => {
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
  })
