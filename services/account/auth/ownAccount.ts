import type { FastifyRequest } from 'fastify'
import type { AuditAction } from '../../core/audit.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { type AuditChanges, audit, auditActor } from '../../platform/audit/queries.ts'
import { mailsKeptText } from '../../platform/email/rules.ts'
import { lockPerson, type Person } from './people.ts'

export const access = 'session' as const

/** Each of these sends mails; by account and hour. */
export const mailLimit = { max: 5, seconds: 3600 }

/** The message after a mail was sent; without a mail server, where it can be read instead. */
export const mailMessage = (app: App, sent: string) => (app.config.smtpUrl === undefined ? mailsKeptText : sent)

export const mailSettings = async (app: App) => ({
  config: app.config,
  productName: (await app.settings()).productName
})

/** Changes one's own account; changes are serialised. */
export const changeOwn = <T>(
  { db }: App,
  request: FastifyRequest,
  work: (trx: Trx, person: Person) => Promise<T>
): Promise<T> =>
  db.everyCompany(async trx => {
    const person = await lockPerson(trx, request.actor.userId)
    if (!person) throw new AppError('notFound', 'Conta não encontrada')
    return work(trx, person)
  })

export const note = (trx: Trx, request: FastifyRequest, person: Person, action: AuditAction, changes?: AuditChanges) =>
  audit(trx, {
    ...auditActor(request),
    companyId: person.companyId,
    action,
    object: { type: 'user', id: person.id, name: person.name },
    ...(changes && { changes })
  })
