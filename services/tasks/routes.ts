import { Type } from '@sinclair/typebox'
import type {} from '../auth/plugin.ts'
import { authorOf } from '../auth/viewer.ts'
import { AppError } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { Id, IdParams, oneOf } from '../core/schema.ts'
import { changeTask, createTask, listTasks, setTaskDeleted } from './queries.ts'
import { NewTask, Task, TaskChange } from './schema.ts'

const notFound = 'Tarefa não encontrada'
const most = 200

export function register(app: App): void {
  app.get(
    '/api/tasks',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Tasks, open ones by when they are due',
        querystring: Type.Object(
          {
            leadId: Type.Optional(Id),
            owner: Type.Optional(Type.String({ maxLength: 24, description: 'An employee, or `me`' })),
            state: Type.Optional(oneOf(['open', 'done']))
          },
          { additionalProperties: false }
        ),
        response: { 200: Type.Array(Task) }
      }
    },
    request => {
      const { leadId, owner, state } = request.query
      const ownerId = owner === 'me' ? (authorOf(request).id ?? 'me') : owner
      return request.company(trx => listTasks(trx, { leadId, ownerId, done: state === 'done' }, most))
    }
  )

  app.post(
    '/api/tasks',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Create a task for a lead', body: NewTask, response: { 201: Task } }
    },
    async (request, reply) => {
      const task = await request.company(trx =>
        createTask(trx, request.companyId(), request.body, authorOf(request).id)
      )
      if (!task) throw new AppError('notFound', 'Lead não encontrado')
      return reply.status(201).send(task)
    }
  )

  app.put(
    '/api/tasks/:id',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Change or finish a task', params: IdParams, body: TaskChange, response: { 200: Task } }
    },
    async request => {
      const task = await request.company(trx =>
        changeTask(trx, request.companyId(), request.params.id, request.body, authorOf(request).id)
      )
      if (!task) throw new AppError('notFound', notFound)
      return task
    }
  )

  app.delete(
    '/api/tasks/:id',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Delete a task', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      const task = await request.company(trx => setTaskDeleted(trx, request.companyId(), request.params.id, true))
      if (!task) throw new AppError('notFound', notFound)
      return reply.status(204).send(null)
    }
  )

  app.post(
    '/api/tasks/:id/restore',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Take the deletion of a task back', params: IdParams, response: { 200: Task } }
    },
    async request => {
      const task = await request.company(trx => setTaskDeleted(trx, request.companyId(), request.params.id, false))
      if (!task) throw new AppError('notFound', notFound)
      return task
    }
  )
}
