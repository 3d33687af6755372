import { Type } from '@sinclair/typebox'
import { readEmail } from '../../core/emails.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { IdParams } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { accountCodes } from '../auth/rules.ts'
import {
  answerRecipientRequest,
  askRecipient,
  findRecipientRequest,
  readRecipients,
  revokeRecipient
} from './queries.ts'
import { Recipient, RecipientAnswer, RecipientQuery, RecipientRequest, RecipientToken } from './schema.ts'

const over = () =>
  new AppError('notFound', 'Este link expirou ou foi substituído. Peça outro à empresa.', {
    code: accountCodes.linkExpired
  })

/** Recipients of a company's form notices, and the answers of addresses outside the team. */
export function register(app: App): void {
  const edits = { access: 'company:edit_form' } as const

  app.get(
    '/api/recipients',
    {
      config: edits,
      schema: {
        summary: 'Whether addresses get the leads of a form',
        querystring: RecipientQuery,
        response: { 200: Type.Array(Recipient) }
      }
    },
    request => {
      const emails = request.query.emails.split(',').map(readEmail)
      if (emails.length > 20 || emails.includes(null)) throw invalid({ emails: 'Email inválido' })
      return request.company(trx => readRecipients(trx, emails as string[]))
    }
  )

  app.post(
    '/api/recipients/:id/resend',
    {
      config: edits,
      schema: { summary: 'Ask an address again', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await askRecipient(app.db, app.config, request.companyId(), request.params.id)
      return reply.status(204).send(null)
    }
  )

  app.delete(
    '/api/recipients/:id',
    {
      config: edits,
      schema: { summary: 'Take an address off the list', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await request.company(trx => revokeRecipient(trx, request.companyId(), request.params.id, auditActor(request)))
      return reply.status(204).send(null)
    }
  )

  const perMinute = routeLimit(app, 30, '1 minute')
  const config = { access: 'public' as const, rateLimit: perMinute }

  app.post(
    '/public/recipients/check',
    {
      config,
      schema: { summary: 'The company that asks, by a link', body: RecipientToken, response: { 200: RecipientRequest } }
    },
    async request => {
      const found = await app.db.everyCompany(trx => findRecipientRequest(trx, request.body.token))
      if (!found) throw over()
      return found
    }
  )

  app.post(
    '/public/recipients/answer',
    {
      config,
      schema: {
        summary: 'Agree to get the leads of a form, or not',
        body: RecipientAnswer,
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      const { token, wanted } = request.body
      const from = { ip: request.ip, requestId: request.id }
      if (!(await app.db.everyCompany(trx => answerRecipientRequest(trx, token, wanted, from)))) throw over()
      return reply.status(204).send(null)
    }
  )
}
