import { sql } from 'kysely'
import { networkOf } from '../../core/address.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { attemptWait, forgetAttempts, refuseTooMany, routeLimit } from '../../core/limits.ts'
import { unstorable } from '../../core/text.ts'
import { audit } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { createLink, findLink, revokeLinks, takeLink } from './links.ts'
import { passwordChangedMail, resetMail } from './mails.ts'
import { commonPassword, commonPasswordText, hashPassword } from './passwords.ts'
import { bySelf, lockPerson, storePassword } from './people.ts'
import { findByEmail } from './queries.ts'
import { accountCodes, maskEmail } from './rules.ts'
import { ForgotPassword, LinkToken, MaskedEmail, Message, ResetPassword } from './schema.ts'
import { endSessionsOf } from './sessions.ts'

const forgotText = 'Se o e-mail existir, enviaremos um link para redefinir a senha.'

/** Requests for a link in an hour. */
const limits = { account: { max: 3, seconds: 3600 }, address: { max: 20, seconds: 3600 } }

const linkHours = 1

export const linkExpired = () =>
  new AppError('notFound', 'Este link expirou ou já foi usado.', { code: accountCodes.linkExpired })

/** The page for requesting or setting a new password. */
export const resetUrl = (app: App, token?: string): string =>
  `${app.config.publicUrl}/reset-password${token ? `?token=${token}` : ''}`

/** Forgotten password: the link by mail, and setting the new password with it. */
export function register(app: App): void {
  /** Links still being sent; closing waits for them. */
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.allSettled(underWay)
  })

  async function sendLink(email: string): Promise<void> {
    const account = await findByEmail(app.db, email)
    if (!account?.active || (await attemptWait(app, 'reset account', account.id, limits.account)) > 0) return
    const { productName } = await app.settings()
    await app.db.everyCompany(async trx => {
      const person = await lockPerson(trx, account.id)
      if (!person) return
      await revokeLinks(trx, 'reset', { userId: person.id })
      const { token } = await createLink(trx, {
        kind: 'reset',
        email: person.email,
        userId: person.id,
        hours: linkHours
      })
      await sendAccountMail(trx, app.config, resetMail(person.email, productName, resetUrl(app, token)))
    })
  }

  app.post(
    '/public/password/forgot',
    {
      config: { access: 'public' },
      schema: { summary: 'Ask for a link to set a new password', body: ForgotPassword, response: { 202: Message } },
      // After the answer, whose timing would reveal whether the account exists.
      onResponse: async (request, reply) => {
        const email = request.body.email.trim()
        if (reply.statusCode !== 202 || unstorable(email)) return
        const work = sendLink(email)
          .catch(error => app.log.error({ err: error }, 'reset link not sent'))
          .finally(() => underWay.delete(work))
        underWay.add(work)
      }
    },
    async (request, reply) => {
      await refuseTooMany(app, 'reset address', networkOf(request.ip), limits.address)
      return reply.status(202).send({ message: forgotText })
    }
  )

  const perMinute = { rateLimit: routeLimit(app, 30, '1 minute') }

  app.post(
    '/public/password/check',
    {
      config: { access: 'public', ...perMinute },
      schema: { summary: 'Whose password a link is for', body: LinkToken, response: { 200: MaskedEmail } }
    },
    async request => {
      const link = await app.db.everyCompany(trx => findLink(trx, 'reset', request.body.token))
      if (!link) throw linkExpired()
      return { email: maskEmail(link.email) }
    }
  )

  app.post(
    '/public/password/reset',
    {
      config: { access: 'public', ...perMinute },
      schema: { summary: 'Set a new password by a link', body: ResetPassword, response: { 200: Message } }
    },
    async request => {
      const { token, password } = request.body
      if (commonPassword(password)) throw invalid({ password: commonPasswordText })
      // Checked before hashing, which would be too costly for anyone to trigger.
      const found = await app.db.everyCompany(trx => findLink(trx, 'reset', token))
      if (!found?.userId) throw linkExpired()
      const { userId } = found
      const passwordHash = await hashPassword(password)
      const { productName } = await app.settings()
      const person = await app.db.everyCompany(async trx => {
        const person = await lockPerson(trx, userId)
        const link = person && (await takeLink(trx, 'reset', token))
        if (!link) throw linkExpired()
        await storePassword(trx, person.id, passwordHash)
        // The link came by mail, so the address is confirmed.
        await trx
          .updateTable('users')
          .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
          .where('id', '=', person.id)
          .where(sql<boolean>`lower(email) = lower(${link.email})`)
          .execute()
        await endSessionsOf(trx, person.id, 'password')
        await revokeLinks(trx, 'reset', { userId: person.id })
        await audit(trx, {
          ...bySelf(request, person),
          companyId: person.companyId,
          action: 'user.password_reset',
          object: { type: 'user', id: person.id, name: person.name }
        })
        await sendAccountMail(trx, app.config, passwordChangedMail(person.email, productName, resetUrl(app)))
        return person
      })
      await forgetAttempts(app.db, 'login account', person.id)
      return { message: 'Senha alterada. Entre com a nova senha.' }
    }
  )
}
