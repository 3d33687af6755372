import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { productName } from '../../core/rules.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { findLink, type Link, takeLink } from '../auth/links.ts'
import { internalStaff, type UserRole } from '../auth/rules.ts'
import { lockCompany, needSeat } from '../companies/limits.ts'
import { expired, readForCompany, readForStaff } from './invitationData.ts'
import { teamTexts } from './rules.ts'
import type { InvitationCheck } from './schema.ts'
import { announceTeam } from './team.ts'

export type Account = { id: string; name: string; password_hash: string; role: UserRole; active: boolean }

/** The account of an invited address, active or not. */
const findAccount = (trx: Trx, email: string): Promise<Account | undefined> =>
  trx
    .selectFrom('users')
    .select(['id', 'name', 'password_hash', 'role', 'active'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()

/** The invitation of a token and the account of its address, without using it. Throws where it is no longer valid. */
export async function readInvitation(
  trx: Trx,
  token: string
): Promise<{ link: Link; account: Account | undefined; shown: InvitationCheck }> {
  const link = await findLink(trx, 'invitation', token)
  if (!link) throw expired()
  const { name } = link.companyId ? readForCompany(link.data) : readForStaff(link.data)
  const account = await findAccount(trx, link.email)
  const from = await trx
    .selectFrom('account_links as l')
    .leftJoin('users as u', 'u.id', 'l.created_by')
    .leftJoin('companies as c', 'c.id', 'l.company_id')
    .select(['u.name as inviter', 'c.name as company', 'c.active'])
    .where('l.id', '=', link.id)
    .executeTakeFirstOrThrow()
  if (link.companyId && !from.active) throw expired()
  return {
    link,
    account,
    shown: {
      // The inviter is shown a link too, and must not learn from it whether the address has an account.
      name: (link.fromMail && account?.name) || name,
      email: link.email,
      companyName: from.company,
      inviterName: from.inviter,
      hasAccount: link.fromMail ? account !== undefined : null
    }
  }
}

/** The accepting person: somebody new, or the authenticated owner of an account. */
export type Guest = { name: string; passwordHash: string } | { accountId: string }

type Accepted = { userId: string; role: UserRole; companyId: string | null }

/** Uses the invitation up and adds the person to the company or the staff. One of concurrent calls succeeds. */
export async function acceptInvitation(
  trx: Trx,
  token: string,
  guest: Guest,
  from: Pick<AuditActor, 'ip' | 'requestId'>
): Promise<Accepted> {
  const seen = await findLink(trx, 'invitation', token)
  if (!seen) throw expired()
  // Lock the company before its invitations, as everywhere.
  if (seen.companyId && !(await lockCompany(trx, seen.companyId)).active) throw expired()
  const link = await takeLink(trx, 'invitation', token)
  if (!link) throw expired()
  return link.companyId
    ? joinCompany(trx, { ...link, companyId: link.companyId }, guest, from)
    : joinStaff(trx, link, guest, from)
}

async function joinCompany(
  trx: Trx,
  { companyId, email, data, fromMail }: Link & { companyId: string },
  guest: Guest,
  from: Pick<AuditActor, 'ip' | 'requestId'>
): Promise<Accepted> {
  const { name: _, ...rights } = readForCompany(data)
  await needSeat(trx, companyId, teamTexts.seatsForGuest)
  const user = await findOrCreate(trx, guest, { email, fromMail }, 'client', [])
  if (internalStaff(user))
    throw new AppError('conflict', `Este e-mail é da equipe da ${productName} e não pode entrar em uma empresa.`)
  const values = {
    role: rights.role,
    permissions: [...rights.permissions],
    lead_access: rights.leadAccess,
    team: rights.team
  }
  const employee = await trx
    .insertInto('employees')
    .values({ company_id: companyId, user_id: user.id, ...values })
    .onConflict(conflict =>
      conflict
        .columns(['company_id', 'user_id'])
        .doUpdateSet({ ...values, active: true, deactivated_at: null })
        .where('employees.active', '=', false)
    )
    .returning('id')
    .executeTakeFirst()
  if (!employee) throw new AppError('conflict', 'Você já faz parte desta empresa. Entre com a sua senha.')
  await audit(trx, {
    ...from,
    actorId: user.id,
    actorName: user.name,
    companyId,
    action: 'employee.joined',
    object: { type: 'employee', id: employee.id, name: user.name },
    changes: { role: [null, rights.role], permissions: [null, rights.permissions] }
  })
  await announceTeam(trx, companyId)
  return { userId: user.id, role: user.role, companyId }
}

async function joinStaff(
  trx: Trx,
  { email, data, fromMail }: Link,
  guest: Guest,
  from: Pick<AuditActor, 'ip' | 'requestId'>
) {
  const { staffRole, permissions } = readForStaff(data)
  if ('accountId' in guest) throw taken()
  const user = await findOrCreate(trx, guest, { email, fromMail }, staffRole, permissions)
  await audit(trx, {
    ...from,
    actorId: user.id,
    actorName: user.name,
    companyId: null,
    action: 'staff.joined',
    object: { type: 'user', id: user.id, name: user.name },
    changes: { role: [null, staffRole], permissions: [null, permissions] }
  })
  return { userId: user.id, role: user.role, companyId: null }
}

const taken = () => {
  const message = 'Já existe uma conta com este e-mail.'
  return new AppError('conflict', message, { errors: { email: message } })
}

type Invited = Pick<Link, 'email' | 'fromMail'>

async function findOrCreate(
  trx: Trx,
  guest: Guest,
  invited: Invited,
  role: UserRole,
  permissions: string[]
): Promise<{ id: string; name: string; role: UserRole }> {
  const made = 'accountId' in guest ? undefined : await createUser(trx, guest, invited, role, permissions)
  if (made) return made
  // The address was signed up in the meantime.
  if (!('accountId' in guest)) throw taken()
  return trx
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('id', '=', guest.accountId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow(() => invalid({ password: 'Senha incorreta.' }))
}

const createUser = (
  trx: Trx,
  { name, passwordHash }: { name: string; passwordHash: string },
  { email, fromMail }: Invited,
  role: UserRole,
  permissions: string[]
) =>
  trx
    .insertInto('users')
    .values({
      name,
      email,
      phone: null,
      password_hash: passwordHash,
      role,
      permissions,
      email_confirmed_at: fromMail ? sql<string>`now()` : null
    })
    .onConflict(conflict => conflict.expression(sql`lower(email)`).doNothing())
    .returning(['id', 'name', 'role'])
    .executeTakeFirst()
