import { sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import { isRefused } from '../../core/errors.ts'
import { type Context, on } from '../../core/handlers.ts'
import { inPortions, portionSize } from '../../core/tidy.ts'
import { importDays } from '../imports/rules.ts'
import { failOperation, resumeOperation, type Way } from './fail.ts'
import { operationQueued, undoQueued } from './jobs.ts'
import { undoDays } from './rules.ts'
import { runOperation } from './run.ts'
import { undoOperation } from './undo.ts'

type Which = { companyId: string; operationId: string }
type Work = (db: Db, companyId: string, operationId: string) => Promise<void>

/**
 * Marks the operation as failed when its job is refused or fails for the last time. Retrying the dead letter continues
 * it.
 */
export const orFail =
  (work: Work, way: Way = 'do') =>
  async ({ companyId, operationId }: Which, { db, last }: Context): Promise<void> => {
    try {
      await resumeOperation(db, companyId, operationId, way)
      await work(db, companyId, operationId)
    } catch (error) {
      const refused = isRefused(error)
      if (refused || last) await failOperation(db, companyId, operationId, error)
      if (!refused) throw error
    }
  }

export const handlers = [on(operationQueued, orFail(runOperation)), on(undoQueued, orFail(undoOperation, 'undo'))]

/**
 * Deletes one portion of the rows of operations that can no longer be undone or resumed. Rows about tags and deletions
 * stay, because the leads' history shows these only by them.
 */
async function deleteOperationRows(trx: Trx): Promise<number> {
  // A day longer than the undo, so that a last-minute one still finds its rows.
  const { numAffectedRows = 0n } = await sql`
    delete from operation_rows where (company_id, operation_id, lead_id) in (
      select r.company_id, r.operation_id, r.lead_id from operations o
      join operation_rows r on r.company_id = o.company_id and r.operation_id = o.id and r.state = any (
        case when o.kind in ('addTags', 'removeTags') then array['waiting', 'skipped', 'kept']
          when o.kind = 'delete' then array['waiting', 'skipped', 'kept', 'changed']
          else array['waiting', 'skipped', 'kept', 'changed', 'undone'] end)
      where o.created_at < now() - ${Math.max(undoDays, importDays) + 1} * interval '1 day'
        and o.state not in ('queued', 'running', 'undoing')
      limit ${portionSize})`.execute(trx)
  return Number(numAffectedRows)
}

export const tidy = { operationRows: inPortions(deleteOperationRows) }
