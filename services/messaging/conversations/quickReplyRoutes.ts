import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { addQuickReply, changeQuickReply, deleteQuickReply, type Keeper, listQuickReplies } from './quickReplies.ts'
import { NewQuickReply, QuickReply } from './schema.ts'

/** Each reply has its own check: one's own take another permission than the company's. */
const access = 'company' as const

const keeperOf = (request: FastifyRequest): Keeper => ({ id: authorOf(request).id, user: request.user })

/** Texts that a company, or one person of it, answers with again and again. */
export function register(app: App): void {
  app.get(
    '/api/quick-replies',
    {
      config: { access },
      schema: {
        summary: "Quick replies, one's own before the company's, by shortcut",
        response: { 200: Type.Array(QuickReply) }
      }
    },
    request => request.company(trx => listQuickReplies(trx, keeperOf(request)))
  )

  app.post(
    '/api/quick-replies',
    {
      config: { access },
      schema: { summary: 'Add a quick reply', body: NewQuickReply, response: { 201: QuickReply } }
    },
    async (request, reply) => {
      const added = await request.company(trx =>
        addQuickReply(trx, request.companyId(), request.body, keeperOf(request))
      )
      return reply.status(201).send(added)
    }
  )

  app.put(
    '/api/quick-replies/:id',
    {
      config: { access },
      schema: { summary: 'Change a quick reply', params: IdParams, body: NewQuickReply, response: { 200: QuickReply } }
    },
    request => request.company(trx => changeQuickReply(trx, request.params.id, request.body, keeperOf(request)))
  )

  app.delete(
    '/api/quick-replies/:id',
    {
      config: { access },
      schema: { summary: 'Delete a quick reply', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await request.company(trx => deleteQuickReply(trx, request.params.id, keeperOf(request)))
      return reply.status(204).send(null)
    }
  )
}
