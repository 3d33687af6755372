import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { announce } from '../../core/events.ts'
import type { App } from '../../core/http.ts'
import { audit, auditActor, changed } from '../../platform/audit/queries.ts'
import { changeDistribution, listDistributed, readDistribution } from './queries.ts'
import { Distributed, Distribution, DistributionChange } from './schema.ts'

const shown = 50

export function register(app: App): void {
  app.get(
    '/api/distribution',
    {
      config: { access: 'company' },
      schema: { summary: 'Who is given new leads', response: { 200: Distribution } }
    },
    request => request.company(trx => readDistribution(trx, request.companyId()))
  )

  app.put(
    '/api/distribution',
    {
      config: { access: 'company:manage_team' },
      schema: { summary: 'Change who is given new leads', body: DistributionChange, response: { 200: Distribution } }
    },
    request =>
      request.company(async trx => {
        const companyId = request.companyId()
        const { before, after } = await changeDistribution(trx, companyId, request.body)
        const changes = changed(before, after)
        if (Object.keys(changes).length > 0) {
          await audit(trx, { ...auditActor(request), companyId, action: 'company.distribution_changed', changes })
          await announce(trx, { companyId, kind: 'team-changed', data: {} })
        }
        return after
      })
  )

  app.get(
    '/api/distribution/log',
    {
      config: { access: 'company' },
      schema: { summary: 'To whom the last leads went, and why', response: { 200: Type.Array(Distributed) } }
    },
    request => request.company(trx => listDistributed(trx, request.companyId(), shown))
  )
}
