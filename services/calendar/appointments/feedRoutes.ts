import { Type } from '@sinclair/typebox'
import { employeeOf } from '../../account/auth/viewer.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { endFeed, makeFeed, readFeed, readFeedState } from './feeds.ts'
import { FeedMade, FeedState, NewFeed } from './schema.ts'

/** The address at which a person's own calendar program reads their appointments. */
export function register(app: App): void {
  app.get(
    '/api/appointments/feed',
    {
      config: { access: 'company' },
      schema: { summary: 'Whether the person has an address for their calendar program', response: { 200: FeedState } }
    },
    request => request.company(trx => readFeedState(trx, employeeOf(request)))
  )

  app.post(
    '/api/appointments/feed',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Make the address, which ends the one before',
        body: Type.Optional(Type.Union([NewFeed, Type.Null()])),
        response: { 201: FeedMade }
      }
    },
    async (request, reply) => {
      const me = employeeOf(request)
      const made = await request.company(async trx => {
        const url = await makeFeed(trx, app.config, request.companyId(), me, request.body?.detail)
        return { url, ...(await readFeedState(trx, me)) }
      })
      return reply.status(201).send(made)
    }
  )

  app.delete(
    '/api/appointments/feed',
    {
      config: { access: 'company' },
      schema: { summary: 'End the address', response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await request.company(trx => endFeed(trx, employeeOf(request)))
      return reply.status(204).send(null)
    }
  )

  app.get(
    '/calendar/feed/:file',
    {
      config: { access: 'public', rateLimit: routeLimit(app, 60, '1 minute') },
      schema: {
        summary: 'The appointments of a person as iCalendar, for their calendar program',
        params: Type.Object({ file: Type.String({ maxLength: 100 }) }, { additionalProperties: false })
      }
    },
    async (request, reply) => {
      const [, token] = /^([\w-]{43})\.ics$/.exec(request.params.file) ?? []
      const feed = token === undefined ? undefined : await readFeed(app.db, app.config, token)
      if (!feed) throw new AppError('notFound', 'Este endereço de agenda não existe mais.')
      reply.header('ETag', feed.etag).header('Cache-Control', 'private, no-cache')
      const etags = request.headers['if-none-match']?.split(',').map(each => each.trim().replace(/^W\//, ''))
      if (etags?.includes(feed.etag)) return reply.status(304).send()
      return reply
        .header('Content-Type', 'text/calendar; charset=utf-8')
        .header('Content-Disposition', 'inline; filename="agenda.ics"')
        .header('x-robots-tag', 'noindex')
        .send(feed.text)
    }
  )
}
