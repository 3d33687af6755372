import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { authorOf } from '../../account/auth/viewer.ts'
import { noCompany } from '../../account/companies/rules.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { type App, ownCompany } from '../../core/http.ts'
import { CompanyParams } from '../../core/schema.ts'
import { everything, readSlots } from './availability.ts'
import { groupedBooking } from './book.ts'
import { applyRefusal, moveAppointment, restoreAppointment } from './changes.ts'
import { cancelClass } from './classes.ts'
import { findAppointment, listAppointments } from './queries.ts'
import { listRequests } from './requests.ts'
import { type AppointmentMove, appointmentTexts } from './rules.ts'
import {
  type Appointment,
  AppointmentAnswer,
  AppointmentChange,
  AppointmentFilter,
  AppointmentList,
  AppointmentMoved,
  AppointmentParams,
  ClassCancelled,
  NewAppointment,
  RequestList,
  RequestQuery,
  ScopeQuery,
  SlotAnswer,
  SlotQuery,
  TimeTaken
} from './schema.ts'
import { cancelSeries, changeSeries } from './series.ts'
import { orFreeTimes, toSlot } from './taken.ts'

const access = 'company:manage_calendar' as const
const list = '/api/appointments/companies/:companyId/appointments'
const one = `${list}/:appointmentId`

export function register(app: App): void {
  registerAppointments(app)
  registerMoves(app)
  registerTimes(app)
}

/** Applies `change` to the appointment that the path names, which is one of the caller's company. */
async function answerOne(
  request: FastifyRequest & { params: Static<typeof AppointmentParams> },
  change: (trx: Trx, companyId: string, appointmentId: string) => Promise<Appointment>
): Promise<{ data: Appointment }> {
  const companyId = ownCompany(request, request.params.companyId, noCompany)
  const { appointmentId } = request.params
  return { data: await request.company(trx => change(trx, companyId, appointmentId)) }
}

function registerAppointments(app: App): void {
  const book = groupedBooking(app.db)

  app.get(
    list,
    {
      config: { access: 'company' },
      schema: {
        summary: 'Appointments by start; without `from` those since 30 days ago',
        params: CompanyParams,
        querystring: AppointmentFilter,
        response: { 200: AppointmentList }
      }
    },
    async request => {
      ownCompany(request, request.params.companyId, noCompany)
      return { data: await request.company(trx => listAppointments(trx, request.query)) }
    }
  )

  app.post(
    list,
    {
      config: { access },
      schema: {
        summary: 'Book a time of a person',
        params: CompanyParams,
        body: NewAppointment,
        response: { 201: AppointmentAnswer, 409: TimeTaken }
      }
    },
    (request, reply) => {
      const companyId = ownCompany(request, request.params.companyId, noCompany)
      return orFreeTimes(app, request, reply, companyId, 201, async () => ({
        data: await book({ id: companyId, owners: request.owners }, request.body, authorOf(request))
      }))
    }
  )

  app.get(
    one,
    {
      config: { access: 'company' },
      schema: { summary: 'An appointment', params: AppointmentParams, response: { 200: AppointmentAnswer } }
    },
    async request => {
      ownCompany(request, request.params.companyId, noCompany)
      const data = await request.company(trx => findAppointment(trx, request.params.appointmentId))
      if (!data) throw new AppError('notFound', appointmentTexts.missing)
      return { data }
    }
  )

  app.put(
    one,
    {
      config: { access },
      schema: {
        summary: 'Change or move an appointment',
        params: AppointmentParams,
        body: AppointmentChange,
        response: { 200: AppointmentAnswer, 409: TimeTaken }
      }
    },
    (request, reply) =>
      orFreeTimes(app, request, reply, request.companyId(), 200, () =>
        answerOne(request, (trx, ...which) => changeSeries(trx, ...which, request.body, authorOf(request)))
      )
  )

  app.delete(
    one,
    {
      config: { access },
      schema: {
        summary: 'Cancel an appointment; `restore` takes it back',
        params: AppointmentParams,
        querystring: ScopeQuery,
        response: { 200: AppointmentAnswer }
      }
    },
    request =>
      answerOne(request, (trx, ...which) =>
        cancelSeries(trx, ...which, request.query.scope ?? 'one', authorOf(request))
      )
  )
}

function registerMoves(app: App): void {
  const summaries: Record<AppointmentMove, string> = {
    confirm: 'Confirm an appointment that was asked for',
    refuse: 'Refuse an appointment that was asked for',
    done: 'Note that it took place',
    'no-show': 'Note that the person did not come',
    cancel: 'Cancel an appointment, as DELETE does, with a reason for its guest'
  }
  for (const move of ['confirm', 'refuse', 'done', 'no-show', 'cancel'] as const)
    app.post(
      `${one}/${move}`,
      {
        config: { access },
        schema: {
          summary: summaries[move],
          params: AppointmentParams,
          body: AppointmentMoved,
          response: { 200: AppointmentAnswer }
        }
      },
      request =>
        answerOne(request, (trx, ...which) => {
          const { scope = 'one', ...body } = request.body
          return move === 'cancel' && scope !== 'one'
            ? cancelSeries(trx, ...which, scope, authorOf(request), body)
            : moveAppointment(trx, ...which, move, body, authorOf(request))
        })
    )

  app.post(
    '/api/appointments/companies/:companyId/classes/cancel',
    {
      config: { access },
      schema: {
        summary: 'Cancel a session of a class: everybody in it is notified',
        params: CompanyParams,
        body: ClassCancelled,
        response: { 200: Type.Object({ cancelled: Type.Integer() }) }
      }
    },
    async request => {
      const companyId = ownCompany(request, request.params.companyId, noCompany)
      const cancelled = await app.db.company(everything(companyId), trx =>
        cancelClass(trx, companyId, request.body, authorOf(request))
      )
      return { cancelled }
    }
  )

  app.post(
    `${one}/apply-refusal`,
    {
      config: { access },
      schema: {
        summary: 'Cancel it, as somebody refused its invitation from another address than the guest’s',
        params: AppointmentParams,
        response: { 200: AppointmentAnswer }
      }
    },
    request => answerOne(request, (trx, ...which) => applyRefusal(trx, ...which, authorOf(request)))
  )

  app.post(
    `${one}/restore`,
    {
      config: { access },
      schema: {
        summary: 'Take back that it was cancelled, refused or closed',
        params: AppointmentParams,
        body: AppointmentMoved,
        response: { 200: AppointmentAnswer, 409: TimeTaken }
      }
    },
    (request, reply) =>
      orFreeTimes(app, request, reply, request.companyId(), 200, () =>
        answerOne(request, (trx, ...which) =>
          restoreAppointment(trx, ...which, request.body.version, authorOf(request))
        )
      )
  )
}

function registerTimes(app: App): void {
  app.get(
    '/api/appointments/slots',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Free times by day, of a service or of so many minutes',
        querystring: SlotQuery,
        response: { 200: SlotAnswer }
      }
    },
    async request => {
      const { timezone, minutes, days } = await app.db.company(everything(request.companyId()), trx =>
        readSlots(trx, request.query)
      )
      return {
        timezone,
        data: days.map(({ day, slots, reason }) => ({ day, slots: slots.map(slot => toSlot(slot, minutes)), reason }))
      }
    }
  )

  app.get(
    '/api/appointments/requests',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Leads who asked to be contacted on a day and have no appointment',
        querystring: RequestQuery,
        response: { 200: RequestList }
      }
    },
    async request => ({ data: await request.company(trx => listRequests(trx, request.query)) })
  )
}
