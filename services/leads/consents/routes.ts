import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { listConsents, recordConsent } from './queries.ts'
import { Consent, NewConsent } from './schema.ts'

const notFound = 'Lead não encontrado'

export function register(app: App): void {
  app.get(
    '/api/leads/:id/consents',
    {
      config: { access: 'company' },
      schema: {
        summary: 'What a lead has consented to, with proof',
        params: IdParams,
        response: { 200: Type.Array(Consent) }
      }
    },
    async request => {
      const consents = await request.company(trx => listConsents(trx, request.params.id))
      if (!consents) throw new AppError('notFound', notFound)
      return consents
    }
  )

  app.post(
    '/api/leads/:id/consents',
    {
      config: { access: 'company:edit_leads' },
      schema: {
        summary: 'Record a decision about a channel',
        params: IdParams,
        body: NewConsent,
        response: { 201: Consent }
      }
    },
    async (request, reply) => {
      const decision = { ...request.body, ip: request.ip }
      const consent = await request.company(trx =>
        recordConsent(trx, request.companyId(), request.params.id, decision, authorOf(request))
      )
      if (!consent) throw new AppError('notFound', notFound)
      return reply.status(201).send(consent)
    }
  )
}
