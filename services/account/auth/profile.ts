import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { providerId } from '../../platform/audit/rules.ts'
import { deviceOf } from './device.ts'
import type { OwnSession, Profile, User } from './schema.ts'
import { recoveryCodesLeft } from './secondFactor.ts'

/** A person's own account, as they see it. */
export async function findProfile(trx: Trx, user: Pick<User, 'id' | 'secondFactor'>): Promise<Profile> {
  const row = await trx.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  const change = await trx
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    phone: row.phone,
    jobTitle: row.job_title,
    timeZone: row.time_zone,
    passwordChangedAt: row.password_changed_at,
    secondFactor: row.second_factor_at ? 'on' : user.secondFactor === 'required' ? 'required' : 'off',
    recoveryCodesLeft: await recoveryCodesLeft(trx, user.id),
    emailChange: change
      ? {
          email: change.email,
          byOld: change.by_old_at !== null,
          byNew: change.by_new_at !== null,
          expiresAt: change.expires_at
        }
      : null,
    createdAt: row.created_at
  }
}

/** A person's open sessions, the most recently used first; `idleMinutes` without a request end one. */
export async function sessionsOf(
  trx: Trx,
  userId: string,
  { current, idleMinutes }: { current: string; idleMinutes: number }
): Promise<OwnSession[]> {
  const rows = await trx
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'created_at as createdAt', 'seen_at as seenAt'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .where('seen_at', '>', sql<string>`now() - ${idleMinutes} * interval '1 minute'`)
    .orderBy('seen_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ user_agent, ...row }) => ({
    ...row,
    device: deviceOf(user_agent),
    current: row.id === current
  }))
}

/** Ends one session of a person; false where they have no such open session. */
export async function endOwnSession(trx: Trx, userId: string, sessionId: string): Promise<boolean> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: 'person' })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** All data about the person themselves, for download. */
export async function exportPerson(
  trx: Trx,
  user: Pick<User, 'id' | 'secondFactor'>
): Promise<Record<string, unknown>> {
  const profile = await findProfile(trx, user)
  const companies = await trx
    .selectFrom('employees as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .select(['c.id', 'c.name', 'e.role', 'e.permissions', 'e.active', 'e.created_at as since'])
    .where('e.user_id', '=', user.id)
    .execute()
  const sessions = await trx
    .selectFrom('sessions')
    .select(['created_at', 'seen_at', 'ended_at', 'end_reason', 'ip', 'user_agent'])
    .where('user_id', '=', user.id)
    .orderBy('created_at', 'desc')
    .execute()
  const signIns = await trx
    .selectFrom('sign_ins')
    .select(['at', 'outcome', 'ip', 'user_agent'])
    .where('user_id', '=', user.id)
    .orderBy('at', 'desc')
    .execute()
  const mails = await trx
    .selectFrom('account_mails')
    .select(['created_at', 'subject', 'status'])
    .where('to_address', '=', profile.email)
    .orderBy('created_at', 'desc')
    .execute()
  const actions = await trx
    .selectFrom('audit_log')
    .select(['at', 'company_id', 'action', 'object_type', 'object_id', 'changes', 'ip'])
    .where('company_id', 'in', [providerId, ...companies.map(({ id }) => id)])
    .where('actor_id', '=', user.id)
    .orderBy('at', 'desc')
    .limit(1000)
    .execute()
  return { exportedAt: new Date().toISOString(), profile, companies, sessions, signIns, mails, actions }
}
