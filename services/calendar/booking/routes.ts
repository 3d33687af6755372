import { Type } from '@sinclair/typebox'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { perMinute } from '../../leads/leads/receive.ts'
import { everything, readSlots } from '../appointments/availability.ts'
import { findAppointment } from '../appointments/queries.ts'
import { orFreeTimes } from '../appointments/taken.ts'
import { bookAsVisitor, openBookingPage } from './book.ts'
import {
  cancelAsGuest,
  confirmAsGuest,
  guestSlots,
  moveAsGuest,
  placeOfToken,
  readCalendarFile,
  readGuestAppointment,
  restoreAsGuest,
  toFreeDays
} from './guest.ts'
import { showBookingPage } from './page.ts'
import { changeBookingSettings, changeSlug, needPersonOf, readBookingSettings } from './queries.ts'
import { bookingTexts } from './rules.ts'
import {
  Booked,
  Booking,
  BookingPage,
  BookingSettings,
  BookingSettingsChange,
  BookingSlotQuery,
  FreeDays,
  GuestAnswer,
  GuestCancel,
  GuestMove,
  GuestParams,
  GuestSlotQuery,
  TimeGone
} from './schema.ts'

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
const Nothing = Type.Object({}, { additionalProperties: false })

const guest = '/public/appointments/:token'

const publicRoute = (app: App, perMinute: number) => ({
  access: 'public' as const,
  rateLimit: routeLimit(app, perMinute, '1 minute')
})

export function register(app: App): void {
  registerPage(app)
  registerGuest(app)
  registerGuestChanges(app)
  registerSettings(app)
}

function registerPage(app: App): void {
  const config = publicRoute(app, 120)

  app.get(
    '/public/booking/:companyId',
    {
      config,
      schema: { summary: 'What can be booked', params: Named, response: { 200: BookingPage } }
    },
    async request => (await showBookingPage(app, await openBookingPage(app, request.params.companyId))).page
  )

  app.get(
    '/public/booking/:companyId/slots',
    {
      config,
      schema: {
        summary: 'Free times of a service by day',
        params: Named,
        querystring: BookingSlotQuery,
        response: { 200: FreeDays }
      }
    },
    async request => {
      const { companyId } = await openBookingPage(app, request.params.companyId)
      return app.db.company(everything(companyId), async trx => {
        const { serviceId, employeeId } = request.query
        if (employeeId !== undefined) await needPersonOf(trx, serviceId, employeeId)
        return toFreeDays(await readSlots(trx, request.query))
      })
    }
  )

  app.post(
    '/public/booking/:companyId',
    {
      bodyLimit: 32 * 1024,
      config: { access: 'public', rateLimit: routeLimit(app, perMinute.max, '1 minute') },
      schema: {
        summary: 'Book a free time; the visitor becomes a lead',
        params: Named,
        headers: Type.Object({
          'idempotency-key': Type.Optional(
            Type.String({
              minLength: 8,
              maxLength: 190,
              description: 'The same key and body get the same answer; another body gets 422'
            })
          )
        }),
        body: Booking,
        response: { 201: Booked, 409: TimeGone }
      }
    },
    async (request, reply) => {
      const page = await openBookingPage(app, request.params.companyId)
      const key = request.headers['idempotency-key'] ?? null
      return orFreeTimes(app, request, reply, page.companyId, 201, () =>
        bookAsVisitor(app, request, page, request.body, key)
      )
    }
  )
}

/** Reads for the holder of an appointment’s link. */
function registerGuest(app: App): void {
  const config = publicRoute(app, 120)

  app.get(
    guest,
    {
      config,
      schema: { summary: 'An appointment, by its link', params: GuestParams, response: { 200: GuestAnswer } }
    },
    async request => {
      const { scope, appointmentId } = placeOfToken(app.config, request.params.token)
      return { data: await app.db.company(scope, trx => readGuestAppointment(trx, appointmentId)) }
    }
  )

  app.get(
    `${guest}/agenda.ics`,
    {
      config,
      schema: { summary: 'The appointment as a file for calendar programs', params: GuestParams }
    },
    async (request, reply) => {
      const { scope, appointmentId } = placeOfToken(app.config, request.params.token)
      const text = await app.db.company(scope, trx => readCalendarFile(trx, app.config, appointmentId))
      return reply
        .type('text/calendar; charset=utf-8')
        .header('Content-Disposition', 'attachment; filename="compromisso.ics"')
        .send(text)
    }
  )

  app.get(
    `${guest}/slots`,
    {
      config,
      schema: {
        summary: 'Free times to which it can be moved',
        params: GuestParams,
        querystring: GuestSlotQuery,
        response: { 200: FreeDays }
      }
    },
    async request => {
      const { scope, appointmentId } = placeOfToken(app.config, request.params.token)
      return app.db.company(scope, async trx => {
        const found = await findAppointment(trx, appointmentId)
        if (!found) throw new AppError('notFound', bookingTexts.notYours)
        return guestSlots(trx, found, request.query)
      })
    }
  )
}

/** Changes by the holder of an appointment’s link. */
function registerGuestChanges(app: App): void {
  const config = publicRoute(app, 30)

  app.post(
    `${guest}/confirm`,
    {
      config,
      schema: { summary: 'Say that one will come', params: GuestParams, body: Nothing, response: { 200: GuestAnswer } }
    },
    async request => {
      const { scope, appointmentId } = placeOfToken(app.config, request.params.token)
      return { data: await app.db.company(scope, trx => confirmAsGuest(trx, scope.id, appointmentId)) }
    }
  )

  app.post(
    `${guest}/move`,
    {
      config,
      schema: {
        summary: 'Move it to a free time',
        params: GuestParams,
        body: GuestMove,
        response: { 200: GuestAnswer, 409: TimeGone }
      }
    },
    async (request, reply) => {
      const { scope, appointmentId } = placeOfToken(app.config, request.params.token)
      return orFreeTimes(app, request, reply, scope.id, 200, async () => ({
        data: await app.db.company(scope, trx => moveAsGuest(trx, scope.id, appointmentId, request.body.start))
      }))
    }
  )

  app.post(
    `${guest}/cancel`,
    {
      config,
      schema: { summary: 'Cancel it', params: GuestParams, body: GuestCancel, response: { 200: GuestAnswer } }
    },
    async request => {
      const { scope, appointmentId } = placeOfToken(app.config, request.params.token)
      const reason = request.body.reason ?? null
      return { data: await app.db.company(scope, trx => cancelAsGuest(trx, scope.id, appointmentId, reason)) }
    }
  )

  app.post(
    `${guest}/restore`,
    {
      config,
      schema: {
        summary: 'Take one’s own cancellation back',
        params: GuestParams,
        body: Nothing,
        response: { 200: GuestAnswer, 409: TimeGone }
      }
    },
    async (request, reply) => {
      const { scope, appointmentId } = placeOfToken(app.config, request.params.token)
      return orFreeTimes(app, request, reply, scope.id, 200, async () => ({
        data: await app.db.company(scope, trx => restoreAsGuest(trx, scope.id, appointmentId))
      }))
    }
  )
}

function registerSettings(app: App): void {
  app.get(
    '/api/booking',
    {
      config: { access: 'company:manage_calendar' },
      schema: { summary: 'The public booking page', response: { 200: BookingSettings } }
    },
    request => request.company(trx => readBookingSettings(trx, app.config, request.companyId()))
  )

  app.put(
    '/api/booking',
    {
      config: { access: 'company:manage_calendar' },
      schema: {
        summary: 'Open, close or change the public booking page',
        body: BookingSettingsChange,
        response: { 200: BookingSettings }
      }
    },
    async request => {
      const { slug, ...change } = request.body
      const companyId = request.companyId()
      await request.company(trx => readBookingSettings(trx, app.config, companyId))
      if (slug !== undefined) await changeSlug(app.db, companyId, slug)
      return request.company(trx => changeBookingSettings(trx, app.config, companyId, change))
    }
  )
}
