import { Type } from '@sinclair/typebox'
import { AppError, invalid } from '../../core/errors.ts'
import { type App, ownCompany } from '../../core/http.ts'
import { CompanyParams, Id } from '../../core/schema.ts'
import { findUnstorable } from '../../core/text.ts'
import { authorOf } from '../auth/viewer.ts'
import { noCompany } from '../companies/rules.ts'
import { listActivities, recordActivity } from './queries.ts'
import { defaultActivityLimit } from './rules.ts'
import { Activity, NewActivity } from './schema.ts'

export function register(app: App): void {
  app.get(
    '/api/companies/:companyId/activities',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Newest activities',
        params: CompanyParams,
        querystring: Type.Object(
          {
            limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-9]\\d|100)$', description: '1 to 100' })),
            leadId: Type.Optional(Id)
          },
          { additionalProperties: false }
        ),
        response: { 200: Type.Array(Activity) }
      }
    },
    request => {
      ownCompany(request, request.params.companyId, noCompany)
      const limit = Number(request.query.limit ?? defaultActivityLimit)
      return request.company(trx => listActivities(trx, limit, request.query.leadId))
    }
  )

  app.post(
    '/api/companies/activities',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Record an activity', body: NewActivity, response: { 201: Activity } }
    },
    async (request, reply) => {
      ownCompany(request, request.body.companyId, noCompany)
      const field = findUnstorable(request.body)
      if (field !== null) throw invalid({ [field]: 'O texto contém caracteres inválidos.' })
      const activity = await request.company(trx => recordActivity(trx, request.body, authorOf(request)))
      if (!activity) throw new AppError('notFound', 'Lead não encontrado')
      return reply.status(201).send(activity)
    }
  )
}
