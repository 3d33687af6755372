import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type {} from '../../account/auth/plugin.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { changeFunnel, createFunnel, deleteFunnel, findFunnel, listFunnels } from './queries.ts'
import { Funnel, FunnelChange, FunnelRemoval, type Moves, NewFunnel } from './schema.ts'

const notFound = 'Funil não encontrado'

/** Every lead, also those that the person does not see: a step that goes leaves none behind. */
const everyLead = (companyId: string) => ({ id: companyId, held: true, deleted: true })

export function register(app: App): void {
  app.get(
    '/api/funnels',
    {
      config: { access: 'company' },
      schema: { summary: 'Funnels with their steps, the usual one first', response: { 200: Type.Array(Funnel) } }
    },
    request => request.company(trx => listFunnels(trx, request.companyId()))
  )

  app.get(
    '/api/funnels/:id',
    {
      config: { access: 'company' },
      schema: { summary: 'A funnel', params: IdParams, response: { 200: Funnel } }
    },
    async request => {
      const funnel = await request.company(trx => findFunnel(trx, request.companyId(), request.params.id))
      if (!funnel) throw new AppError('notFound', notFound)
      return funnel
    }
  )

  app.post(
    '/api/funnels',
    {
      config: { access: 'company:manage_funnels' },
      schema: { summary: 'Create a funnel', body: NewFunnel, response: { 201: Funnel } }
    },
    async (request, reply) => {
      const companyId = request.companyId()
      const funnel = await request.company(trx => createFunnel(trx, companyId, request.body, auditActor(request)))
      return reply.status(201).send(funnel)
    }
  )

  app.put(
    '/api/funnels/:id',
    {
      config: { access: 'company:manage_funnels' },
      schema: {
        summary: 'Change a funnel; leads of steps that go move as `moves` says',
        params: IdParams,
        body: FunnelChange,
        response: { 200: Funnel }
      }
    },
    async request => {
      const companyId = request.companyId()
      const funnel = await app.db.company(everyLead(companyId), trx =>
        changeFunnel(trx, companyId, request.params.id, request.body, authorOf(request), auditActor(request))
      )
      if (!funnel) throw new AppError('notFound', notFound)
      return funnel
    }
  )

  app.delete(
    '/api/funnels/:id',
    {
      config: { access: 'company:manage_funnels' },
      schema: {
        summary: 'Delete a funnel',
        params: IdParams,
        querystring: Type.Object(
          {
            moves: Type.Optional(
              Type.String({
                maxLength: 5000,
                description: 'JSON: where the leads of each step go, by the keys of the steps'
              })
            )
          },
          { additionalProperties: false }
        ),
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      const companyId = request.companyId()
      const moves = readMoves(request.query.moves)
      const deleted = await app.db.company(everyLead(companyId), trx =>
        deleteFunnel(trx, companyId, request.params.id, moves, authorOf(request), auditActor(request))
      )
      if (!deleted) throw new AppError('notFound', notFound)
      return reply.status(204).send(null)
    }
  )
}

function readMoves(text: string | undefined): Moves {
  if (text === undefined) return {}
  const wrong = invalid({ moves: 'Escolha para onde vão os leads de cada etapa.' })
  let removal: unknown
  try {
    removal = { moves: JSON.parse(text) }
  } catch {
    throw wrong
  }
  if (!Value.Check(FunnelRemoval, removal)) throw wrong
  return removal.moves ?? {}
}
