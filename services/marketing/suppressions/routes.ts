import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import type { App } from '../../core/http.ts'
import { listRoute } from '../../core/list.ts'
import { IdParams } from '../../core/schema.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { addSuppression, liftSuppression, listSuppressions } from './queries.ts'
import { LiftReason, NewSuppression, Suppression } from './schema.ts'

const access = 'company:send_email' as const

/** The e-mails that a company must not write to. */
export function register(app: App): void {
  listRoute(app, '/api/email/suppressions', {
    name: 'suppressions',
    summary: 'E-mails that get no campaign, the last one first; filtered by q, a part of the address, and reason',
    access,
    row: Suppression,
    sortable: ['createdAt'],
    filterable: ['q', 'reason'],
    read: (request, list) => request.company(trx => listSuppressions(trx, request.companyId(), list))
  })

  app.post(
    '/api/email/suppressions',
    {
      config: { access },
      schema: { summary: 'Send an e-mail no campaigns', body: NewSuppression, response: { 201: Suppression } }
    },
    async (request, reply) => {
      const key = await erasureKey(app.db, app.config)
      const added = await request.company(trx =>
        addSuppression(trx, request.companyId(), key, request.body, auditActor(request))
      )
      return reply.status(201).send(added)
    }
  )

  app.post(
    '/api/email/suppressions/:id/lift',
    {
      config: { access },
      schema: {
        summary: 'Send an e-mail campaigns again, as far as the person consents; the reason is audited',
        params: IdParams,
        body: LiftReason,
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const { reason } = request.body
      await request.company(trx => liftSuppression(trx, request.companyId(), id, reason, auditActor(request)))
      return reply.status(204).send(null)
    }
  )
}
