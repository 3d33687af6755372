import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { askToConfirm } from '../auth/emails.ts'
import { hashPassword } from '../auth/passwords.ts'
import { SignedIn, Signup } from '../auth/schema.ts'
import { findUser } from '../auth/sessionUser.ts'
import { clientOf } from '../auth/signIns.ts'
import { checkSignup, createAccount } from './queries.ts'

export function register(app: App): void {
  app.post(
    '/api/auth/signup',
    {
      config: { access: 'public', rateLimit: routeLimit(app, 10, '1 hour') },
      schema: { summary: 'Create a company and its first user', body: Signup, response: { 201: SignedIn } }
    },
    async (request, reply) => {
      checkSignup(request.body)
      const { password, ...signup } = request.body
      const passwordHash = await hashPassword(password)
      const { trialDays, productName } = await app.settings()
      const { userId } = await app.db.everyCompany(async trx => {
        const created = await createAccount(trx, signup, passwordHash, trialDays)
        await askToConfirm(trx, { config: app.config, productName }, { id: created.userId, email: signup.email })
        return created
      })
      const user = await findUser(app.db, userId)
      if (!user) throw new AppError('unavailable', 'Erro ao criar conta')
      const claims = await app.db.everyCompany(trx => app.sessions.start(trx, user, clientOf(request)))
      return reply.status(201).send({ token: app.signToken(claims), user })
    }
  )
}
