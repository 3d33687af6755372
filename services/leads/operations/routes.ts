import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { hasPermission } from '../../account/auth/rules.ts'
import { authorOf, onlyOwn } from '../../account/auth/viewer.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { readFilter } from '../leads/requestFilter.ts'
import { findOperation, listOperations, startOperation, startUndo } from './queries.ts'
import { type BulkKind, bulkPermissions } from './rules.ts'
import { NewOperation, Operation } from './schema.ts'

const notFound = 'Ação não encontrada'
const notAllowed = 'Você não tem permissão para fazer isso.'

export function register(app: App): void {
  app.post(
    '/api/leads/operations',
    {
      // The permission depends on the kind of operation, so it is checked below.
      config: { access: 'company' },
      schema: { summary: 'Do something to many leads', body: NewOperation, response: { 202: Operation } }
    },
    async (request, reply) => {
      const { kind, params, ids, filter } = request.body
      if (!hasPermission(request.user, bulkPermissions[kind])) throw new AppError('forbidden', notAllowed)
      if ((ids === undefined) === (filter === undefined))
        throw invalid({ ids: 'Escolha leads ou um filtro, um dos dois.' })
      const found = ids ? { id: ids } : readFilter(request, filter ?? {})
      const operation = await request.company(trx =>
        startOperation(
          trx,
          request.companyId(),
          { kind, params, filter: found },
          authorOf(request),
          auditActor(request)
        )
      )
      return reply.status(202).send(operation)
    }
  )

  app.get(
    '/api/leads/operations',
    {
      config: { access: 'company' },
      schema: { summary: 'Bulk actions of the last days', response: { 200: Type.Array(Operation) } }
    },
    request => request.company(listOperations)
  )

  app.get(
    '/api/leads/operations/:id',
    {
      config: { access: 'company' },
      schema: { summary: 'How far a bulk action has come', params: IdParams, response: { 200: Operation } }
    },
    async request => {
      const operation = await request.company(trx => findOperation(trx, request.params.id))
      if (!operation) throw new AppError('notFound', notFound)
      return operation
    }
  )

  app.post(
    '/api/leads/operations/:id/undo',
    {
      config: { access: 'company' },
      schema: { summary: 'Undo a bulk action', params: IdParams, response: { 202: Operation } }
    },
    async (request, reply) => {
      const undoing = await request.company(async trx => {
        const operation = await findOperation(trx, request.params.id)
        if (!operation) throw new AppError('notFound', notFound)
        if (!hasPermission(request.user, bulkPermissions[operation.kind as BulkKind]))
          throw new AppError('forbidden', notAllowed)
        return startUndo(trx, request.companyId(), operation.id, onlyOwn(request), auditActor(request))
      })
      if (!undoing) throw new AppError('notFound', notFound)
      return reply.status(202).send(undoing)
    }
  )
}
