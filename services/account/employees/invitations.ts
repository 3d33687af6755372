import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { productName } from '../../core/rules.ts'
import { audit } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { needConfirmed, needOutsideMail } from '../../platform/email/limit.ts'
import { createLink, revokeLinks } from '../auth/links.ts'
import { needSeat } from '../companies/limits.ts'
import { type ForCompany, readForCompany } from './invitationData.ts'
import { invitationDays, teamTexts } from './rules.ts'
import type { NewInvitation, SentInvitation } from './schema.ts'
import { announceTeam, checkGrant, lockTeam, requestedRights, type TeamChange } from './team.ts'

const notFound = 'Convite não encontrado'

/** Invites a person to the company. The mail is sent when the transaction commits; the link is returned only here. */
export async function invite(
  trx: Trx,
  config: Config,
  change: TeamChange,
  { name, email: address, ...requested }: NewInvitation
): Promise<SentInvitation> {
  const { company, rights: giver } = await lockTeam(trx, change)
  const rights = requestedRights(requested)
  checkGrant(giver, null, rights)
  await needConfirmed(trx, change.companyId)
  await refuseExisting(trx, change.companyId, address)
  await needSeat(trx, change.companyId, teamTexts.seats)
  const sent = await send(trx, config, change, company.name, address, { ...rights, name: name.trim() })
  await audit(trx, {
    ...change.actor,
    companyId: change.companyId,
    action: 'invitation.created',
    object: { type: 'invitation', id: sent.id, name: sent.name },
    changes: { email: [null, address], role: [null, rights.role], permissions: [null, rights.permissions] }
  })
  return sent
}

/** Sends an invitation again with a new link; the old one becomes invalid. */
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
  // Revoked first, to free its seat if it had not expired.
  await revokeLinks(trx, 'invitation', { id })
  await needSeat(trx, change.companyId, teamTexts.seats)
  const sent = await send(trx, config, change, company.name, email, kept)
  await audit(trx, {
    ...change.actor,
    companyId: change.companyId,
    action: 'invitation.resent',
    object: { type: 'invitation', id: sent.id, name: sent.name }
  })
  return sent
}

/** Invalidates an invitation. */
export async function cancelInvitation(trx: Trx, change: TeamChange, id: string): Promise<void> {
  await lockTeam(trx, change)
  const { data } = await findOpen(trx, change.companyId, id)
  await revokeLinks(trx, 'invitation', { id })
  await audit(trx, {
    ...change.actor,
    companyId: change.companyId,
    action: 'invitation.canceled',
    object: { type: 'invitation', id, name: String(data.name ?? '') }
  })
  await announceTeam(trx, change.companyId)
}

/** Throws where the address is in the team or has an open invitation; an expired invitation is replaced. */
async function refuseExisting(trx: Trx, companyId: string, email: string): Promise<void> {
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
  { companyId, userId, actor }: TeamChange,
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
      `${actor.actorName ?? 'Uma pessoa da equipe'} convidou você para trabalhar com ${companyName} na ${productName}.`
    ],
    action: { label: 'Aceitar convite', url: url(token) },
    note: `O link vale por ${invitationDays} dias e só pode ser usado uma vez. Se você não esperava este convite, ignore este e-mail.`
  })
  await announceTeam(trx, companyId)
  const link = url(shown)
  return { id, name: data.name, email, link, expiresAt: new Date(Date.now() + hours * 3600_000).toISOString() }
}
