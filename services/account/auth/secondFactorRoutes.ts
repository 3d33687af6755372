import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type { AuditAction } from '../../core/audit.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { forgetAttempts, refuseTooMany } from '../../core/limits.ts'
import { audit, auditActor } from '../../platform/audit/queries.ts'
import { sendAccountMail } from '../../platform/email/account.ts'
import { codeLimit } from './attempts.ts'
import { secondFactorMail } from './mails.ts'
import { checkOwnPassword, lockPerson, type Person } from './people.ts'
import { RecoveryCodes, SecondFactorCode, SecondFactorProof, SecondFactorStart } from './schema.ts'
import { confirmSecondFactor, dropSecondFactor, newRecoveryCodes, startSecondFactor, takeCode } from './secondFactor.ts'
import { refreshSessionsOf } from './sessions.ts'

export const wrongCode = 'Código incorreto ou já usado.'

/** The person's own second factor: start, confirm, remove. */
export function register(app: App): void {
  const config = { access: 'session' as const, beforeSecondFactor: true }

  const note = (trx: Trx, request: FastifyRequest, person: Person, action: AuditAction) =>
    audit(trx, {
      ...auditActor(request),
      companyId: person.companyId,
      action,
      object: { type: 'user', id: person.id, name: person.name }
    })

  const notifyOwner = async (trx: Trx, person: Person, on: boolean) => {
    const { productName } = await app.settings()
    const url = `${app.config.publicUrl}/reset-password`
    await sendAccountMail(trx, app.config, secondFactorMail(person.email, productName, on, url))
  }

  app.post(
    '/api/profile/second-factor',
    { config, schema: { summary: 'Begin to set up the second factor', response: { 200: SecondFactorStart } } },
    async request => {
      const { userId } = request.actor
      const { productName } = await app.settings()
      const started = await app.db.everyCompany(trx =>
        startSecondFactor(trx, app.config, { id: userId, email: request.user.email }, productName)
      )
      if (!started) throw new AppError('conflict', 'A verificação em duas etapas já está ativada.')
      return started
    }
  )

  app.post(
    '/api/profile/second-factor/confirm',
    {
      config,
      schema: {
        summary: 'Turn the second factor on, by a code of the app',
        body: SecondFactorCode,
        response: { 200: RecoveryCodes }
      }
    },
    async request => {
      const { userId } = request.actor
      await refuseTooMany(app, 'second factor', userId, codeLimit)
      const recoveryCodes = await app.db.everyCompany(async trx => {
        const person = await lockPerson(trx, userId)
        const codes = person && (await confirmSecondFactor(trx, app.config, userId, request.body.code))
        if (!codes) return undefined
        await note(trx, request, person, 'user.second_factor_on')
        await notifyOwner(trx, person, true)
        await refreshSessionsOf(trx, userId)
        return codes
      })
      if (!recoveryCodes) throw invalid({ code: wrongCode })
      await forgetAttempts(app.db, 'second factor', userId)
      return { recoveryCodes }
    }
  )

  /** Runs the work after checking both password and code. */
  async function proven<T>(
    request: FastifyRequest<{ Body: { password: string; code: string } }>,
    work: (trx: Trx, person: Person) => Promise<T>
  ): Promise<T> {
    const { password, code } = request.body
    const { userId } = request.actor
    await checkOwnPassword(app, request, 'password', password)
    await refuseTooMany(app, 'second factor', userId, codeLimit)
    const result = await app.db.everyCompany(async trx => {
      const person = await lockPerson(trx, userId)
      if (!person || !(await takeCode(trx, app.config, userId, code))) throw invalid({ code: wrongCode })
      return work(trx, person)
    })
    await forgetAttempts(app.db, 'second factor', userId)
    return result
  }

  app.post(
    '/api/profile/second-factor/disable',
    {
      config,
      schema: { summary: 'Turn the second factor off', body: SecondFactorProof, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await proven(request, async (trx, person) => {
        await dropSecondFactor(trx, person.id)
        await note(trx, request, person, 'user.second_factor_off')
        await notifyOwner(trx, person, false)
        await refreshSessionsOf(trx, person.id)
      })
      return reply.status(204).send(null)
    }
  )

  app.post(
    '/api/profile/second-factor/recovery-codes',
    {
      config,
      schema: {
        summary: 'New recovery codes in place of the old',
        body: SecondFactorProof,
        response: { 200: RecoveryCodes }
      }
    },
    async request => {
      const recoveryCodes = await proven(request, async (trx, person) => {
        await note(trx, request, person, 'user.recovery_codes_renewed')
        return newRecoveryCodes(trx, person.id)
      })
      return { recoveryCodes }
    }
  )
}
