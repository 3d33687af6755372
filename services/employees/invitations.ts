import { sql } from 'kysely'
import { type AuditActor, audit } from '../audit/queries.ts'
import { createLink, findLink, type Link, revokeLinks, takeLink } from '../auth/links.ts'
import {
  type CompanyRole,
  companyRoles,
  internalStaff,
  type LeadAccess,
  leadAccesses,
  type StaffPermission,
  staffPermissions,
  type UserRole
} from '../auth/rules.ts'
import { lockCompany, needSeat } from '../companies/limits.ts'
import type { Config } from '../core/config.ts'
import type { Trx } from '../core/db.ts'
import { AppError, invalid } from '../core/errors.ts'
import { productName } from '../core/rules.ts'
import { sendAccountMail } from '../email/account.ts'
import { needConfirmed, needOutsideMail } from '../email/limit.ts'
import { announceTeam, askedRights, checkGrant, lockTeam, type TeamChange } from './queries.ts'
import { invitationDays, permissionsOf, type Rights, teamTexts } from './rules.ts'
import type { InvitationCheck, NewInvitation, SentInvitation } from './schema.ts'

const notFound = 'Convite não encontrado'
const expired = () => new AppError('notFound', teamTexts.linkExpired, { code: 'LINK_EXPIRED' })

/** What an invitation into a company carries. */
type ForCompany = Rights & { name: string; role: CompanyRole }
/** What an invitation into the provider's staff carries. */
type ForStaff = { name: string; staffRole: UserRole; permissions: StaffPermission[] }

/** Invites a person into the company: the mail goes out when the transaction commits, and the link is told once. */
export async function invite(
  trx: Trx,
  config: Config,
  change: TeamChange,
  { name, email: address, ...asked }: NewInvitation
): Promise<SentInvitation> {
  const { company, rights: giver } = await lockTeam(trx, change)
  const rights = askedRights(asked)
  checkGrant(giver, null, rights)
  await needConfirmed(trx, change.companyId)
  await refuseKnown(trx, change.companyId, address)
  await needSeat(trx, change.companyId, teamTexts.seats)
  const sent = await send(trx, config, change, company.name, address, { ...rights, name: name.trim() })
  await audit(trx, {
    ...change.by,
    companyId: change.companyId,
    action: 'invitation.created',
    object: { type: 'invitation', id: sent.id, name: sent.name },
    changes: { email: [null, address], role: [null, rights.role], permissions: [null, rights.permissions] }
  })
  return sent
}

/** Sends an invitation again under a new link; the one before dies. */
export async function resendInvitation(
  trx: Trx,
  config: Config,
  change: TeamChange,
  id: string
): Promise<SentInvitation> {
  const { company, rights: giver } = await lockTeam(trx, change)
  const { email, data } = await findOpen(trx, change.companyId, id)
  const kept = readForCompany(data)
  checkGrant(giver, null, kept)
  // First, so that the place that it held is free where it had not expired.
  await revokeLinks(trx, 'invitation', { id })
  await needSeat(trx, change.companyId, teamTexts.seats)
  const sent = await send(trx, config, change, company.name, email, kept)
  await audit(trx, {
    ...change.by,
    companyId: change.companyId,
    action: 'invitation.resent',
    object: { type: 'invitation', id: sent.id, name: sent.name }
  })
  return sent
}

/** Makes an invitation worthless. */
export async function cancelInvitation(trx: Trx, change: TeamChange, id: string): Promise<void> {
  await lockTeam(trx, change)
  const { data } = await findOpen(trx, change.companyId, id)
  await revokeLinks(trx, 'invitation', { id })
  await audit(trx, {
    ...change.by,
    companyId: change.companyId,
    action: 'invitation.canceled',
    object: { type: 'invitation', id, name: String(data.name ?? '') }
  })
  await announceTeam(trx, change.companyId)
}

/** An address that is in the team, or on its way, is not invited again; an expired invitation gives way. */
async function refuseKnown(trx: Trx, companyId: string, email: string): Promise<void> {
  const employee = await trx
    .selectFrom('employees')
    .select('active')
    .where('company_id', '=', companyId)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  if (employee) {
    const message = employee.active
      ? 'Esta pessoa já está na equipe.'
      : 'Esta pessoa já foi da equipe. Reative o acesso dela na lista.'
    throw new AppError('conflict', message, { errors: { email: message } })
  }
  const links = await trx
    .selectFrom('account_links')
    .select(['id', sql<boolean>`expires_at > now()`.as('open')])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .execute()
  if (links.some(({ open }) => open)) {
    const message = 'Já há um convite para este e-mail. Reenvie ou cancele o convite na lista.'
    throw new AppError('conflict', message, { errors: { email: message } })
  }
  for (const { id } of links) await revokeLinks(trx, 'invitation', { id })
}

async function findOpen(
  trx: Trx,
  companyId: string,
  id: string
): Promise<{ email: string; data: Record<string, unknown> }> {
  const row = await trx
    .selectFrom('account_links')
    .select(['email', 'data'])
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', notFound)
  return row
}

async function send(
  trx: Trx,
  config: Config,
  { companyId, userId, by }: TeamChange,
  companyName: string,
  email: string,
  data: ForCompany
): Promise<SentInvitation> {
  const hours = invitationDays * 24
  await needOutsideMail(trx, companyId)
  const { id, token, shown } = await createLink(trx, {
    kind: 'invitation',
    email,
    companyId,
    createdBy: userId,
    shown: true,
    hours,
    data
  })
  const url = (token: string) => `${config.publicUrl}/invitation?token=${token}`
  await sendAccountMail(trx, config, {
    to: email,
    subject: `Convite para a equipe de ${companyName}`,
    paragraphs: [
      `Olá, ${data.name}.`,
      `${by.actorName ?? 'Uma pessoa da equipe'} convidou você para trabalhar com ${companyName} na ${productName}.`
    ],
    action: { label: 'Aceitar convite', url: url(token) },
    note: `O link vale por ${invitationDays} dias e só pode ser usado uma vez. Se você não esperava este convite, ignore este e-mail.`
  })
  await announceTeam(trx, companyId)
  const link = url(shown)
  return { id, name: data.name, email, link, expiresAt: new Date(Date.now() + hours * 3600_000).toISOString() }
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(each => typeof each === 'string') : [])

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)

/** Reads what was stored with the link, and takes nothing for granted: other parts of the product make links too. */
function readForCompany(data: Record<string, unknown>): ForCompany {
  const role = companyRoles.find(each => each === data.role)
  if (!role) throw expired()
  return {
    name: textOrNull(data.name) ?? '',
    role,
    permissions: permissionsOf(role, texts(data.permissions)),
    leadAccess: leadAccesses.find(each => each === data.leadAccess) ?? ('own' satisfies LeadAccess),
    team: textOrNull(data.team)
  }
}

const staffRoles = ['global_admin', 'manager', 'employee'] as const

function readForStaff(data: Record<string, unknown>): ForStaff {
  const staffRole = staffRoles.find(each => each === data.staffRole)
  if (!staffRole) throw expired()
  const names = Object.keys(staffPermissions) as StaffPermission[]
  return {
    name: textOrNull(data.name) ?? '',
    staffRole,
    permissions: names.filter(name => texts(data.permissions).includes(name))
  }
}

export type Account = { id: string; name: string; password_hash: string; role: UserRole; active: boolean }

/** The account of an invited address, active or not. */
const findAccount = (trx: Trx, email: string): Promise<Account | undefined> =>
  trx
    .selectFrom('users')
    .select(['id', 'name', 'password_hash', 'role', 'active'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()

/** The invitation of a token and the account of its address, without using it. Throws where it is good no more. */
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
      name: account?.name ?? name,
      email: link.email,
      companyName: from.company,
      inviterName: from.inviter,
      hasAccount: account !== undefined
    }
  }
}

/** Who accepts: somebody new, or the owner of an account whose password was right. */
export type Guest = { name: string; passwordHash: string } | { accountId: string }

type Accepted = { userId: string; role: UserRole; companyId: string | null }

/** Uses the invitation up and makes its person one of the company, or of the staff. Of twenty at once one gets it. */
export async function acceptInvitation(
  trx: Trx,
  token: string,
  guest: Guest,
  from: Pick<AuditActor, 'ip' | 'requestId'>
): Promise<Accepted> {
  const seen = await findLink(trx, 'invitation', token)
  if (!seen) throw expired()
  // In the order in which everybody locks: the company, then its invitations.
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
  // Somebody signed up with the address in the meantime.
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
