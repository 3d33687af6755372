import { Type } from '@sinclair/typebox'
import { authorOf } from '../../account/auth/viewer.ts'
import { noCompany } from '../../account/companies/rules.ts'
import { type App, ownCompany } from '../../core/http.ts'
import { CompanyParams, IdParams } from '../../core/schema.ts'
import { listConflicts } from './affected.ts'
import { everything } from './availability.ts'
import { addPackage, listPackages, removePackage } from './packages.ts'
import {
  AppointmentList,
  NewPackage,
  NewSeries,
  Package,
  PackageList,
  PackageQuery,
  SeriesAnswer,
  SeriesRefused
} from './schema.ts'
import { bookSeries, planSeries, SeriesRefusedError } from './series.ts'

const access = 'company:manage_calendar' as const

/** Appointments that repeat, and packages of sessions. */
export function register(app: App): void {
  app.post(
    '/api/appointments/companies/:companyId/series',
    {
      config: { access },
      schema: {
        summary: 'Book a time of a person again and again',
        params: CompanyParams,
        body: NewSeries,
        response: { 201: SeriesAnswer, 409: SeriesRefused }
      }
    },
    async (request, reply) => {
      const companyId = ownCompany(request, request.params.companyId, noCompany)
      try {
        const plan = await app.db.company(everything(companyId), trx => planSeries(trx, request.body))
        const booked = await request.company(trx => bookSeries(trx, companyId, request.body, plan, authorOf(request)))
        return reply.status(201).send(booked)
      } catch (error) {
        if (!(error instanceof SeriesRefusedError)) throw error
        const { code, message, conflicts } = error
        return reply.status(409).send({ code, message, requestId: request.id, conflicts })
      }
    }
  )

  app.get(
    '/api/appointments/conflicts',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Coming appointments that collide with a calendar elsewhere',
        response: { 200: AppointmentList }
      }
    },
    async request => ({ data: await request.company(listConflicts) })
  )

  app.post(
    '/api/appointments/packages',
    {
      config: { access },
      schema: { summary: 'Sell sessions of a service to a lead', body: NewPackage, response: { 201: Package } }
    },
    async (request, reply) =>
      reply.status(201).send(await request.company(trx => addPackage(trx, request.companyId(), request.body)))
  )

  app.get(
    '/api/appointments/packages',
    {
      config: { access: 'company' },
      schema: {
        summary: 'The packages of a lead, and what is left of them',
        querystring: PackageQuery,
        response: { 200: PackageList }
      }
    },
    async request => ({
      data: await request.company(trx => listPackages(trx, request.companyId(), request.query.leadId))
    })
  )

  app.delete(
    '/api/appointments/packages/:id',
    {
      config: { access },
      schema: { summary: 'Take back a package that was not used', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await request.company(trx => removePackage(trx, request.companyId(), request.params.id))
      return reply.status(204).send(null)
    }
  )
}
