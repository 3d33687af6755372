import { Type } from '@sinclair/typebox'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { createOnce } from '../../core/once.ts'
import { Id, IdParams, KeyHeader } from '../../core/schema.ts'
import { addBlockedTime, addSpecialDay, listBlockedTimes, remove } from './daysOff.ts'
import { listReminderTemplates, readChoice } from './reminders.ts'
import {
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
        response: { 200: CalendarSettings }
      }
    },
    async request => {
      const { reminderTemplate: choice } = request.body
      // The provider is asked before the transaction.
      const template = choice && (await readChoice(app, request.companyId(), choice))
      return request.company(trx => changeSettings(trx, request.companyId(), request.body, template))
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
        response: { 200: CalendarSettings }
      }
    },
    request =>
      request.company(trx => setPersonHours(trx, request.companyId(), request.params.employeeId, request.body.hours))
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
        response: { 201: SpecialDayAnswer }
      }
    },
    async (request, reply) =>
      reply.status(201).send(await request.company(trx => addSpecialDay(trx, request.companyId(), request.body)))
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
      schema: { summary: 'Block a time of a person', body: NewBlockedTime, response: { 201: BlockedTime } }
    },
    async (request, reply) =>
      reply.status(201).send(await request.company(trx => addBlockedTime(trx, request.companyId(), request.body)))
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
