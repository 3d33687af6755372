import { sql } from 'kysely'
import { addActivity } from '../../account/activities/queries.ts'
import { noCompany } from '../../account/companies/rules.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { findCompany } from './companies.ts'
import type { SupportAccess } from './schema.ts'

export const supportColumns = sql`a.id, a.company_id as "companyId", c.name as "companyName", a.user_id as "userId",
  a.user_name as "userName", a.reason, a.started_at as "startedAt", a.ends_at as "endsAt", a.ended_at as "endedAt",
  a.ended_at is null and a.ends_at > now() as open`

/** Support accesses to the company, current and past; newest first. */
export async function listSupport(trx: Trx, companyId: string): Promise<SupportAccess[]> {
  const { rows } = await sql<SupportAccess>`
    select ${supportColumns} from support_accesses a join companies c on c.id = a.company_id
    where a.company_id = ${companyId} order by a.started_at desc, a.id desc limit 100`.execute(trx)
  return rows
}

/**
 * Gives a member of the staff read access to the company for a limited time. The company is notified at once, with the
 * reason.
 */
export async function startSupport(
  trx: Trx,
  companyId: string,
  { reason, minutes }: { reason: string; minutes: number },
  actor: AuditActor
): Promise<SupportAccess> {
  const company = await findCompany(trx, companyId)
  if (!company || !actor.actorId) throw new AppError('notFound', noCompany)
  await endSupport(trx, companyId, actor)
  const userName = actor.actorName ?? ''
  const { id } = await trx
    .insertInto('support_accesses')
    .values({
      company_id: companyId,
      user_id: actor.actorId,
      user_name: userName,
      reason,
      ends_at: sql<string>`now() + ${minutes} * interval '1 minute'`
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addActivity(trx, {
    companyId,
    type: 'message',
    description: `Acesso de suporte de ${userName}: ${reason}, por ${minutes} minutos`,
    data: { supportAccessId: id }
  })
  const object = { type: 'support', id, name: userName }
  await audit(trx, {
    ...actor,
    companyId,
    action: 'support.started',
    object,
    changes: { minutes: [null, minutes] },
    reason
  })
  const started = (await listSupport(trx, companyId)).find(access => access.id === id)
  if (!started) throw new AppError('notFound', noCompany)
  return started
}

/** Ends the member's access to the company; false where there was none. */
export async function endSupport(trx: Trx, companyId: string, actor: AuditActor): Promise<boolean> {
  const ended = await trx
    .updateTable('support_accesses')
    .set({ ended_at: sql<string>`now()` })
    .where('company_id', '=', companyId)
    .where('user_id', '=', actor.actorId ?? '')
    .where('ended_at', 'is', null)
    .where('ends_at', '>', sql<string>`now()`)
    .returning(['id', 'user_name'])
    .execute()
  for (const { id, user_name } of ended) {
    const description = `Acesso de suporte de ${user_name} encerrado`
    await addActivity(trx, { companyId, type: 'message', description, data: { supportAccessId: id } })
    await audit(trx, { ...actor, companyId, action: 'support.ended', object: { type: 'support', id, name: user_name } })
  }
  return ended.length > 0
}
