import { Type } from '@sinclair/typebox'
import type { App } from '../core/http.ts'
import { listPlans } from './queries.ts'
import { OfferedPlan } from './schema.ts'

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
}
