import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { type AuditChanges, audit, auditActor, changed } from '../audit/queries.ts'
import type { AuditAction } from '../core/audit.ts'
import type { Trx } from '../core/db.ts'
import { signalAfterCommit } from '../core/db.ts'
import { AppError, invalid } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { refuseTooMany, routeLimit } from '../core/limits.ts'
import { IdParams, JsonObject } from '../core/schema.ts'
import { findUnstorable } from '../core/text.ts'
import { sendAccountMail } from '../email/account.ts'
import { mailsKeptText } from '../email/rules.ts'
import { checkPhone } from '../leads/rules.ts'
import { storePhone } from '../leads/telephone/rules.ts'
import { askToChange, askToConfirm, confirmByLink } from './emails.ts'
import { revokeLinks } from './links.ts'
import { passwordChangedMail } from './mails.ts'
import { linkExpired, resetUrl } from './passwordRoutes.ts'
import { commonPassword, commonPasswordText, hashPassword } from './passwords.ts'
import { bySelf, checkOwnPassword, lockPerson, type Person, storePassword } from './people.ts'
import { endOwnSession, exportPerson, findProfile, sessionsOf } from './profile.ts'
import {
  EmailChange,
  EmailConfirmed,
  Ended,
  LinkToken,
  Message,
  OwnSession,
  OwnSignIn,
  PasswordChange,
  Profile,
  ProfileChanges
} from './schema.ts'
import { endSessionsOf, refreshSessionsOf } from './sessions.ts'
import { signInsOf } from './signIns.ts'

const access = 'session' as const

/** Each of these sends mails; by account and hour. */
const mailLimit = { max: 5, seconds: 3600 }

const unknownZone = 'Fuso horário desconhecido.'

function checkChanges(changes: ProfileChanges): void {
  const unstorable = findUnstorable(changes)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  const wrongPhone = checkPhone(changes.phone ?? '')
  if (wrongPhone) throw invalid({ phone: wrongPhone })
  try {
    new Intl.DateTimeFormat('pt-BR', { timeZone: changes.timeZone })
  } catch {
    throw invalid({ timeZone: unknownZone })
  }
}

/** The message after a mail was sent; without a mail server, where it can be read instead. */
const mailMessage = (app: App, sent: string) => (app.config.smtpUrl === undefined ? mailsKeptText : sent)

const mailSettings = async (app: App) => ({ config: app.config, productName: (await app.settings()).productName })

/** Changes one's own account; changes are serialised. */
const changeOwn = <T>(
  { db }: App,
  request: FastifyRequest,
  work: (trx: Trx, person: Person) => Promise<T>
): Promise<T> =>
  db.everyCompany(async trx => {
    const person = await lockPerson(trx, request.actor.userId)
    if (!person) throw new AppError('notFound', 'Conta não encontrada')
    return work(trx, person)
  })

const note = (trx: Trx, request: FastifyRequest, person: Person, action: AuditAction, changes?: AuditChanges) =>
  audit(trx, {
    ...auditActor(request),
    companyId: person.companyId,
    action,
    object: { type: 'user', id: person.id, name: person.name },
    ...(changes && { changes })
  })

/** The person's own account: data, password, e-mail, sessions. */
export function register(app: App): void {
  registerAccount(app)
  registerEmail(app)
  registerSessions(app)
  registerExport(app)
}

function registerAccount(app: App): void {
  app.get(
    '/api/profile',
    { config: { access }, schema: { summary: 'The own account', response: { 200: Profile } } },
    request => app.db.everyCompany(trx => findProfile(trx, request.user))
  )

  app.put(
    '/api/profile',
    {
      config: { access },
      schema: { summary: 'Change the own data', body: ProfileChanges, response: { 200: Profile } }
    },
    async request => {
      checkChanges(request.body)
      return changeOwn(app, request, async (trx, person) => {
        const before = await findProfile(trx, request.user)
        const { name, phone, jobTitle, timeZone } = request.body
        const after = {
          name: name.trim(),
          phone: storePhone(phone ?? '') || null,
          jobTitle: jobTitle?.trim() || null,
          timeZone
        }
        await trx
          .updateTable('users')
          .set({ name: after.name, phone: after.phone, job_title: after.jobTitle, time_zone: timeZone })
          .where('id', '=', person.id)
          .execute()
        const changes = changed(before, after)
        if (Object.keys(changes).length > 0) {
          await note(trx, request, person, 'user.changed', changes)
          await refreshSessionsOf(trx, person.id)
        }
        return { ...before, ...after }
      })
    }
  )

  app.post(
    '/api/profile/password',
    {
      config: { access },
      schema: { summary: 'Change the own password', body: PasswordChange, response: { 200: Ended } }
    },
    async request => {
      const { current, password } = request.body
      if (commonPassword(password)) throw invalid({ password: commonPasswordText })
      await checkOwnPassword(app, request, 'current', current)
      const passwordHash = await hashPassword(password)
      const { productName } = await app.settings()
      const ended = await changeOwn(app, request, async (trx, person) => {
        await storePassword(trx, person.id, passwordHash)
        await revokeLinks(trx, 'reset', { userId: person.id })
        await note(trx, request, person, 'user.password_changed')
        await sendAccountMail(trx, app.config, passwordChangedMail(person.email, productName, resetUrl(app)))
        return endSessionsOf(trx, person.id, 'password', request.sessionId)
      })
      return { ended }
    }
  )
}

function registerEmail(app: App): void {
  app.post(
    '/api/profile/email',
    {
      config: { access },
      schema: { summary: 'Ask both addresses for a change of e-mail', body: EmailChange, response: { 202: Message } }
    },
    async (request, reply) => {
      const { email: wanted, password } = request.body
      await checkOwnPassword(app, request, 'password', password)
      await refuseTooMany(app, 'email change', request.actor.userId, mailLimit)
      const settings = await mailSettings(app)
      await changeOwn(app, request, async (trx, person) => {
        if (wanted === person.email) throw invalid({ email: 'Este já é o seu e-mail.' })
        await askToChange(trx, settings, person, wanted)
        await note(trx, request, person, 'user.email_change_asked', { email: [person.email, wanted] })
      })
      return reply.status(202).send({
        message: mailMessage(app, 'Enviamos uma mensagem ao endereço atual e outra ao novo. Confirme nas duas.')
      })
    }
  )

  app.delete(
    '/api/profile/email',
    { config: { access }, schema: { summary: 'Give the change of e-mail up', response: { 204: Type.Null() } } },
    async (request, reply) => {
      await changeOwn(app, request, async (trx, person) => {
        for (const kind of ['email-old', 'email-new'] as const) await revokeLinks(trx, kind, { userId: person.id })
        const { numDeletedRows } = await trx
          .deleteFrom('email_changes')
          .where('user_id', '=', person.id)
          .executeTakeFirstOrThrow()
        if (numDeletedRows > 0n) await note(trx, request, person, 'user.email_change_given_up')
      })
      return reply.status(204).send(null)
    }
  )

  app.post(
    '/api/profile/email/confirmation',
    {
      config: { access },
      schema: { summary: 'Mail the link to confirm the own e-mail again', response: { 202: Message } }
    },
    async (request, reply) => {
      await refuseTooMany(app, 'email confirmation', request.actor.userId, mailLimit)
      const settings = await mailSettings(app)
      await changeOwn(app, request, async (trx, person) => {
        const { email_confirmed_at } = await trx
          .selectFrom('users')
          .select('email_confirmed_at')
          .where('id', '=', person.id)
          .executeTakeFirstOrThrow()
        if (email_confirmed_at === null) await askToConfirm(trx, settings, person)
      })
      return reply
        .status(202)
        .send({ message: mailMessage(app, 'Enviamos um novo link. Confira sua caixa de entrada.') })
    }
  )

  app.post(
    '/public/email/confirm',
    {
      config: { access: 'public', rateLimit: routeLimit(app, 30, '1 minute') },
      schema: { summary: 'Confirm an e-mail by a link', body: LinkToken, response: { 200: EmailConfirmed } }
    },
    async request => {
      const settings = await mailSettings(app)
      const confirmed = await app.db.everyCompany(trx =>
        confirmByLink(trx, settings, request.body.token, person => bySelf(request, person))
      )
      if (!confirmed) throw linkExpired()
      return confirmed
    }
  )
}

function registerSessions(app: App): void {
  app.get(
    '/api/profile/sessions',
    { config: { access }, schema: { summary: 'The own open sessions', response: { 200: Type.Array(OwnSession) } } },
    async request => {
      const { sessionIdleMinutes } = await app.settings()
      const { userId, sessionId } = request.actor
      return app.db.everyCompany(trx =>
        sessionsOf(trx, userId, { current: sessionId, idleMinutes: sessionIdleMinutes })
      )
    }
  )

  app.delete(
    '/api/profile/sessions/:id',
    {
      config: { access },
      schema: { summary: 'End one of the own sessions', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      const { id } = request.params
      await changeOwn(app, request, async (trx, person) => {
        if (!(await endOwnSession(trx, person.id, id))) throw new AppError('notFound', 'Sessão não encontrada')
        signalAfterCommit(trx, `session:${id}`)
        await note(trx, request, person, 'user.session_ended')
      })
      return reply.status(204).send(null)
    }
  )

  app.post(
    '/api/profile/sessions/end-others',
    { config: { access }, schema: { summary: 'End all own sessions but this one', response: { 200: Ended } } },
    async request => {
      const ended = await changeOwn(app, request, async (trx, person) => {
        const count = await endSessionsOf(trx, person.id, 'person', request.sessionId)
        if (count > 0) await note(trx, request, person, 'user.sessions_ended')
        return count
      })
      return { ended }
    }
  )

  app.get(
    '/api/profile/sign-ins',
    {
      config: { access },
      schema: { summary: 'Recent sign-ins as oneself, also failed ones', response: { 200: Type.Array(OwnSignIn) } }
    },
    request => app.db.everyCompany(trx => signInsOf(trx, request.actor.userId))
  )
}

function registerExport(app: App): void {
  app.get(
    '/api/profile/export',
    {
      config: { access, rateLimit: routeLimit(app, 10, '1 minute') },
      schema: { summary: 'Everything kept about oneself', response: { 200: JsonObject() } }
    },
    async (request, reply) => {
      const kept = await app.db.everyCompany(trx => exportPerson(trx, request.user))
      return reply.header('Content-Disposition', 'attachment; filename="meus-dados.json"').send(kept)
    }
  )
}
