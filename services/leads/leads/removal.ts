import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import type { Author } from '../../core/viewer.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { noteChanges } from './changes.ts'

/**
 * Hides a lead from every list and count until it is restored. Needs a scope that sees deleted leads, since row-level
 * security rejects a write that hides the row from its writer. False where there is no such lead.
 */
export const deleteLead = (
  trx: Trx,
  companyId: string,
  id: string,
  author: Author,
  actor: AuditActor
): Promise<boolean> => setDeleted(trx, companyId, id, true, author, actor)

/**
 * Restores a deleted lead, in a scope that sees deleted leads. False where there is none; a merged lead cannot be
 * restored.
 */
export const restoreLead = (
  trx: Trx,
  companyId: string,
  id: string,
  author: Author,
  actor: AuditActor
): Promise<boolean> => setDeleted(trx, companyId, id, false, author, actor)

async function setDeleted(
  trx: Trx,
  companyId: string,
  id: string,
  deleted: boolean,
  author: Author,
  actor: AuditActor
): Promise<boolean> {
  const lead = await trx
    .selectFrom('leads')
    .select('id')
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .where('deleted_at', deleted ? 'is' : 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!lead) return false
  await noteChanges(trx, companyId, id, [{ field: 'deleted', before: !deleted, after: deleted }], author)
  await trx
    .updateTable('leads')
    .set({ deleted_at: deleted ? sql`now()` : null, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  const action = deleted ? 'lead.deleted' : 'lead.restored'
  await audit(trx, { ...actor, companyId, action, object: { type: 'lead', id } })
  await announce(trx, { companyId, kind: 'leads-changed', data: {} })
  return true
}
