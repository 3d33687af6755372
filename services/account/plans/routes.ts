import { Type } from '@sinclair/typebox'
import { type App, ownCompany } from '../../core/http.ts'
import { CompanyParams } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { noCompany } from '../companies/rules.ts'
import { PlanChoice, Usage } from '../companies/schema.ts'
import { listPlans } from './queries.ts'
import { OfferedPlan } from './schema.ts'
import { changePlan, findUsage } from './usage.ts'

export function register(app: App): void {
  app.get(
    '/public/plans',
    {
      config: { access: 'public' },
      schema: { summary: 'The plans on offer', response: { 200: Type.Array(OfferedPlan) } }
    },
    async () => {
      const plans = await app.db.everyCompany(listPlans)
      return plans.map(plan => ({ ...plan, price: plan.priceCents / 100 }))
    }
  )

  app.get(
    '/api/companies/:companyId/usage',
    {
      config: { access: 'company' },
      schema: { summary: 'What is used of the plan', params: CompanyParams, response: { 200: Usage } }
    },
    request => {
      const id = ownCompany(request, request.params.companyId, noCompany)
      return app.db.everyCompany(trx => findUsage(trx, id))
    }
  )

  app.post(
    '/api/companies/:companyId/plan',
    {
      config: { access: 'company:manage_billing' },
      schema: { summary: 'Change the plan', params: CompanyParams, body: PlanChoice, response: { 200: Usage } }
    },
    request => {
      const id = ownCompany(request, request.params.companyId, noCompany)
      return app.db.everyCompany(trx => changePlan(trx, id, request.body.plan, auditActor(request)))
    }
  )
}
