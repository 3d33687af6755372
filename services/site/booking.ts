import type { FastifyReply, FastifyRequest } from 'fastify'
import { everything, readSlots, slotsInstead } from '../calendar/appointments/availability.ts'
import { findAppointment, TimeTakenError } from '../calendar/appointments/queries.ts'
import { bookAsVisitor } from '../calendar/booking/book.ts'
import {
  cancelAsGuest,
  confirmAsGuest,
  guestSlots,
  moveAsGuest,
  placeOfToken,
  readGuestAppointment,
  restoreAsGuest,
  toFreeDays
} from '../calendar/booking/guest.ts'
import { showBookingPage } from '../calendar/booking/page.ts'
import type { FoundPage } from '../calendar/booking/queries.ts'
import { bookingOf, firstFreeMonth } from '../calendar/booking/rules.ts'
import type { Booking, FreeDays } from '../calendar/booking/schema.ts'
import { AppError } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { dayAt } from '../core/zones/rules.ts'
import { refuse, toSubmission, touchIn, typedIn } from './formPost.ts'
import type { PageData } from './schema.ts'

const monthOf = (day: string): string => day.slice(0, 7)

/** The first and last day of a month that is not over, from today on. */
function daysAhead(month: string, today: string): { from: string; to: string } {
  const [year = 0, of = 1] = month.split('-').map(Number)
  const to = new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10)
  return { from: today > `${month}-01` ? today : `${month}-01`, to }
}

/** Reads a value of the address; undefined where it is not of that form. */
function queryValue(request: FastifyRequest, name: string, pattern: RegExp): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}
const month = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/
const person = /^[0-9a-f]{24}$/
const start = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

type Shown = { month: string; days: FreeDays | null }

/**
 * The month that is asked for and not over, as in an old link; else the first from this one on that has a free time.
 */
function showMonth(
  request: FastifyRequest,
  today: string,
  read: (days: { from: string; to: string }) => Promise<FreeDays>
): Promise<Shown> {
  const chosen = queryValue(request, 'mes', month)
  const readMonth = async (month: string): Promise<Shown> => ({ month, days: await read(daysAhead(month, today)) })
  const isAhead = chosen !== undefined && chosen >= monthOf(today)
  return isAhead ? readMonth(chosen) : firstFreeMonth(monthOf(today), readMonth)
}

/** Reads what the booking page shows; returns who may frame it. */
export async function addBooking(
  app: App,
  request: FastifyRequest,
  data: PageData,
  found: FoundPage
): Promise<string[]> {
  const { page, origins } = await showBookingPage(app, found)
  const { today } = page.form
  const service = page.services.find(({ id }) => id === queryValue(request, 'servico', /^[0-9a-f]{24}$/))
  const serviceId = (service ?? (page.services.length === 1 ? page.services[0] : undefined))?.id
  const chosen = queryValue(request, 'profissional', person)
  const employeeId = page.services.find(({ id }) => id === serviceId)?.people.find(({ id }) => id === chosen)?.id
  const shown =
    serviceId === undefined
      ? { month: monthOf(today), days: null }
      : await showMonth(request, today, days =>
          app.db.company(everything(found.companyId), async trx =>
            toFreeDays(await readSlots(trx, { serviceId, ...(employeeId && { employeeId }), ...days }))
          )
        )
  data.booking = { page, ...shown }
  return origins
}

/** Books what a browser without JavaScript sends; returns the status of the page that says what became of it. */
export async function bookByPost(app: App, request: FastifyRequest, data: PageData, found: FoundPage): Promise<number> {
  const values = typedIn(request.body)
  const touch = touchIn(request, app.config.publicUrl)
  const serviceId = queryValue(request, 'servico', /^[0-9a-f]{24}$/) ?? data.booking?.page.services[0]?.id ?? ''
  const employeeId = queryValue(request, 'profissional', person)
  const booking = {
    ...bookingOf(toSubmission(values)),
    touch,
    serviceId,
    ...(employeeId && { employeeId }),
    start: queryValue(request, 'inicio', start) ?? ''
  }
  try {
    if (booking.start === '') throw new AppError('invalid', 'Escolha um horário.')
    const { data: booked } = await bookAsVisitor(app, request, found, booking as Booking, null)
    if (data.booking) data.booking.booked = booked
    return 200
  } catch (error) {
    if (error instanceof TimeTakenError && data.booking)
      data.booking.instead = await timesInstead(app, found.companyId, error)
    return refuse(data, values, error)
  }
}

async function timesInstead(app: App, companyId: string, { wanted }: TimeTakenError) {
  const { minutes, slots } = await app.db.company(everything(companyId), trx => slotsInstead(trx, wanted))
  return slots.map(({ start }) => ({
    start: new Date(start).toISOString(),
    end: new Date(start + minutes * 60_000).toISOString()
  }))
}

/** Reads the appointment of a link, and the free times where it is being moved. */
export async function addAppointment(
  app: App,
  request: FastifyRequest<{ Params: { token: string } }>,
  data: PageData
): Promise<void> {
  const { token } = request.params
  const { scope, appointmentId } = placeOfToken(app.config, token)
  const appointment = await app.db.company(scope, trx => readGuestAppointment(trx, appointmentId))
  const today = dayAt(Date.now(), appointment.timezone)
  const moving = appointment.may.move && ('remarcar' in (request.query as object) || queryValue(request, 'mes', month))
  const shown = moving
    ? await showMonth(request, today, days =>
        app.db.company(scope, async trx => {
          const found = await findAppointment(trx, appointmentId)
          if (!found) throw new AppError('notFound', 'Agendamento não encontrado')
          return guestSlots(trx, found, days)
        })
      )
    : { month: monthOf(today), days: null }
  data.appointment = { token, data: appointment, today, ...shown }
}

/** Performs the action that a browser without JavaScript posts; answers with the new page or with the error. */
export async function actByPost(
  app: App,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
  show: (data: PageData, status: number) => FastifyReply
): Promise<FastifyReply> {
  const { scope, appointmentId } = placeOfToken(app.config, request.params.token)
  const { acao, inicio = '' } = typedIn(request.body)
  try {
    await app.db.company(scope, trx => {
      if (acao === 'confirm') return confirmAsGuest(trx, scope.id, appointmentId)
      if (acao === 'cancel') return cancelAsGuest(trx, scope.id, appointmentId, null)
      if (acao === 'restore') return restoreAsGuest(trx, scope.id, appointmentId)
      if (acao === 'move' && start.test(inicio)) return moveAsGuest(trx, scope.id, appointmentId, inicio)
      throw new AppError('invalid', 'Escolha o que fazer com o horário.')
    })
    return reply.redirect(`/agendamento/${request.params.token}`, 303)
  } catch (error) {
    const data: PageData = { path: request.url }
    await addAppointment(app, request, data)
    if (error instanceof TimeTakenError && data.appointment)
      data.appointment.instead = await timesInstead(app, scope.id, error)
    return show(data, refuse(data, {}, error))
  }
}
