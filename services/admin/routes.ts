import type { App } from '../core/http.ts'
import type { Queues } from '../core/queues.ts'
import { registerCompanyRoutes } from './companyRoutes.ts'
import { dashboardOf } from './dashboard.ts'
import { recordFailures } from './failures.ts'
import { registerLogRoutes } from './logRoutes.ts'
import { Dashboard } from './schema.ts'
import { registerSettingRoutes } from './settingRoutes.ts'
import { registerStaffRoutes } from './staffRoutes.ts'

/** The area of the provider's staff: everything under `/api/admin`. */
export function registerAdmin(app: App, queues: Queues): void {
  const dashboard = dashboardOf(app, queues)
  app.get(
    '/api/admin/dashboard',
    { config: { access: 'staff' }, schema: { summary: 'How the business does', response: { 200: Dashboard } } },
    request => dashboard(request.user)
  )
  registerCompanyRoutes(app)
  registerStaffRoutes(app)
  registerSettingRoutes(app)
  registerLogRoutes(app, queues)
  recordFailures(app)
}
