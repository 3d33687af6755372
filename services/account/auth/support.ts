import type { Db } from '../../core/db.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'

const open = `select id from support_accesses
  where user_id = $1 and company_id = $2 and ended_at is null and ends_at > now() limit 1`

/**
 * True where the person has a current support access to the company. The read is audited in the company's chain before
 * anything is shown.
 */
export async function noteSupportRead(db: Db, companyId: string, route: string, actor: AuditActor): Promise<boolean> {
  const [found] = await db.everyCompanyBatch([
    { name: 'support-access', text: open, values: [actor.actorId, companyId] }
  ])
  const id = found?.rows[0]?.id
  if (!id) return false
  const object = { type: 'support', id, name: route }
  await db.everyCompany(trx => audit(trx, { ...actor, companyId, action: 'support.read', object }))
  return true
}
