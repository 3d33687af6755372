import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { employeeOf } from '../../account/auth/viewer.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { changeView, createView, listViews, setViewDeleted } from './queries.ts'
import { LeadView, NewView, ViewChange } from './schema.ts'

const notFound = 'Visão não encontrada'

export function register(app: App): void {
  app.get(
    '/api/lead-views',
    {
      config: { access: 'company' },
      schema: { summary: 'Saved views of the lead list', response: { 200: Type.Array(LeadView) } }
    },
    request => request.company(trx => listViews(trx, employeeOf(request)))
  )

  app.post(
    '/api/lead-views',
    { config: { access: 'company' }, schema: { summary: 'Save a view', body: NewView, response: { 201: LeadView } } },
    async (request, reply) => {
      const view = await request.company(trx => createView(trx, request.companyId(), employeeOf(request), request.body))
      return reply.status(201).send(view)
    }
  )

  app.put(
    '/api/lead-views/:id',
    {
      config: { access: 'company' },
      schema: { summary: 'Change a view of one’s own', params: IdParams, body: ViewChange, response: { 200: LeadView } }
    },
    async request => {
      const view = await request.company(trx => changeView(trx, employeeOf(request), request.params.id, request.body))
      if (!view) throw new AppError('notFound', notFound)
      return view
    }
  )

  app.delete(
    '/api/lead-views/:id',
    {
      config: { access: 'company' },
      schema: { summary: 'Delete a view of one’s own', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      const deleted = await request.company(trx => setViewDeleted(trx, employeeOf(request), request.params.id, true))
      if (!deleted) throw new AppError('notFound', notFound)
      return reply.status(204).send(null)
    }
  )

  app.post(
    '/api/lead-views/:id/restore',
    {
      config: { access: 'company' },
      schema: { summary: 'Take the deletion of a view back', params: IdParams, response: { 200: LeadView } }
    },
    async request => {
      const view = await request.company(trx => setViewDeleted(trx, employeeOf(request), request.params.id, false))
      if (!view) throw new AppError('notFound', notFound)
      return view
    }
  )
}
