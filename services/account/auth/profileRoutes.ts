import { Type } from '@sinclair/typebox'
import { signalAfterCommit } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { IdParams, JsonObject } from '../../core/schema.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'
import { storePhone } from '../../core/telephone/rules.ts'
import { findUnstorable } from '../../core/text.ts'
import { changed } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { revokeLinks } from './links.ts'
import { passwordChangedMail } from './mails.ts'
import { access, changeOwn, note } from './ownAccount.ts'
import { resetUrl } from './passwordRoutes.ts'
import { commonPassword, commonPasswordText, hashPassword } from './passwords.ts'
import { checkOwnPassword, storePassword } from './people.ts'
import { endOwnSession, exportPerson, findProfile, sessionsOf } from './profile.ts'
import { Ended, OwnSession, OwnSignIn, PasswordChange, Profile, ProfileChanges } from './schema.ts'
import { endSessionsOf, refreshSessionsOf } from './sessions.ts'
import { signInsOf } from './signIns.ts'

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

/** The person's own account: data, password, sessions. */
export function register(app: App): void {
  registerAccount(app)
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
