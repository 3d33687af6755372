import { sql } from 'kysely'
import { createLink, revokeLinks } from '../../account/auth/links.ts'
import { endSessionsOf } from '../../account/auth/sessions.ts'
import { noCompany } from '../../account/companies/rules.ts'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { findCompany } from './companies.ts'
import { invite } from './invitations.ts'
import type { CompanyPerson } from './schema.ts'

const noPerson = 'Pessoa não encontrada'

export async function listPeople(trx: Trx, companyId: string): Promise<CompanyPerson[]> {
  if (!(await findCompany(trx, companyId))) throw new AppError('notFound', noCompany)
  const { rows } = await sql<CompanyPerson>`
    select u.id, 'person' as kind, u.name, u.email, e.role,
      case when e.active and u.active then 'active' else 'inactive' end as situation,
      u.second_factor_at is not null as "twoStep",
      (select count(*)::int from sessions s where s.user_id = u.id and s.company_id = e.company_id
        and s.ended_at is null and s.expires_at > now()) as sessions,
      (select max(s.seen_at) from sessions s where s.company_id = e.company_id and s.user_id = u.id) as "lastAccess"
    from employees e join users u on u.id = e.user_id where e.company_id = ${companyId}
    order by e.created_at limit 500`.execute(trx)
  const { rows: invited } = await sql<CompanyPerson>`
    select id, 'invitation' as kind, coalesce(data ->> 'name', '') as name, email, coalesce(data ->> 'role', '') as role,
      case when expires_at > now() then 'invited' else 'expired' end as situation, false as "twoStep", 0 as sessions, null as "lastAccess"
    from account_links where company_id = ${companyId} and kind = 'invitation' and used_at is null
    order by created_at desc limit 100`.execute(trx)
  return [...rows, ...invited]
}

/** Sends an invitation again with a new link; the old one becomes invalid. */
export async function resendInvitation(trx: Trx, config: Config, companyId: string, linkId: string, actor: AuditActor) {
  const old = await trx
    .selectFrom('account_links')
    .select(['email', 'data'])
    .where('id', '=', linkId)
    .where('company_id', '=', companyId)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const company = await findCompany(trx, companyId)
  if (!old || !company) throw new AppError('notFound', noPerson)
  await revokeLinks(trx, 'invitation', { id: linkId })
  const name = String(old.data.name ?? old.email)
  await invite(trx, config, { companyId, companyName: company.name, name, email: old.email, actor }, old.data)
}

async function memberOr404(trx: Trx, companyId: string, userId: string) {
  const member = await trx
    .selectFrom('employees as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['u.id', 'u.name', 'u.email', 'u.active'])
    .where('e.company_id', '=', companyId)
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (!member) throw new AppError('notFound', noPerson)
  return member
}

/** Sends a password reset link to a person of the company. */
export async function sendReset(
  trx: Trx,
  config: Config,
  companyId: string,
  userId: string,
  actor: AuditActor
): Promise<void> {
  const member = await memberOr404(trx, companyId, userId)
  if (!member.active) throw new AppError('conflict', 'Esta pessoa está inativa.')
  await revokeLinks(trx, 'reset', { userId })
  const { token } = await createLink(trx, {
    kind: 'reset',
    email: member.email,
    userId,
    createdBy: actor.actorId,
    hours: 1
  })
  await sendAccountMail(trx, config, {
    to: member.email,
    subject: 'Escolha uma nova senha',
    paragraphs: [`Olá, ${member.name}.`, 'Nossa equipe de suporte enviou este link para você escolher uma nova senha.'],
    action: { label: 'Escolher nova senha', url: `${config.publicUrl}/reset-password?token=${token}` },
    note: 'O link vale por 60 minutos e pode ser usado uma vez. Se você não o esperava, ignore esta mensagem.'
  })
  const object = { type: 'user', id: userId, name: member.name }
  await audit(trx, { ...actor, companyId, action: 'user.reset_sent', object })
}

/** The id of a person whose second factor staff may remove here; members of the staff are excluded. */
export async function findClient(trx: Trx, companyId: string, userId: string): Promise<string> {
  await memberOr404(trx, companyId, userId)
  const { role } = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow()
  if (role !== 'client') throw new AppError('forbidden', 'Esta pessoa é da nossa equipe: use a página Funcionários.')
  return userId
}

/** Ends every session of a person of the company. */
export async function endSessions(trx: Trx, companyId: string, userId: string, actor: AuditActor): Promise<void> {
  const member = await memberOr404(trx, companyId, userId)
  await endSessionsOf(trx, userId, 'ended by staff')
  const object = { type: 'user', id: userId, name: member.name }
  await audit(trx, { ...actor, companyId, action: 'user.sessions_ended', object })
}
