import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { createLink, findLink, type Link, revokeLinks, takeLink } from './links.ts'
import { confirmEmailMail, emailChangedMail, leaveEmailMail, takeEmailMail, takenEmailMail } from './mails.ts'
import { lockPerson, type Person } from './people.ts'
import type { EmailConfirmed } from './schema.ts'
import { refreshSessionsOf } from './sessions.ts'

type Setting = { config: Config; productName: string }

const confirmHours = 7 * 24
const changeHours = 24

const confirmUrl = (config: Config, token: string) => `${config.publicUrl}/confirm-email?token=${token}`

/** Sends a link that confirms the account's e-mail; only the newest is valid. */
export async function askToConfirm(
  trx: Trx,
  { config, productName }: Setting,
  { id, email }: Pick<Person, 'id' | 'email'>
): Promise<void> {
  await revokeLinks(trx, 'email-confirm', { userId: id })
  const { token } = await createLink(trx, { kind: 'email-confirm', email, userId: id, hours: confirmHours })
  await sendAccountMail(trx, config, confirmEmailMail(email, productName, confirmUrl(config, token)))
}

/**
 * Asks both addresses to confirm a change of e-mail. A taken address is not revealed: its owner is informed, and the
 * change is simply never confirmed.
 */
export async function askToChange(
  trx: Trx,
  { config, productName }: Setting,
  person: Person,
  newEmail: string
): Promise<void> {
  for (const kind of ['email-old', 'email-new'] as const) await revokeLinks(trx, kind, { userId: person.id })
  const request = {
    email: newEmail,
    by_old_at: null,
    by_new_at: null,
    created_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + changeHours * 3600_000)
  }
  await trx
    .insertInto('email_changes')
    .values({ user_id: person.id, ...request })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(request))
    .execute()
  const link = (kind: 'email-old' | 'email-new', email: string) =>
    createLink(trx, { kind, email, userId: person.id, data: { newEmail }, hours: changeHours })
  const old = await link('email-old', person.email)
  const oldUrl = confirmUrl(config, old.token)
  await sendAccountMail(trx, config, leaveEmailMail(person.email, productName, newEmail, oldUrl))
  if (await isTakenByAnother(trx, newEmail, person.id)) {
    await sendAccountMail(trx, config, takenEmailMail(newEmail, productName))
    return
  }
  const { token } = await link('email-new', newEmail)
  await sendAccountMail(trx, config, takeEmailMail(newEmail, productName, confirmUrl(config, token)))
}

const kinds = ['email-confirm', 'email-old', 'email-new'] as const

/**
 * Uses a link that confirms an address, old or new. Undefined where it is no longer valid. Throws a conflict where the
 * new e-mail was taken in the meantime.
 */
export async function confirmByLink(
  trx: Trx,
  setting: Setting,
  token: string,
  bySelf: (person: Person) => AuditActor
): Promise<EmailConfirmed | undefined> {
  for (const kind of kinds) {
    const found = await findLink(trx, kind, token)
    if (!found?.userId) continue
    const person = await lockPerson(trx, found.userId)
    const link = person && (await takeLink(trx, kind, token))
    if (!link) return undefined
    if (kind === 'email-confirm') return confirmOwn(trx, person, link, bySelf(person))
    return agreeToChange(trx, setting, person, link, bySelf(person))
  }
  return undefined
}

async function confirmOwn(
  trx: Trx,
  person: Person,
  link: Link,
  actor: AuditActor
): Promise<EmailConfirmed | undefined> {
  if (link.email.toLowerCase() !== person.email.toLowerCase()) return undefined
  await trx.updateTable('users').set({ email_confirmed_at: sql`now()` }).where('id', '=', person.id).execute()
  await refreshSessionsOf(trx, person.id)
  await audit(trx, { ...actor, ...about(person), action: 'user.email_confirmed' })
  return { result: 'confirmed' }
}

async function agreeToChange(
  trx: Trx,
  { config, productName }: Setting,
  person: Person,
  link: Link,
  actor: AuditActor
): Promise<EmailConfirmed | undefined> {
  const change = await trx
    .updateTable('email_changes')
    .set(link.kind === 'email-old' ? { by_old_at: sql<string>`now()` } : { by_new_at: sql<string>`now()` })
    .where('user_id', '=', person.id)
    .where('email', '=', String(link.data.newEmail))
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['email', 'by_old_at', 'by_new_at'])
    .executeTakeFirst()
  if (!change) return undefined
  if (!change.by_old_at || !change.by_new_at) return { result: 'waiting' }
  const taken = new AppError('conflict', 'Não foi possível concluir a troca. Peça a troca novamente no seu perfil.')
  if (await isTakenByAnother(trx, change.email, person.id)) throw taken
  await trx
    .updateTable('users')
    .set({ email: change.email, email_confirmed_at: sql`now()` })
    .where('id', '=', person.id)
    .execute()
    .catch(error => {
      throw error instanceof Error && 'code' in error && error.code === '23505' ? taken : error
    })
  await trx.deleteFrom('email_changes').where('user_id', '=', person.id).execute()
  // Links sent to the old address become invalid.
  for (const kind of ['reset', 'email-confirm'] as const) await revokeLinks(trx, kind, { userId: person.id })
  await refreshSessionsOf(trx, person.id)
  await audit(trx, {
    ...actor,
    ...about(person),
    action: 'user.email_changed',
    changes: { email: [person.email, change.email] }
  })
  for (const to of [person.email, change.email])
    await sendAccountMail(trx, config, emailChangedMail(to, productName, change.email))
  return { result: 'changed' }
}

/** Another spelling of one's own e-mail is not taken. */
async function isTakenByAnother(trx: Trx, email: string, userId: string): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('id', '!=', userId)
    .executeTakeFirst()
  return other !== undefined
}

const about = (person: Person) => ({
  companyId: person.companyId,
  object: { type: 'user', id: person.id, name: person.name }
})
