import { Type } from '@sinclair/typebox'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { IdParams } from '../../core/schema.ts'
import { countEvent } from './funnel.ts'
import { findAddress, findFormOf } from './queries.ts'
import { FormBeacon, PublicForm } from './schema.ts'

export function register(app: App): void {
  app.get(
    '/public/companies/:companyId/form',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Form of a company, named by its id or CNPJ',
        params: Type.Object({ companyId: Type.String({ maxLength: 40 }) }),
        querystring: Type.Object({
          form: Type.Optional(Type.String({ maxLength: 100, description: 'Id or slug; else the source decides' })),
          source: Type.Optional(Type.String({ maxLength: 100 }))
        }),
        response: { 200: PublicForm }
      }
    },
    async request => {
      const found = await findFormOf(app.db, request.params.companyId, request.query)
      if (!found) throw new AppError('notFound', 'Empresa não encontrada')
      return found.form
    }
  )

  app.post(
    '/public/forms/:id/events',
    {
      bodyLimit: 2048,
      config: { access: 'public', rateLimit: routeLimit(app, 60, '1 minute') },
      schema: {
        summary: 'Count a visit, a start or a departure',
        description: 'Counts of a day; nothing is kept of the person.',
        params: IdParams,
        body: FormBeacon,
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      await countEvent(app.db, request.params.id, request.body)
      return reply.status(204).send(null)
    }
  )

  app.get(
    '/f/:slug',
    {
      config: { access: 'public' },
      schema: { hide: true, params: Type.Object({ slug: Type.String({ maxLength: 100 }) }) }
    },
    async (request, reply) => {
      const found = await findAddress(app.db, request.params.slug)
      if (!found) throw new AppError('notFound', 'Formulário não encontrado')
      const query = new URLSearchParams(request.url.split('?')[1] ?? '')
      query.delete('client')
      query.delete('source')
      const address = new URLSearchParams({ client: found.companyId, source: found.source })
      for (const [name, value] of query) address.append(name, value)
      // Keeps the referrer across the redirect: it becomes the lead's touch.
      reply.headers({ 'Cache-Control': 'no-cache', 'Referrer-Policy': 'strict-origin-when-cross-origin' })
      return reply.redirect(`/leads/new?${address}`, 302)
    }
  )
}
