import { sql } from 'kysely'
import { createLink, revokeLinks } from '../../account/auth/links.ts'
import { staffPermissions } from '../../account/auth/rules.ts'
import type { User } from '../../account/auth/schema.ts'
import { endSessionsOf } from '../../account/auth/sessions.ts'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import { findUnstorable } from '../../core/text.ts'
import { type AuditActor, audit, changed } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { refuseTakenEmail } from './companies.ts'
import { refusalToGrant, type StaffRights, type StaffRole, staffPermissionNames, staffTexts } from './rules.ts'
import type { StaffChange, StaffInvitation, StaffPerson } from './schema.ts'

const noPerson = 'Pessoa não encontrada'
const invitationHours = 7 * 24

const isStaff = sql<boolean>`u.role in ('global_admin', 'manager', 'employee')`

/** Whether the second factor is set up; through JSON, because the column exists only with that feature. */
const twoStep = sql<boolean>`coalesce(to_jsonb(u) ->> 'second_factor_at', '') <> ''`

/** The provider's staff, with open invitations. */
export async function listStaff(trx: Trx): Promise<StaffPerson[]> {
  const { rows } = await sql<StaffPerson>`
    select u.id, 'person' as kind, u.name, u.email, u.role,
      array(select p from unnest(u.permissions) p where p = any (${[...staffPermissionNames]}::text[])) as permissions,
      case when u.active then 'active' else 'inactive' end as situation, ${twoStep} as "twoStep",
      (select max(s.seen_at) from sessions s where s.user_id = u.id and s.ended_at is null) as "lastAccess",
      u.created_at as "createdAt"
    from users u where ${isStaff} order by u.active desc, fold(u.name), u.id limit 1000`.execute(trx)
  const { rows: invited } = await sql<StaffPerson>`
    select id, 'invitation' as kind, coalesce(data ->> 'name', '') as name, email, data ->> 'staffRole' as role,
      array(select jsonb_array_elements_text(data -> 'permissions')) as permissions,
      case when expires_at > now() then 'invited' else 'expired' end as situation, false as "twoStep",
      null as "lastAccess", created_at as "createdAt"
    from account_links where kind = 'invitation' and company_id is null and used_at is null
    order by created_at desc limit 200`.execute(trx)
  return [...rows, ...invited]
}

/** The rights of a signed-in member of the staff. */
const rightsOf = (user: User): StaffRights => ({
  role: user.role as StaffRole,
  permissions: staffPermissionNames.filter(name => user.permissions[staffPermissions[name]])
})

/** Serialises changes of rights, so that they cannot change between check and update. */
const lockRights = (trx: Trx) => takeLocks(trx, null, 'staff rights')

function refuse(viewer: User, before: StaffRights | null, after: StaffRights, self = false): void {
  const refusal = refusalToGrant(rightsOf(viewer), before, after, self)
  if (refusal) throw new AppError('forbidden', refusal)
}

/** Invites somebody to the staff, with rights that the inviter may give. */
export async function inviteStaff(
  trx: Trx,
  config: Config,
  invitation: StaffInvitation,
  viewer: User,
  actor: AuditActor
): Promise<StaffPerson> {
  const unstorable = findUnstorable(invitation)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  await lockRights(trx)
  refuse(viewer, null, invitation)
  await refuseTakenEmail(trx, invitation.email, 'email')
  const open = await trx
    .selectFrom('account_links')
    .select('id')
    .where('kind', '=', 'invitation')
    .where('company_id', 'is', null)
    .where('used_at', 'is', null)
    .where(sql<boolean>`lower(email) = lower(${invitation.email})`)
    .execute()
  for (const { id } of open) await revokeLinks(trx, 'invitation', { id })
  return sendInvitation(trx, config, invitation, actor)
}

async function sendInvitation(
  trx: Trx,
  config: Config,
  invitation: StaffInvitation,
  actor: AuditActor
): Promise<StaffPerson> {
  const { name, email, role, permissions } = invitation
  const data = { name: name.trim(), staffRole: role, permissions }
  const link = {
    kind: 'invitation' as const,
    email,
    companyId: null,
    createdBy: actor.actorId,
    hours: invitationHours,
    data
  }
  const { id, token } = await createLink(trx, link)
  await sendAccountMail(trx, config, {
    to: email,
    subject: 'Convite para a equipe',
    paragraphs: [
      `Olá, ${data.name}.`,
      'Você foi convidado para a nossa equipe. Aceite o convite para criar sua senha e entrar.'
    ],
    action: { label: 'Aceitar convite', url: `${config.publicUrl}/invitation?token=${token}` },
    note: 'O convite vale por 7 dias e pode ser usado uma vez. Se você não o esperava, ignore esta mensagem.'
  })
  await audit(trx, {
    ...actor,
    companyId: null,
    action: 'staff.invited',
    object: { type: 'invitation', id, name: email },
    changes: { role: [null, role], permissions: [[], permissions] }
  })
  return {
    id,
    kind: 'invitation',
    name: data.name,
    email,
    role,
    permissions,
    situation: 'invited',
    twoStep: false,
    lastAccess: null,
    createdAt: new Date().toISOString()
  }
}

async function invitationOr404(trx: Trx, id: string): Promise<StaffInvitation> {
  const { rows } = await sql<StaffInvitation>`
    select email, coalesce(data ->> 'name', '') as name, data ->> 'staffRole' as role,
      array(select jsonb_array_elements_text(data -> 'permissions')) as permissions
    from account_links where id = ${id} and kind = 'invitation' and company_id is null and used_at is null
    for update`.execute(trx)
  const [found] = rows
  if (!found) throw new AppError('notFound', noPerson)
  return found
}

/** Sends an invitation again with a new link; only by somebody who may give its rights. */
export async function resendStaffInvitation(trx: Trx, config: Config, id: string, viewer: User, actor: AuditActor) {
  await lockRights(trx)
  const invitation = await invitationOr404(trx, id)
  refuse(viewer, null, invitation)
  await revokeLinks(trx, 'invitation', { id })
  return sendInvitation(trx, config, invitation, actor)
}

export async function cancelStaffInvitation(trx: Trx, id: string, viewer: User, actor: AuditActor): Promise<void> {
  await lockRights(trx)
  const invitation = await invitationOr404(trx, id)
  if (invitation.role === 'global_admin' && viewer.role !== 'global_admin')
    throw new AppError('forbidden', staffTexts.aboveYou)
  await revokeLinks(trx, 'invitation', { id })
  const object = { type: 'invitation', id, name: invitation.email }
  await audit(trx, { ...actor, companyId: null, action: 'staff.invitation_cancelled', object })
}

/** Changes a member's rights; their sessions end at once, so that none keeps the old rights. */
export async function changeStaff(
  trx: Trx,
  id: string,
  change: StaffChange,
  viewer: User,
  actor: AuditActor
): Promise<StaffPerson> {
  await lockRights(trx)
  const before = (await listStaff(trx)).find(person => person.kind === 'person' && person.id === id)
  if (!before) throw new AppError('notFound', noPerson)
  const self = id === viewer.id
  const active = change.active ?? before.situation === 'active'
  const after = {
    role: change.role ?? before.role,
    permissions: change.permissions ?? before.permissions,
    active
  }
  refuse(viewer, before, after, self)
  if (self && !active) throw new AppError('forbidden', staffTexts.ownAccess)
  await protectLastAdmin(trx, before, after)
  const changes = changed(
    { role: before.role, permissions: [...before.permissions].sort(), active: before.situation === 'active' },
    { role: after.role, permissions: [...after.permissions].sort(), active }
  )
  if (Object.keys(changes).length > 0) {
    await trx
      .updateTable('users')
      .set({ role: after.role, permissions: [...after.permissions], active })
      .where('id', '=', id)
      .execute()
    const action = !changes.active ? 'staff.changed' : active ? 'staff.activated' : 'staff.deactivated'
    await audit(trx, { ...actor, companyId: null, action, object: { type: 'user', id, name: before.name }, changes })
    await endSessionsOf(trx, id, 'rights changed')
  }
  const stored = (await listStaff(trx)).find(person => person.id === id)
  if (!stored) throw new AppError('notFound', noPerson)
  return stored
}

/** Throws unless the viewer may change the member's rights, which removing their second factor requires too. */
export async function refuseRemoval(trx: Trx, id: string, viewer: User): Promise<void> {
  const person = (await listStaff(trx)).find(each => each.kind === 'person' && each.id === id)
  if (!person) throw new AppError('notFound', noPerson)
  refuse(viewer, person, person)
}

async function protectLastAdmin(trx: Trx, before: StaffPerson, after: { role: StaffRole; active: boolean }) {
  const stays = after.role === 'global_admin' && after.active
  if (before.role !== 'global_admin' || before.situation !== 'active' || stays) return
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'global_admin')
    .where('active', '=', true)
    .where('id', '!=', before.id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new AppError('conflict', staffTexts.lastAdmin)
}
