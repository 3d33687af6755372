import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authorOf } from '../../account/auth/viewer.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { createOnce } from '../../core/once.ts'
import { Id, IdParams, KeyHeader } from '../../core/schema.ts'
import { AffectedError, takingAway } from './affected.ts'
import { everything } from './availability.ts'
import { addBlockedTime, addSpecialDay, listBlockedTimes, remove } from './daysOff.ts'
import { findAppointments } from './queries.ts'
import { listReminderTemplates, readChoice } from './reminders.ts'
import {
  type Affected,
  AppointmentsAffected,
  BlockedTime,
  BookableService,
  CalendarSettings,
  CalendarSettingsChange,
  NewBlockedTime,
  PersonHours,
  ReminderTemplates,
  RequestQuery,
  ServiceChange,
  SpecialDayAnswer,
  SpecialDayFields
} from './schema.ts'
import { listServices, removeService, saveService } from './services.ts'
import { changeSettings, readSettings, setPersonHours } from './settings.ts'

const access = 'company:manage_calendar' as const
const gone = 'Isto já foi excluído.'

type Change = { of?: string | null; block?: { employeeId: string; start: string; end: string }; reason: string | null }

/**
 * Makes a change that may take booked times away, and answers with it; with 409 and the appointments where their end is
 * not decided.
 */
async function orAffected<T>(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { affected, ...what }: Change & { affected: Affected | undefined },
  change: (trx: Trx) => Promise<T>
): Promise<void> {
  const companyId = request.companyId()
  try {
    // A person who sees only some leads must not take away the times of the others unseen.
    const changed = await app.db.company(everything(companyId), trx =>
      takingAway(trx, companyId, { ...what, affected }, () => change(trx), authorOf(request))
    )
    await reply.status(status).send(changed)
  } catch (error) {
    if (!(error instanceof AffectedError)) throw error
    const { code, message, ids } = error
    const appointments = await request.company(trx => findAppointments(trx, ids))
    await reply.status(409).send({ code, message, requestId: request.id, appointments })
  }
}

/** When people work, and what can be booked. */
export function register(app: App): void {
  registerHours(app)
  registerServices(app)
  registerDaysOff(app)
}

function registerHours(app: App): void {
  app.get(
    '/api/appointments/settings',
    {
      config: { access: 'company' },
      schema: { summary: 'Hours and days of the calendar', response: { 200: CalendarSettings } }
    },
    request => request.company(readSettings)
  )

  app.put(
    '/api/appointments/settings',
    {
      config: { access },
      schema: {
        summary: 'Change the hours of the company, or whether it works on national holidays',
        body: CalendarSettingsChange,
        response: { 200: CalendarSettings, 409: AppointmentsAffected }
      }
    },
    async (request, reply) => {
      const { reminderTemplate: choice } = request.body
      // The provider is asked before the transaction.
      const template = choice && (await readChoice(app, request.companyId(), choice))
      const { affected, hours, nationalHolidays } = request.body
      const change = (trx: Trx) => changeSettings(trx, request.companyId(), request.body, template)
      if (!hours && nationalHolidays === undefined) return request.company(change)
      return orAffected(app, request, reply, 200, { reason: null, affected }, change)
    }
  )

  app.get(
    '/api/appointments/reminder-templates',
    {
      config: { access },
      schema: {
        summary: 'The approved templates of WhatsApp that reminders can be made of',
        response: { 200: ReminderTemplates }
      }
    },
    request => listReminderTemplates(app, request.companyId())
  )

  app.put(
    '/api/appointments/people/:employeeId/hours',
    {
      config: { access },
      schema: {
        summary: 'Set the hours of a person; null: those of the company',
        params: Type.Object({ employeeId: Id }, { additionalProperties: false }),
        body: PersonHours,
        response: { 200: CalendarSettings, 409: AppointmentsAffected }
      }
    },
    (request, reply) => {
      const { employeeId } = request.params
      const { hours, affected } = request.body
      return orAffected(app, request, reply, 200, { of: employeeId, reason: null, affected }, trx =>
        setPersonHours(trx, request.companyId(), employeeId, hours)
      )
    }
  )
}

function registerServices(app: App): void {
  app.get(
    '/api/appointments/services',
    {
      config: { access: 'company' },
      schema: { summary: 'What can be booked', response: { 200: Type.Array(BookableService) } }
    },
    request => request.company(listServices)
  )

  app.post(
    '/api/appointments/services',
    {
      config: { access },
      schema: {
        summary: 'Add a service; a repeated key gets the service of the first time',
        headers: KeyHeader,
        body: ServiceChange,
        response: { 201: BookableService }
      }
    },
    async (request, reply) => {
      const companyId = request.companyId()
      const added = await request.company(trx =>
        createOnce(trx, {
          table: 'appointment_services',
          companyId,
          key: request.headers['idempotency-key'],
          create: id => saveService(trx, companyId, null, request.body, id),
          find: async id => (await listServices(trx)).find(service => service.id === id)
        })
      )
      if (!added) throw new AppError('notFound', gone)
      return reply.status(201).send(added)
    }
  )

  app.put(
    '/api/appointments/services/:id',
    {
      config: { access },
      schema: { summary: 'Change a service', params: IdParams, body: ServiceChange, response: { 200: BookableService } }
    },
    async request => {
      const saved = await request.company(trx => saveService(trx, request.companyId(), request.params.id, request.body))
      if (!saved) throw new AppError('notFound', gone)
      return saved
    }
  )

  app.delete(
    '/api/appointments/services/:id',
    {
      config: { access },
      schema: { summary: 'Take a service from the lists', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      if (!(await request.company(trx => removeService(trx, request.companyId(), request.params.id))))
        throw new AppError('notFound', gone)
      return reply.status(204).send(null)
    }
  )
}

function registerDaysOff(app: App): void {
  app.post(
    '/api/appointments/special-days',
    {
      config: { access },
      schema: {
        summary: 'Add days that are not as their weekday',
        body: SpecialDayFields,
        response: { 201: SpecialDayAnswer, 409: AppointmentsAffected }
      }
    },
    (request, reply) => {
      const { affected, ...day } = request.body
      return orAffected(app, request, reply, 201, { of: day.employeeId, reason: day.name.trim(), affected }, trx =>
        addSpecialDay(trx, request.companyId(), day)
      )
    }
  )

  app.get(
    '/api/appointments/blocked-times',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Times at which people take no appointments',
        querystring: RequestQuery,
        response: { 200: Type.Array(BlockedTime) }
      }
    },
    request => request.company(trx => listBlockedTimes(trx, request.query.from, request.query.to))
  )

  app.post(
    '/api/appointments/blocked-times',
    {
      config: { access },
      schema: {
        summary: 'Block a time of a person',
        body: NewBlockedTime,
        response: { 201: BlockedTime, 409: AppointmentsAffected }
      }
    },
    (request, reply) => {
      const { affected, ...time } = request.body
      return orAffected(app, request, reply, 201, { block: time, reason: time.reason?.trim() || null, affected }, trx =>
        addBlockedTime(trx, request.companyId(), time)
      )
    }
  )

  for (const [path, table, summary] of [
    ['special-days', 'special_days', 'Delete special days'],
    ['blocked-times', 'blocked_times', 'Free a blocked time']
  ] as const)
    app.delete(
      `/api/appointments/${path}/:id`,
      { config: { access }, schema: { summary, params: IdParams, response: { 204: Type.Null() } } },
      async (request, reply) => {
        if (!(await request.company(trx => remove(trx, request.companyId(), table, request.params.id))))
          throw new AppError('notFound', gone)
        return reply.status(204).send(null)
      }
    )
}
