import { Type } from '@sinclair/typebox'
import { networkOf } from '../../core/address.ts'
import { readNamedEmail } from '../../core/emails.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { unstorable } from '../../core/text.ts'
import { countSignIn, forgiveSignIn } from './attempts.ts'
import { passwordMatches } from './passwords.ts'
import { findByEmail } from './queries.ts'
import type { SignInOutcome } from './rules.ts'
import { Credentials, SignedIn, User } from './schema.ts'
import { passSecondFactor } from './secondStep.ts'
import { findUser } from './sessionUser.ts'
import { clientOf, completeSignIn, emailHash, recordSignIn } from './signIns.ts'

const wrongCredentials = 'Credenciais inválidas'

export function register(app: App): void {
  app.post(
    '/api/auth/login',
    {
      config: { access: 'public' },
      schema: { summary: 'Sign in', body: Credentials, response: { 200: SignedIn } }
    },
    async request => {
      const { password, code } = request.body
      const email = readNamedEmail(request.body.email) ?? request.body.email
      const client = clientOf(request)
      if (unstorable(email)) throw new AppError('unauthorized', wrongCredentials)
      const unknown = { emailHash: emailHash(app.config, email) }
      let who: { userId: string } | { emailHash: string } = unknown
      const keep = (outcome: SignInOutcome) => recordSignIn(app.db, { ...client, who, outcome })
      await countSignIn(app, 'login address', networkOf(request.ip), keep)
      const account = await findByEmail(app.db, email)
      if (account) who = { userId: account.id }
      const whose = account?.id ?? email
      await countSignIn(app, 'login account', whose, keep)
      const good = await passwordMatches(password, account?.active ? account.password_hash : undefined)
      const user = good && account ? await findUser(app.db, account.id) : undefined
      if (!user) {
        await keep(account ? (account.active ? 'wrong' : 'inactive') : 'unknown')
        throw new AppError('unauthorized', wrongCredentials)
      }
      await forgiveSignIn(app, request, whose)
      await passSecondFactor(app, request, user, code, keep)
      const claims = await app.db.everyCompany(trx => app.sessions.start(trx, user, client))
      if (user.secondFactor === 'on') await completeSignIn(app.db, user.id, client)
      else await keep('ok')
      return { token: app.signToken(claims), user }
    }
  )

  app.get(
    '/api/auth/me',
    {
      config: { access: 'session', beforeSecondFactor: true },
      schema: { summary: 'The signed-in user', response: { 200: User } }
    },
    request => ({ ...request.user, mailsKept: app.config.smtpUrl === undefined })
  )

  app.post(
    '/api/auth/logout',
    {
      config: { access: 'session', beforeSecondFactor: true },
      schema: { summary: 'End the session', response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await app.sessions.end(request.sessionId, 'logout')
      return reply.status(204).send(null)
    }
  )
}
