import { viewerOf } from '../../account/auth/viewer.ts'
import type { App } from '../../core/http.ts'
import { checkPeriod, ownerOf, PeriodQuery } from '../../leads/dashboard/period.ts'
import { findAppointmentFigures } from './figures.ts'
import { AppointmentFigures } from './schema.ts'

/** The block of the dashboard about appointments. */
export function register(app: App): void {
  app.get(
    '/api/dashboard/appointments',
    {
      config: { access: 'company' },
      schema: {
        summary: 'The next appointments, and what came of those of a period',
        querystring: PeriodQuery,
        response: { 200: AppointmentFigures }
      }
    },
    request => {
      checkPeriod(request.query)
      const { from, to, owner } = request.query
      return findAppointmentFigures(app.db, viewerOf(request), { from, to, owner: ownerOf(request, owner) })
    }
  )
}
