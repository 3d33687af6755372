import type { Parts } from '../../core/features.ts'
import type { App } from '../../core/http.ts'
import { registerCompanyRoutes } from './companyRoutes.ts'
import { dashboardOf } from './dashboard.ts'
import { recordFailures } from './failures.ts'
import { registerLogRoutes } from './logRoutes.ts'
import { Dashboard } from './schema.ts'
import { registerSettingRoutes } from './settingRoutes.ts'
import { registerStaffRoutes } from './staffRoutes.ts'
import { registerSupportRoutes } from './supportRoutes.ts'

/** The provider's staff area: everything under `/api/admin`. */
export function register(app: App, parts: Pick<Parts, 'queues' | 'features'>): void {
  const dashboard = dashboardOf(app, parts)
  app.get(
    '/api/admin/dashboard',
    { config: { access: 'staff' }, schema: { summary: 'How the business does', response: { 200: Dashboard } } },
    request => dashboard(request.user)
  )
  registerCompanyRoutes(app)
  registerSupportRoutes(app)
  registerStaffRoutes(app)
  registerSettingRoutes(app)
  registerLogRoutes(app, parts)
  recordFailures(app)
}
