import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { authorOf, viewerOf } from '../../account/auth/viewer.ts'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { Day } from '../../core/schema.ts'
import { findAppointmentFigures } from './appointments.ts'
import { findFigures } from './figures.ts'
import { findFirstSteps, findQueue } from './queue.ts'
import { longestPeriod, queueLength } from './rules.ts'
import { AppointmentFigures, DashboardSettings, Figures, FirstSteps, Queue } from './schema.ts'

const Owner = Type.Optional(Type.String({ maxLength: 24, description: 'An employee, `me`, or `none`' }))
const PeriodQuery = Type.Object({ from: Day, to: Day, owner: Owner }, { additionalProperties: false })

function checkPeriod({ from, to }: { from: string; to: string }): void {
  if (to < from) throw invalid({ to: 'O fim vem antes do começo.' })
  if (Date.parse(to) - Date.parse(from) >= longestPeriod * 86_400_000)
    throw invalid({ to: 'Escolha um período de no máximo um ano.' })
}

const ownerOf = (request: FastifyRequest, owner: string | undefined): string | undefined =>
  owner === 'me' ? (authorOf(request).id ?? 'me') : owner === 'none' ? '' : owner

export function register(app: App): void {
  app.get(
    '/api/dashboard',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Figures of the leads received in a period',
        querystring: PeriodQuery,
        response: { 200: Figures }
      }
    },
    request => {
      checkPeriod(request.query)
      const { from, to } = request.query
      const { owners } = request
      return findFigures(app.db, request.companyId(), {
        from,
        to,
        owner: ownerOf(request, request.query.owner),
        owners
      })
    }
  )

  app.get(
    '/api/dashboard/queue',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Whom to contact now',
        querystring: Type.Object(
          {
            owner: Owner,
            length: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|[12]\\d\\d|300)$', description: '1 to 300' }))
          },
          { additionalProperties: false }
        ),
        response: { 200: Queue }
      }
    },
    request => {
      const { owner, length = queueLength } = request.query
      return request.company(trx =>
        findQueue(trx, request.companyId(), { owner: ownerOf(request, owner), length: Number(length) })
      )
    }
  )

  app.get(
    '/api/dashboard/appointments',
    {
      config: { access: 'company' },
      schema: {
        summary: 'The next appointments, and what came of those of a period',
        querystring: PeriodQuery,
        response: { 200: AppointmentFigures }
      }
    },
    request => {
      checkPeriod(request.query)
      const { from, to, owner } = request.query
      return findAppointmentFigures(app.db, viewerOf(request), { from, to, owner: ownerOf(request, owner) })
    }
  )

  app.get(
    '/api/dashboard/steps',
    {
      config: { access: 'company' },
      schema: { summary: 'First steps of the company', response: { 200: FirstSteps } }
    },
    request => request.company(trx => findFirstSteps(trx, request.companyId()))
  )

  app.get(
    '/api/dashboard/settings',
    {
      config: { access: 'company' },
      schema: { summary: 'Which blocks the person sees, and in which order', response: { 200: DashboardSettings } }
    },
    async request => {
      const row = await request.company(trx =>
        trx
          .selectFrom('dashboard_settings')
          .select(['hidden', 'blocks'])
          .where('employee_id', '=', authorOf(request).id ?? '')
          .executeTakeFirst()
      )
      return { hidden: row?.hidden ?? [], blocks: row?.blocks ?? [] }
    }
  )

  app.put(
    '/api/dashboard/settings',
    {
      config: { access: 'company' },
      schema: { summary: 'Hide, show and move blocks', body: DashboardSettings, response: { 200: DashboardSettings } }
    },
    async request => {
      const settings = request.body
      const values = { company_id: request.companyId(), employee_id: authorOf(request).id ?? '', ...settings }
      await request.company(trx =>
        trx
          .insertInto('dashboard_settings')
          .values(values)
          .onConflict(conflict => conflict.columns(['company_id', 'employee_id']).doUpdateSet(settings))
          .execute()
      )
      return settings
    }
  )
}
