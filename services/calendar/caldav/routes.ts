import { Type } from '@sinclair/typebox'
import { employeeOf } from '../../account/auth/viewer.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { safeFetch } from '../../core/outside.ts'
import { IdParams } from '../../core/schema.ts'
import { addAccount, chooseCalendars, listAccounts, readLogin, removeAccount } from './accounts.ts'
import { caldavSentence, largestAnswer, openCaldav } from './client.ts'
import { CaldavAccount, CaldavChoice, NewCaldavAccount } from './schema.ts'

const path = '/api/appointments/caldav'

/** The person's accounts at servers of calendars. */
export function register(app: App): void {
  const fetchCalendar = safeFetch({ trusted: false, maxBytes: largestAnswer })

  app.get(
    path,
    {
      config: { access: 'company' },
      schema: { summary: 'The person’s CalDAV accounts', response: { 200: Type.Array(CaldavAccount) } }
    },
    request => request.company(trx => listAccounts(trx, app.config, employeeOf(request)))
  )

  app.post(
    path,
    {
      config: { access: 'company', rateLimit: routeLimit(app, 20, '1 hour') },
      schema: {
        summary: 'Connect a CalDAV account, whose calendars are looked for at once',
        body: NewCaldavAccount,
        response: { 201: CaldavAccount }
      }
    },
    async (request, reply) => {
      const of = { companyId: request.companyId(), employeeId: employeeOf(request) }
      const login = readLogin(request.body)
      const calendars = await openCaldav(login, fetchCalendar)
        .calendars()
        .catch(cause => {
          throw new AppError('conflict', caldavSentence(cause), { cause })
        })
      if (calendars.length === 0) throw new AppError('conflict', 'Esta conta não tem agendas.')
      const added = await request.company(trx => addAccount(trx, app.config, of, request.body.name, login, calendars))
      return reply.status(201).send(added)
    }
  )

  app.put(
    `${path}/:id`,
    {
      config: { access: 'company' },
      schema: {
        summary: 'Choose which calendars block times, and which one gets the appointments',
        params: IdParams,
        body: CaldavChoice,
        response: { 200: CaldavAccount }
      }
    },
    request => {
      const of = { companyId: request.companyId(), employeeId: employeeOf(request) }
      return request.company(trx => chooseCalendars(trx, app.config, of, request.params.id, request.body))
    }
  )

  app.delete(
    `${path}/:id`,
    {
      config: { access: 'company' },
      schema: { summary: 'Forget a CalDAV account', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      const me = employeeOf(request)
      if (!(await request.company(trx => removeAccount(trx, request.companyId(), me, request.params.id))))
        throw new AppError('notFound', 'Isto já foi excluído.')
      return reply.status(204).send(null)
    }
  )
}
