import { Type } from '@sinclair/typebox'
import type { App } from '../core/http.ts'
import { listPlans } from './queries.ts'
import { Plan } from './schema.ts'

export function registerPlans(app: App): void {
  app.get(
    '/public/plans',
    { config: { access: 'public' }, schema: { summary: 'The plans on offer', response: { 200: Type.Array(Plan) } } },
    () => app.db.everyCompany(listPlans)
  )
}
