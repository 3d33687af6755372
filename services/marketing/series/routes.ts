import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { listRoute } from '../../core/list.ts'
import { createOnce } from '../../core/once.ts'
import { IdParams, KeyHeader } from '../../core/schema.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { pauseSeries, switchOff, switchOn } from './moves.ts'
import { addSeries, changeSeries, findKit, findSeries, listSeries, removeSeries } from './queries.ts'
import { seriesTexts } from './rules.ts'
import { NewSeries, Series, SeriesChange, SeriesKit, SeriesRow, SeriesTry, TriedSeries } from './schema.ts'
import { trySeries } from './try.ts'

const access = 'company:send_email' as const
const carrier = 'email' as const
const path = '/api/email/series'

const moves = {
  on: { move: switchOn, summary: 'Switch a series on, or go on with one that was paused' },
  pause: { move: pauseSeries, summary: 'Send nothing for now; who is in the middle of it stays there' },
  off: { move: switchOff, summary: 'Switch a series off; who is in the middle of it gets nothing more' }
} as const

/** Automatic mails to each lead at its own time. */
export function register(app: App): void {
  /** A series goes to leads of everybody, regardless of its author. */
  const writer = (request: FastifyRequest) => {
    if (request.owners !== null) throw new AppError('forbidden', seriesTexts.notAll)
    return { companyId: request.companyId(), carrier, author: authorOf(request), actor: auditActor(request) }
  }

  listRoute(app, path, {
    name: 'series',
    summary: 'Series of mails, the last one first; sorted by createdAt or name',
    access,
    row: SeriesRow,
    sortable: ['createdAt', 'name'],
    filterable: [],
    read: (request, list) => request.company(trx => listSeries(trx, request.companyId(), carrier, list))
  })

  app.get(
    `${path}/kit`,
    { config: { access }, schema: { summary: 'What a series can be made of', response: { 200: SeriesKit } } },
    request => request.company(trx => findKit(trx, app.config))
  )

  app.post(
    path,
    {
      config: { access },
      schema: {
        summary: 'Write a series; it is off. A repeated key gets the series of the first time',
        headers: KeyHeader,
        body: NewSeries,
        response: { 201: Series }
      }
    },
    async (request, reply) => {
      const by = writer(request)
      const added = await request.company(trx =>
        createOnce(trx, {
          table: 'mail_series',
          companyId: by.companyId,
          key: request.headers['idempotency-key'],
          create: id => addSeries(trx, request.body, by, id),
          find: id => findSeries(trx, by.companyId, id)
        })
      )
      return reply.status(201).send(added)
    }
  )

  app.get(
    `${path}/:id`,
    {
      config: { access },
      schema: { summary: 'One series, its steps and how many got each', params: IdParams, response: { 200: Series } }
    },
    request => request.company(trx => findSeries(trx, request.companyId(), request.params.id))
  )

  app.put(
    `${path}/:id`,
    {
      config: { access },
      schema: {
        summary: 'Change a series that is off or paused; 409 where somebody changed it since it was read',
        params: IdParams,
        body: SeriesChange,
        response: { 200: Series }
      }
    },
    request => {
      const by = writer(request)
      return request.company(trx => changeSeries(trx, request.params.id, request.body, by))
    }
  )

  app.delete(
    `${path}/:id`,
    {
      config: { access },
      schema: { summary: 'Delete a series that is off', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      const by = writer(request)
      await request.company(trx => removeSeries(trx, request.params.id, by))
      return reply.status(204).send(null)
    }
  )

  for (const [name, { move, summary }] of Object.entries(moves))
    app.post(
      `${path}/:id/${name}`,
      { config: { access }, schema: { summary, params: IdParams, response: { 200: Series } } },
      request => {
        const { companyId, actor } = writer(request)
        const { id } = request.params
        return request.company(async trx => {
          await move(trx, { companyId, id, config: app.config, actor })
          return findSeries(trx, companyId, id)
        })
      }
    )

  app.post(
    `${path}/:id/try`,
    {
      config: { access, rateLimit: routeLimit(app, 120, '1 minute') },
      schema: {
        summary: 'Which steps a lead would get and when, or why not; nothing is sent',
        params: IdParams,
        body: SeriesTry,
        response: { 200: TriedSeries }
      }
    },
    async request => {
      const key = await erasureKey(app.db, app.config)
      const { leadId } = request.body
      const trial = { companyId: request.companyId(), id: request.params.id, leadId, key }
      return request.company(trx => trySeries(trx, trial))
    }
  )
}
