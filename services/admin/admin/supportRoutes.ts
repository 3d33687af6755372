import { Type } from '@sinclair/typebox'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { unstorable } from '../../core/text.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { Nothing, path, staff } from './companyRoutes.ts'
import { SupportAccess, SupportRequest } from './schema.ts'
import { endSupport, listSupport, startSupport } from './support.ts'

/** Accesses of staff to a company's view. */
export function registerSupportRoutes(app: App): void {
  const { db } = app

  app.get(
    `${path}/:id/support`,
    {
      config: staff,
      schema: { summary: 'Support accesses', params: IdParams, response: { 200: Type.Array(SupportAccess) } }
    },
    request => db.everyCompany(trx => listSupport(trx, request.params.id))
  )

  app.post(
    `${path}/:id/support`,
    {
      config: staff,
      schema: {
        summary: 'Read the company for a limited time; it is notified',
        params: IdParams,
        body: SupportRequest,
        response: { 201: SupportAccess }
      }
    },
    async (request, reply) => {
      const { reason } = request.body
      if (unstorable(reason)) throw invalid({ reason: 'O texto contém caracteres inválidos.' })
      const access = await db.everyCompany(trx =>
        startSupport(trx, request.params.id, request.body, auditActor(request))
      )
      return reply.status(201).send(access)
    }
  )

  app.post(
    `${path}/:id/support/end`,
    { config: staff, schema: { summary: 'End it', params: IdParams, response: { 204: Nothing } } },
    async (request, reply) => {
      const ended = await db.everyCompany(trx => endSupport(trx, request.params.id, auditActor(request)))
      if (!ended) throw new AppError('notFound', 'Não há acesso de suporte seu em andamento nesta empresa.')
      return reply.status(204).send(null)
    }
  )
}
