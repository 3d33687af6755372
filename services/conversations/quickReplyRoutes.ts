import { Type } from '@sinclair/typebox'
import type { App } from '../core/http.ts'
import { IdParams } from '../core/schema.ts'
import { addQuickReply, changeQuickReply, deleteQuickReply, listQuickReplies } from './quickReplies.ts'
import { NewQuickReply, QuickReply } from './schema.ts'

const access = 'company:manage_channels' as const

/** Texts that a company answers with again and again. */
export function register(app: App): void {
  app.get(
    '/api/quick-replies',
    {
      config: { access: 'company' },
      schema: { summary: 'Quick replies, by shortcut', response: { 200: Type.Array(QuickReply) } }
    },
    request => request.company(listQuickReplies)
  )

  app.post(
    '/api/quick-replies',
    {
      config: { access },
      schema: { summary: 'Add a quick reply', body: NewQuickReply, response: { 201: QuickReply } }
    },
    async (request, reply) => {
      const added = await request.company(trx => addQuickReply(trx, request.companyId(), request.body))
      return reply.status(201).send(added)
    }
  )

  app.put(
    '/api/quick-replies/:id',
    {
      config: { access },
      schema: { summary: 'Change a quick reply', params: IdParams, body: NewQuickReply, response: { 200: QuickReply } }
    },
    request => request.company(trx => changeQuickReply(trx, request.params.id, request.body))
  )

  app.delete(
    '/api/quick-replies/:id',
    {
      config: { access },
      schema: { summary: 'Delete a quick reply', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await request.company(trx => deleteQuickReply(trx, request.params.id))
      return reply.status(204).send(null)
    }
  )
}
