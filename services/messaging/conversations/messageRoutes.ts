import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import type { Config } from '../../core/config.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { filePath } from './addresses.ts'
import { listMessages } from './messages.ts'
import { findConversation } from './queries.ts'
import { react } from './reactions.ts'
import { Message, MessageParams, MessagesQuery, NewMessage, NewReaction } from './schema.ts'
import { sendAgain, writeMessage } from './write.ts'

const usualMessages = 50

/** A message with the address of its file. */
function withAddress(request: FastifyRequest, config: Config, conversationId: string, message: Message): Message {
  const { id, file } = message
  if (file?.state !== 'kept') return message
  const url = filePath(config, { companyId: request.companyId(), conversationId, messageId: id }, new Date())
  return { ...message, file: { ...file, url } }
}

/** The messages of a conversation. */
export function register(app: App): void {
  app.get(
    '/api/conversations/:id/messages',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Messages, the newest first, or those before one of them',
        params: IdParams,
        querystring: MessagesQuery,
        response: { 200: Type.Array(Message) }
      }
    },
    request =>
      request.company(async trx => {
        const { before, limit } = request.query
        const { id } = await findConversation(trx, request.params.id)
        const messages = await listMessages(trx, id, { before, limit: Number(limit ?? usualMessages) })
        return messages.map(message => withAddress(request, app.config, id, message))
      })
  )

  app.post(
    '/api/conversations/:id/messages',
    {
      config: { access: 'company:send_messages' },
      schema: {
        summary: 'Send a message; a repeated key gets the message of the first time',
        params: IdParams,
        headers: Type.Object({
          'idempotency-key': Type.Optional(Type.String({ minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }))
        }),
        body: NewMessage,
        response: { 201: Message }
      }
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'] ?? null
      const { message } = await request.company(trx =>
        writeMessage(
          { trx, config: app.config },
          request.companyId(),
          request.params.id,
          request.body,
          key,
          authorOf(request)
        )
      )
      return reply.status(201).send(withAddress(request, app.config, request.params.id, message))
    }
  )

  app.post(
    '/api/conversations/:id/messages/:messageId/retry',
    {
      config: { access: 'company:send_messages' },
      schema: {
        summary: 'Send again what failed, or whose end is not known',
        params: MessageParams,
        response: { 201: Message }
      }
    },
    async (request, reply) => {
      const { id, messageId } = request.params
      const message = await request.company(trx =>
        sendAgain({ trx, config: app.config }, request.companyId(), id, messageId, authorOf(request))
      )
      return reply.status(201).send(withAddress(request, app.config, id, message))
    }
  )

  app.put(
    '/api/conversations/:id/messages/:messageId/reaction',
    {
      config: { access: 'company:send_messages' },
      schema: {
        summary: 'React to a message of the person, or take it back',
        params: MessageParams,
        body: NewReaction,
        response: { 200: Message }
      }
    },
    async request => {
      const { id, messageId } = request.params
      const message = await request.company(trx => react(trx, request.companyId(), id, messageId, request.body.emoji))
      return withAddress(request, app.config, id, message)
    }
  )
}
