import type { Db } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import { announce } from '../core/events.ts'

/** What a person is told of a fault that they can do nothing about. */
const fault = 'Não foi possível terminar. Tente de novo ou fale com o suporte.'

/**
 * Says of an operation that it was given up, with the reason where it is for people; what it has done stays, and can be
 * undone. One that has ended stays as it ended.
 */
export const failOperation = (db: Db, companyId: string, operationId: string, error: unknown): Promise<void> =>
  db.company(companyId, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('operations')
      .set({ state: 'failed', finished_at: new Date(), error: error instanceof AppError ? error.message : fault })
      .where('id', '=', operationId)
      .where('state', 'in', ['queued', 'running', 'undoing'])
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await announce(trx, { companyId, kind: 'operation', data: { operationId } })
  })
