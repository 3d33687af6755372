import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../core/address.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { unstorable } from '../../core/text.ts'
import { countSignIn, forgiveSignIn } from '../auth/attempts.ts'
import { askToConfirm } from '../auth/emails.ts'
import { commonPassword, hashPassword, passwordMatches } from '../auth/passwords.ts'
import { passwordLength, type SignInOutcome } from '../auth/rules.ts'
import { SignedIn } from '../auth/schema.ts'
import { passSecondFactor } from '../auth/secondStep.ts'
import { findSessionUser, findUser } from '../auth/sessionUser.ts'
import { clientOf, recordSignIn } from '../auth/signIns.ts'
import { type Account, acceptInvitation, type Guest, readInvitation } from './joining.ts'
import { Acceptance, InvitationCheck, InvitationToken } from './schema.ts'

/** Accepting an invitation, before the person can sign in. */
export function register(app: App): void {
  const config = { access: 'public' as const, rateLimit: routeLimit(app, 30, '1 minute') }

  app.post(
    '/public/invitations/check',
    {
      config,
      schema: { summary: 'Who invites whom', body: InvitationToken, response: { 200: InvitationCheck } }
    },
    request => app.db.everyCompany(async trx => (await readInvitation(trx, request.body.token)).shown)
  )

  app.post(
    '/public/invitations/accept',
    {
      config,
      schema: { summary: 'Accept an invitation and sign in', body: Acceptance, response: { 200: SignedIn } }
    },
    async request => {
      const { token, name, password, code } = request.body
      const { account, link } = await app.db.everyCompany(trx => readInvitation(trx, token))
      // Through the inviter's link what is typed must be fit for a new account, whether there is one or not.
      if (!account || !link.fromMail) checkNewGuest(name, password)
      const guest = account ? await authenticateGuest(request, account, password, code) : await newGuest(name, password)
      const from = { ip: request.ip, requestId: request.id }
      const client = clientOf(request)
      const claims = await app.db.everyCompany(async trx => {
        const { userId, role, companyId } = await acceptInvitation(trx, token, guest, from)
        return app.sessions.start(trx, { id: userId, role, companyId }, client)
      })
      const user = await findSessionUser(app.db, claims.sid)
      if (user) await recordSignIn(app.db, { ...client, who: { userId: user.id }, outcome: 'ok' })
      if (!user) throw new AppError('unavailable', 'Convite aceito. Entre com a sua senha.')
      // The link shown to the inviter does not prove that the address belongs to the person.
      if (!user.emailConfirmed) {
        const { productName } = await app.settings()
        await app.db.everyCompany(trx => askToConfirm(trx, { config: app.config, productName }, user))
      }
      return { token: app.signToken(claims), user }
    }
  )

  /** The owner of an existing account proves it with password and second factor, as at a sign-in. */
  async function authenticateGuest(
    request: FastifyRequest,
    account: Account,
    password: string,
    code: string | undefined
  ): Promise<Guest> {
    const keep = (outcome: SignInOutcome) =>
      recordSignIn(app.db, { ...clientOf(request), who: { userId: account.id }, outcome })
    await countSignIn(app, 'login address', networkOf(request.ip), keep)
    await countSignIn(app, 'login account', account.id, keep)
    const good = await passwordMatches(password, account.active ? account.password_hash : undefined)
    const user = good ? await findUser(app.db, account.id) : undefined
    if (!user) {
      await keep(account.active ? 'wrong' : 'inactive')
      throw invalid({ password: 'Senha incorreta.' })
    }
    await forgiveSignIn(app, request, account.id)
    await passSecondFactor(app, request, user, code, keep)
    return { accountId: account.id }
  }
}

function checkNewGuest(name: string | undefined, password: string): void {
  const errors: Record<string, string> = {}
  if (!name?.trim()) errors.name = 'Este campo é obrigatório'
  else if (unstorable(name)) errors.name = 'O texto contém caracteres inválidos.'
  if (password.length < passwordLength.min || password.length > passwordLength.max)
    errors.password = `Use de ${passwordLength.min} a ${passwordLength.max} caracteres.`
  else if (commonPassword(password)) errors.password = 'Essa senha é muito comum. Escolha outra.'
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const newGuest = async (name: string | undefined, password: string): Promise<Guest> => ({
  name: name?.trim() ?? '',
  passwordHash: await hashPassword(password)
})
