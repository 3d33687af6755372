import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { contentRange, readList } from '../../core/list.ts'
import { IdParams, ListQuery } from '../../core/schema.ts'
import { countGroups, countTasks, listTasks, maxCounted, type TaskFilter } from './lists.ts'
import { moveOverdue, undoMove } from './moves.ts'
import { changeTask, createTask, setTaskDeleted } from './queries.ts'
import { NewTask, OverdueMove, Task, TaskChange, TaskCounts, TaskListFilter, TasksMoved } from './schema.ts'

const notFound = 'Tarefa não encontrada'
const maxTasks = 200

const filterable = Object.keys(TaskListFilter.properties)
const checker = TypeCompiler.Compile(TaskListFilter)

/** The filter and range of a list. Throws 400 for a filter that it cannot have. */
function readTasks(request: FastifyRequest): { filter: TaskListFilter; skip: number; take: number } {
  const { filter, skip, take } = readList(request.query as ListQuery, { sortable: ['dueAt'], filterable })
  if (!checker.Check(filter)) throw invalid({ filter: 'Filtro inválido.' })
  return { filter, skip, take }
}

function filterOf(request: FastifyRequest, { owner, state, ...rest }: TaskListFilter): TaskFilter {
  const ownerId = owner === 'me' ? (authorOf(request).id ?? 'me') : owner === 'none' ? null : owner
  return { ...rest, ownerId, done: state === 'done' }
}

export function register(app: App): void {
  registerLists(app)
  registerMoves(app)
  registerChanges(app)
}

function registerLists(app: App): void {
  app.get(
    '/api/tasks',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Tasks, open ones by when they are due; the first 200, or a page of them',
        querystring: Type.Composite([Type.Omit(TaskListFilter, ['dueFrom', 'dueTo']), Type.Omit(ListQuery, ['sort'])], {
          additionalProperties: false
        }),
        response: { 200: Type.Array(Task) }
      }
    },
    async (request, reply) => {
      const { range, filter: _, ...named } = request.query
      const { filter, skip, take } = readTasks(request)
      const taskFilter = filterOf(request, { ...named, ...filter })
      if (range === undefined) return request.company(trx => listTasks(trx, taskFilter, { take: maxTasks }))
      const { tasks, total } = await request.company(async trx => ({
        tasks: await listTasks(trx, taskFilter, { skip, take }),
        total: await countTasks(trx, taskFilter)
      }))
      reply.header('Content-Range', contentRange('tasks', skip, tasks.length, total))
      if (total === maxCounted) reply.header('X-Total-Capped', 'true')
      return tasks
    }
  )

  app.get(
    '/api/tasks/counts',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Open tasks by day: overdue, today, tomorrow, this week, later',
        querystring: Type.Pick(ListQuery, ['filter']),
        response: { 200: TaskCounts }
      }
    },
    request => {
      const { ownerId } = filterOf(request, readTasks(request).filter)
      return request.company(trx => countGroups(trx, ownerId))
    }
  )
}

function registerMoves(app: App): void {
  app.post(
    '/api/tasks/overdue/move',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Move overdue tasks to today', body: OverdueMove, response: { 200: TasksMoved } }
    },
    request => {
      const { ownerId } = filterOf(request, request.body)
      return request.company(trx => moveOverdue(trx, request.companyId(), ownerId, authorOf(request)))
    }
  )

  app.post(
    '/api/tasks/moves/:id/undo',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Undo a move of tasks', params: IdParams, response: { 200: TasksMoved } }
    },
    async request => {
      const undone = await request.company(trx =>
        undoMove(trx, request.companyId(), request.params.id, authorOf(request))
      )
      if (!undone) throw new AppError('notFound', 'Não há mais o que desfazer.')
      return undone
    }
  )
}

function registerChanges(app: App): void {
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
