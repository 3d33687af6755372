import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../core/address.ts'
import { AppError } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { unstorable } from '../core/text.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { checkSignup, createAccount, findByEmail } from './queries.ts'
import { Credentials, SignedIn, Signup, User } from './schema.ts'
import { findUser } from './sessions.ts'
import { countAttempt, forgetAttempts, returnAttempt, type Throttle } from './throttle.ts'

const wrongCredentials = 'Credenciais inválidas'
const tooManyLogins = 'Muitas tentativas de login. Por favor, aguarde alguns minutos antes de tentar novamente.'

/** Failed sign-ins in a quarter of an hour. */
const limits = { account: { max: 10, seconds: 900 }, address: { max: 50, seconds: 900 } }

export function registerAuth(app: App): void {
  const scaled = (limit: { max: number; seconds: number }) => ({
    ...limit,
    max: limit.max * app.config.rateLimitFactor
  })

  app.post(
    '/api/auth/login',
    {
      config: { access: 'public' },
      schema: { summary: 'Sign in', body: Credentials, response: { 200: SignedIn } }
    },
    async request => {
      const { email, password } = request.body
      if (unstorable(email)) throw new AppError('unauthorized', wrongCredentials)
      const count = async (kind: string, whose: string, limit: Throttle) => {
        const wait = await countAttempt(app.db, kind, whose, scaled(limit))
        if (wait > 0) throw new AppError('tooMany', tooManyLogins, { retryAfter: wait })
      }
      const address = networkOf(request.ip)
      await count('login address', address, limits.address)
      const account = await findByEmail(app.db, email)
      // By its id, since the database knows more spellings of an e-mail (İ for i) than a text can be compared by.
      const whose = account?.id ?? email
      await count('login account', whose, limits.account)
      if (!(await passwordMatches(password, account?.password_hash)))
        throw new AppError('unauthorized', wrongCredentials)
      const user = account && (await findUser(app.db, account.id))
      if (!user) throw new AppError('unauthorized', wrongCredentials)
      await Promise.all([
        forgetAttempts(app.db, 'login account', whose),
        returnAttempt(app.db, 'login address', address)
      ])
      const claims = await app.db.everyCompany(trx => app.sessions.start(trx, user, clientOf(request)))
      return { token: app.signToken(claims), user }
    }
  )

  app.post(
    '/api/auth/signup',
    {
      config: { access: 'public', rateLimit: { max: 10 * app.config.rateLimitFactor, timeWindow: '1 hour' } },
      schema: { summary: 'Create a company and its first user', body: Signup, response: { 201: SignedIn } }
    },
    async (request, reply) => {
      checkSignup(request.body)
      const { password, ...signup } = request.body
      const passwordHash = await hashPassword(password)
      const { userId } = await app.db.everyCompany(trx => createAccount(trx, signup, passwordHash))
      const user = await findUser(app.db, userId)
      if (!user) throw new AppError('unavailable', 'Erro ao criar conta')
      const claims = await app.db.everyCompany(trx => app.sessions.start(trx, user, clientOf(request)))
      return reply.status(201).send({ token: app.signToken(claims), user })
    }
  )

  app.get(
    '/api/auth/me',
    { config: { access: 'session' }, schema: { summary: 'The signed-in user', response: { 200: User } } },
    request => request.user
  )

  app.post(
    '/api/auth/logout',
    { config: { access: 'session' }, schema: { summary: 'End the session', response: { 204: Type.Null() } } },
    async (request, reply) => {
      await app.sessions.end(request.sessionId, 'logout')
      return reply.status(204).send(null)
    }
  )
}

const clientOf = (request: FastifyRequest): { ip: string; userAgent: string | null } => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 400) ?? null
})
