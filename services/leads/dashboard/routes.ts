import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import type { App } from '../../core/http.ts'
import { findFigures } from './figures.ts'
import { checkPeriod, Owner, ownerOf, PeriodQuery } from './period.ts'
import { findFirstSteps, findQueue } from './queue.ts'
import { inOrder, queueLength } from './rules.ts'
import { DashboardSettings, Figures, FirstSteps, Queue } from './schema.ts'

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
      return { hidden: (row?.hidden ?? []) as DashboardSettings['hidden'], blocks: inOrder(row?.blocks ?? []) }
    }
  )

  app.put(
    '/api/dashboard/settings',
    {
      config: { access: 'company' },
      schema: { summary: 'Hide, show and move blocks', body: DashboardSettings, response: { 200: DashboardSettings } }
    },
    async request => {
      const settings = { hidden: request.body.hidden, blocks: inOrder(request.body.blocks) }
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
