import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import type { CompanyRole } from '../auth/rules.ts'
import type { Membership } from './schema.ts'

/** The companies that a person belongs or once belonged to. */
export async function listMemberships(trx: Trx, userId: string, currentId: string | null): Promise<Membership[]> {
  const rows = await trx
    .selectFrom('employees as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['c.id', 'c.name', 'e.role', 'e.active', 'c.active as open'])
    .where('e.user_id', '=', userId)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
  return rows.map(({ open, role, ...same }) => ({
    ...same,
    role: role as CompanyRole,
    suspended: !open,
    current: same.id === currentId
  }))
}

/** Switches a session to another company of its person. */
export async function enterCompany(
  trx: Trx,
  session: { id: string; userId: string; companyId: string | null },
  companyId: string,
  actor: AuditActor
): Promise<void> {
  const membership = (await listMemberships(trx, session.userId, session.companyId)).find(
    ({ id, active }) => id === companyId && active
  )
  if (!membership) throw new AppError('notFound', 'Empresa não encontrada com este ID')
  if (membership.suspended) throw new AppError('conflict', 'Esta empresa está suspensa.')
  if (companyId === session.companyId) return
  await trx.updateTable('sessions').set({ company_id: companyId }).where('id', '=', session.id).execute()
  await audit(trx, {
    ...actor,
    companyId,
    action: 'session.company_changed',
    object: { type: 'session', id: session.id, name: actor.actorName },
    changes: { companyId: [null, companyId] }
  })
}
