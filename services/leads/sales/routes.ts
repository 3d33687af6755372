import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { authorOf, viewerOf } from '../../account/auth/viewer.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { listRoute } from '../../core/list.ts'
import { dayText } from '../../core/refusals/rules.ts'
import { isDay } from '../../core/rules.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { salesFile } from './file.ts'
import { findForecast } from './forecast.ts'
import { findMonth, findSettings, saveSettings, setMonthClosed } from './months.ts'
import { listSales, type SalesFilter } from './queries.ts'
import { Forecast, Month, MonthChange, NewTargets, Sale, SalesMonth, SalesSettings, Targets } from './schema.ts'
import { findTargets, saveTargets } from './targets.ts'

const MonthParams = Type.Object({ month: Month }, { additionalProperties: false })

/** The month that an address names; throws 404 for one that does not exist. */
function existing(month: string): string {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) throw new AppError('notFound', 'Este mês não existe.')
  return month
}

/** Closing a month settles what everybody sold, so it belongs to who administers the company. */
const administers = 'company:edit_company'

const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}

export function register(app: App): void {
  listRoute(app, '/api/sales', {
    name: 'sales',
    summary: 'The ledger of sales by their day',
    access: 'company',
    row: Sale,
    sortable: ['day'],
    filterable: ['from', 'to', 'owner', 'source', 'funnel'],
    read: (request, { filter, skip, take, sort }) => {
      const { id, owners } = viewerOf(request)
      const found = readFilter(filter, authorOf(request).id)
      // A deleted lead still bears its name in the ledger.
      return app.db.company({ id, owners, deleted: true, held: true }, trx =>
        listSales(trx, id, found, owners, { skip, take, descending: sort.descending })
      )
    }
  })

  app.get(
    '/api/sales/settings',
    {
      config: { access: 'company' },
      schema: { summary: 'When months close', response: { 200: SalesSettings } }
    },
    request => request.company(findSettings)
  )

  app.put(
    '/api/sales/settings',
    {
      config: { access: administers },
      schema: { summary: 'Say when months close', body: SalesSettings, response: { 200: SalesSettings } }
    },
    async request => {
      await request.company(trx => saveSettings(trx, request.companyId(), request.body))
      return request.body
    }
  )

  app.get(
    '/api/sales/months/:month',
    {
      config: { access: 'company' },
      schema: { summary: 'The sales of a month', params: MonthParams, response: { 200: SalesMonth } }
    },
    request =>
      request.company(trx =>
        findMonth(trx, request.companyId(), existing(request.params.month), viewerOf(request).owners)
      )
  )

  app.put(
    '/api/sales/months/:month',
    {
      config: { access: administers },
      schema: {
        summary: 'Close or reopen a month',
        params: MonthParams,
        body: MonthChange,
        response: { 200: SalesMonth }
      }
    },
    request =>
      request.company(async trx => {
        const month = existing(request.params.month)
        const companyId = request.companyId()
        await setMonthClosed(trx, companyId, month, request.body.closed, auditActor(request), authorOf(request))
        return findMonth(trx, companyId, month, viewerOf(request).owners)
      })
  )

  app.get(
    '/api/sales/forecast',
    {
      config: { access: 'company' },
      schema: { summary: 'The sales that open leads may bring, by month', response: { 200: Forecast } }
    },
    request => request.company(trx => findForecast(trx, request.companyId()))
  )

  app.get(
    '/api/targets/:month',
    {
      config: { access: 'company' },
      schema: { summary: 'The targets of a month and what was sold', params: MonthParams, response: { 200: Targets } }
    },
    request =>
      request.company(trx =>
        findTargets(trx, request.companyId(), existing(request.params.month), viewerOf(request).owners)
      )
  )

  app.put(
    '/api/targets/:month',
    {
      config: { access: administers },
      schema: {
        summary: 'Set the targets of a month',
        params: MonthParams,
        body: NewTargets,
        response: { 200: Targets }
      }
    },
    request =>
      request.company(async trx => {
        const month = existing(request.params.month)
        const companyId = request.companyId()
        await saveTargets(trx, companyId, month, request.body)
        return findTargets(trx, companyId, month, viewerOf(request).owners)
      })
  )

  app.get(
    '/api/sales/months/:month/file',
    {
      config: { access: 'company:export_leads' },
      schema: {
        summary: 'The sales of a month as the accountant reads them',
        params: MonthParams,
        querystring: Type.Object(
          { format: Type.Optional(Type.Union([Type.Literal('csv'), Type.Literal('xlsx')])) },
          { additionalProperties: false }
        )
      }
    },
    async (request, reply) => {
      const { id, owners } = viewerOf(request)
      const month = existing(request.params.month)
      const { format = 'csv' } = request.query
      return reply
        .type(fileTypes[format])
        .header('Content-Disposition', `attachment; filename="vendas-${month}.${format}"`)
        .send(salesFile(app.db, { id, owners }, month, format))
    }
  )
}

/** The checked filter; `me` is the person who asks, `none` nobody. */
function readFilter(filter: Record<string, unknown>, me: string | null): SalesFilter {
  for (const [key, value] of Object.entries(filter))
    if (typeof value !== 'string') throw invalid({ [key]: 'Filtro inválido.' })
  const { from, to, owner, source, funnel } = filter as Record<string, string>
  if (from !== undefined && !isDay(from)) throw invalid({ from: dayText })
  if (to !== undefined && !isDay(to)) throw invalid({ to: dayText })
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(owner !== undefined && { owner: owner === 'me' ? (me ?? 'me') : owner === 'none' ? '' : owner }),
    ...(source !== undefined && { source }),
    ...(funnel !== undefined && { funnel })
  }
}
