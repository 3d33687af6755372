import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { FastifyRequest } from 'fastify'
import type {} from '../auth/plugin.ts'
import { authorOf } from '../auth/viewer.ts'
import { AppError, invalid } from '../core/errors.ts'
import { announce } from '../core/events.ts'
import type { App } from '../core/http.ts'
import { contentRange, readList } from '../core/list.ts'
import { Id, IdParams, ListQuery } from '../core/schema.ts'
import { openFile, streamOf } from '../files/store.ts'
import { findFile, listMessages } from './messages.ts'
import { changeConversation, countConversations, findConversation, listConversations } from './queries.ts'
import { shownTypes } from './rules.ts'
import {
  Conversation,
  ConversationChange,
  ConversationCounts,
  ConversationFilter,
  Message,
  MessagesQuery,
  NewMessage,
  NewNote,
  Presence
} from './schema.ts'
import { sendAgain, writeMessage, writeNote } from './write.ts'

const checker = TypeCompiler.Compile(ConversationFilter)
const usualMessages = 50

function readFilter(request: FastifyRequest) {
  const { filter, skip, take } = readList(request.query as ListQuery, {
    sortable: ['lastMessageAt'],
    filterable: Object.keys(ConversationFilter.properties)
  })
  if (!checker.Check(filter)) throw invalid({ filter: 'Filtro inválido.' })
  return { filter: { ...filter, me: authorOf(request).id }, skip, take }
}

const MessageParams = Type.Object({ id: Id, messageId: Id }, { additionalProperties: false })

/** The inbox: conversations with customers in every channel. */
export function register(app: App): void {
  app.get(
    '/api/conversations',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Conversations, the latest message first',
        querystring: ListQuery,
        response: { 200: Type.Array(Conversation) }
      }
    },
    async (request, reply) => {
      const { filter, skip, take } = readFilter(request)
      const { rows, total, capped } = await request.company(trx => listConversations(trx, filter, { skip, take }))
      reply.header('Content-Range', contentRange('conversations', skip, rows.length, total))
      if (capped) reply.header('X-Total-Capped', 'true')
      return rows
    }
  )

  app.get(
    '/api/conversations/counts',
    {
      config: { access: 'company' },
      schema: { summary: 'Open conversations that wait', response: { 200: ConversationCounts } }
    },
    request => request.company(trx => countConversations(trx, authorOf(request).id))
  )

  app.get(
    '/api/conversations/:id',
    {
      config: { access: 'company' },
      schema: { summary: 'One conversation', params: IdParams, response: { 200: Conversation } }
    },
    request => request.company(trx => findConversation(trx, request.params.id))
  )

  app.patch(
    '/api/conversations/:id',
    {
      config: { access: 'company:send_messages' },
      schema: {
        summary: 'Give away, put off, resolve, label or mark as read',
        params: IdParams,
        body: ConversationChange,
        response: { 200: Conversation }
      }
    },
    request =>
      request.company(trx =>
        changeConversation(trx, request.companyId(), request.params.id, request.body, authorOf(request))
      )
  )

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
        return listMessages(trx, id, { before, limit: Number(limit ?? usualMessages) })
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
        writeMessage(trx, request.companyId(), request.params.id, request.body, key, authorOf(request))
      )
      return reply.status(201).send(message)
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
        sendAgain(trx, request.companyId(), id, messageId, authorOf(request))
      )
      return reply.status(201).send(message)
    }
  )

  app.get(
    '/api/conversations/:id/messages/:messageId/file',
    {
      config: { access: 'company' },
      schema: { summary: 'The file of a message', params: MessageParams }
    },
    async (request, reply) => {
      const { id, messageId } = request.params
      const found = await request.company(async trx => {
        await findConversation(trx, id)
        return findFile(trx, id, messageId)
      })
      const file = found && (await openFile(app.db, request.companyId(), found.fileId))
      if (!file) throw new AppError('notFound', 'Arquivo não encontrado')
      const shown = shownTypes.test(found.type)
      return reply
        .header('Content-Type', shown ? found.type : 'application/octet-stream')
        .header('Content-Length', file.size)
        .header('Content-Security-Policy', "sandbox; default-src 'none'")
        .header(
          'Content-Disposition',
          `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`
        )
        .send(streamOf(file))
    }
  )

  app.post(
    '/api/conversations/:id/notes',
    {
      config: { access: 'company:send_messages' },
      schema: { summary: 'Write a note for the team', params: IdParams, body: NewNote, response: { 201: Message } }
    },
    async (request, reply) => {
      const note = await request.company(trx =>
        writeNote(trx, request.companyId(), request.params.id, request.body.text, authorOf(request))
      )
      return reply.status(201).send(note)
    }
  )

  app.post(
    '/api/conversations/:id/presence',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Say that one has the conversation open, or is writing',
        params: IdParams,
        body: Presence,
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      const { id: employeeId, name } = authorOf(request)
      await request.company(async trx => {
        const { id } = await findConversation(trx, request.params.id)
        const data = { conversationId: id, employeeId, name, typing: request.body.typing }
        await announce(trx, { companyId: request.companyId(), kind: 'conversation-presence', data })
      })
      return reply.status(204).send(null)
    }
  )
}
