import { Type } from '@sinclair/typebox'
import { readEmail } from '../../core/emails.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { perMinute } from '../../leads/leads/receive.ts'
import { everything } from '../appointments/availability.ts'
import { openBookingPage } from '../booking/book.ts'
import { needPersonOf } from '../booking/queries.ts'
import { bookingSource } from '../booking/rules.ts'
import { addWait, checkDays, leaveWait, listWaits } from './queries.ts'
import { waitTexts } from './rules.ts'
import { NewWait, WaitAdded, WaitList, WaitParams } from './schema.ts'
import { readWaitToken, waitToken } from './tokens.ts'

const Named = Type.Object(
  {
    companyId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of the company, or the address of its page'
    })
  },
  { additionalProperties: false }
)

/** People who wait for a time to become free. */
export function register(app: App): void {
  app.post(
    '/public/booking/:companyId/waitlist',
    {
      bodyLimit: 16 * 1024,
      config: { access: 'public', rateLimit: routeLimit(app, perMinute.max, '1 minute') },
      schema: {
        summary: 'Wait for a time of a service; the visitor becomes a lead, and is notified once by mail',
        params: Named,
        body: NewWait,
        response: { 201: WaitAdded }
      }
    },
    async (request, reply) => {
      const { companyId } = await openBookingPage(app, request.params.companyId)
      const { serviceId, employeeId = null, from, to, website, ...person } = request.body
      const days = { serviceId, employeeId, from, to }
      if (readEmail(person.email) === null) throw invalid({ email: waitTexts.email })
      await app.db.company(everything(companyId), async trx => {
        if (employeeId !== null) await needPersonOf(trx, serviceId, employeeId)
        await checkDays(trx, days)
      })
      const leadId = await app.receiveLead(
        request,
        { ...person, companyId, source: bookingSource, ...(website && { website }) },
        `waiting list ${request.id}`
      )
      if (website) return reply.status(201).send({ success: true, data: null })
      const id = await app.db.company({ id: companyId, held: true }, trx => addWait(trx, companyId, leadId, days))
      return reply.status(201).send({ success: true, data: { token: waitToken(app.config.secret, companyId, id) } })
    }
  )

  app.delete(
    '/public/booking/waitlist/:token',
    {
      config: { access: 'public', rateLimit: routeLimit(app, 30, '1 minute') },
      schema: { summary: 'Leave the waiting list', params: WaitParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      const place = readWaitToken(app.config, request.params.token)
      if (!place) throw new AppError('notFound', waitTexts.link)
      await app.db.company({ id: place.companyId, held: true, deleted: true }, trx =>
        leaveWait(trx, place.companyId, place.id)
      )
      return reply.status(204).send(null)
    }
  )

  app.get(
    '/api/appointments/waitlist',
    {
      config: { access: 'company' },
      schema: { summary: 'Who waits for a time to become free', response: { 200: WaitList } }
    },
    async request => ({ data: await request.company(listWaits) })
  )
}
