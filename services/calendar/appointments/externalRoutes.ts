import { Type } from '@sinclair/typebox'
import { employeeOf } from '../../account/auth/viewer.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { IdParams } from '../../core/schema.ts'
import { momentOf } from '../../core/zones/rules.ts'
import { readApart } from './busyReading.ts'
import { addExternalCalendar, listExternalCalendars, removeExternalCalendar } from './external.ts'
import { largest } from './externalReading.ts'
import { zoneOf } from './queries.ts'
import { CalendarPreview, CalendarText, ExternalCalendar, NewExternalCalendar } from './schema.ts'

const day = 86_400_000

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

  app.post(
    '/api/appointments/external-calendars/preview',
    {
      bodyLimit: 4 * largest,
      config: { access: 'company', rateLimit: routeLimit(app, 60, '1 hour') },
      schema: {
        summary: 'The times that a calendar would block, before anything is subscribed to',
        body: CalendarText,
        response: { 200: CalendarPreview }
      }
    },
    async request => {
      const { text, from, to } = request.body
      if (to < from) throw invalid({ to: 'O último dia vem antes do primeiro.' })
      if (Date.parse(to) - Date.parse(from) > 366 * day) throw invalid({ to: 'Escolha no máximo um ano.' })
      const zone = await request.company(zoneOf)
      const moment = (at: number) => momentOf(at, zone)
      const window = { from: moment(Date.parse(from)), to: moment(Date.parse(to) + day), zone }
      const { times, warnings } = await readApart(text, window)
      const iso = (at: number) => new Date(at).toISOString()
      return { times: times.map(([start, end]) => ({ start: iso(start), end: iso(end) })), warnings }
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
