import { Type } from '@sinclair/typebox'
import { employeeOf } from '../../account/auth/viewer.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { IdParams } from '../../core/schema.ts'
import { addExternalCalendar, listExternalCalendars, removeExternalCalendar } from './external.ts'
import { ExternalCalendar, NewExternalCalendar } from './schema.ts'

/** Calendars elsewhere at whose times a person is not free. */
export function register(app: App): void {
  app.get(
    '/api/appointments/external-calendars',
    {
      config: { access: 'company' },
      schema: { summary: 'The person’s calendars elsewhere', response: { 200: Type.Array(ExternalCalendar) } }
    },
    request => request.company(trx => listExternalCalendars(trx, app.config, employeeOf(request)))
  )

  app.post(
    '/api/appointments/external-calendars',
    {
      config: { access: 'company', rateLimit: routeLimit(app, 20, '1 hour') },
      schema: {
        summary: 'Subscribe to an iCalendar address, whose times are then not offered',
        body: NewExternalCalendar,
        response: { 201: ExternalCalendar }
      }
    },
    async (request, reply) => {
      const me = employeeOf(request)
      const added = await request.company(trx =>
        addExternalCalendar(trx, app.config, request.companyId(), me, request.body)
      )
      return reply.status(201).send(added)
    }
  )

  app.delete(
    '/api/appointments/external-calendars/:id',
    {
      config: { access: 'company' },
      schema: { summary: 'Subscribe no more', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      const me = employeeOf(request)
      if (!(await request.company(trx => removeExternalCalendar(trx, request.companyId(), me, request.params.id))))
        throw new AppError('notFound', 'Isto já foi excluído.')
      return reply.status(204).send(null)
    }
  )
}
