import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type {} from '../auth/plugin.ts'
import { hasPermission } from '../auth/rules.ts'
import { authorOf } from '../auth/viewer.ts'
import type { Config } from '../core/config.ts'
import { AppError, invalid } from '../core/errors.ts'
import { announce } from '../core/events.ts'
import type { App } from '../core/http.ts'
import { contentRange, readList } from '../core/list.ts'
import { maxReceiveTimeout } from '../core/receiveTimeout.ts'
import { Id, IdParams, ListQuery } from '../core/schema.ts'
import { unstorable } from '../core/text.ts'
import { readRange } from '../files/range.ts'
import { bytesOf } from '../files/source.ts'
import { openFile } from '../files/store.ts'
import { receiveBytes, takeFiles } from '../files/upload.ts'
import { filePath, picturePath, readFilePath, readPicturePath } from './addresses.ts'
import { dropAttachment, receiveAttachment, refuseUnreachable } from './attachments.ts'
import { findFile, listMessages } from './messages.ts'
import { findPicture } from './pictures.ts'
import { changeConversation, countUnread, findConversation, listConversations } from './queries.ts'
import { react } from './reactions.ts'
import { longestFile, shownTypes } from './rules.ts'
import {
  Attachment,
  Conversation,
  ConversationChange,
  ConversationCounts,
  ConversationFilter,
  Message,
  MessagesQuery,
  NewMessage,
  NewNote,
  NewReaction,
  Presence
} from './schema.ts'
import { splitConversation } from './split.ts'
import { noteTyping } from './typing.ts'
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

/** A message with the address of its file. */
function withAddress(request: FastifyRequest, config: Config, conversationId: string, message: Message): Message {
  const { id, file } = message
  if (file?.state !== 'kept') return message
  const url = filePath(config, { companyId: request.companyId(), conversationId, messageId: id }, new Date())
  return { ...message, file: { ...file, url } }
}

/** A conversation with the address of its person's picture, which has been the id of a file until here. */
function withPicture(request: FastifyRequest, config: Config, conversation: Conversation): Conversation {
  const { id: conversationId, picture: fileId } = conversation
  if (!fileId) return conversation
  const picture = picturePath(config, { companyId: request.companyId(), conversationId, fileId }, new Date())
  return { ...conversation, picture }
}

type Found = { fileId: string; type: string }

/** Answers with a file, or the part of it that a player asks for. */
async function sendFile(
  app: App,
  companyId: string,
  found: Found | undefined,
  { range, reply }: { range: string | undefined; reply: FastifyReply }
) {
  const file = found && (await openFile(app.db, companyId, found.fileId))
  if (!file) throw new AppError('notFound', 'Arquivo não encontrado')
  const shown = shownTypes.test(found.type)
  const size = Number(file.size)
  const part = readRange(range, size)
  reply.header('Accept-Ranges', 'bytes')
  if (part === null) return reply.status(416).header('Content-Range', `bytes */${size}`).send()
  const { from, to } = part ?? { from: 0, to: size }
  if (part) reply.status(206).header('Content-Range', `bytes ${from}-${to - 1}/${size}`)
  return reply
    .header('Content-Type', shown ? found.type : 'application/octet-stream')
    .header('Content-Length', to - from)
    .header('Cache-Control', 'private, max-age=3600')
    .header('Content-Security-Policy', "sandbox; default-src 'none'")
    .header(
      'Content-Disposition',
      `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`
    )
    .send(Readable.from(bytesOf(file, from, to), { objectMode: false }))
}

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
      return rows.map(row => withPicture(request, app.config, row))
    }
  )

  app.get(
    '/api/conversations/counts',
    {
      config: { access: 'company' },
      schema: { summary: 'Unread open conversations by channel', response: { 200: ConversationCounts } }
    },
    request => request.company(countUnread)
  )

  app.get(
    '/api/conversations/:id',
    {
      config: { access: 'company' },
      schema: { summary: 'One conversation', params: IdParams, response: { 200: Conversation } }
    },
    async request =>
      withPicture(request, app.config, await request.company(trx => findConversation(trx, request.params.id)))
  )

  app.patch(
    '/api/conversations/:id',
    {
      config: { access: 'company:send_messages' },
      schema: {
        summary: 'Give away, put off, resolve, link to another lead or mark as read',
        params: IdParams,
        body: ConversationChange,
        response: { 200: Conversation }
      }
    },
    async request => {
      if (request.body.leadId !== undefined && !hasPermission(request.user, 'edit_leads'))
        throw new AppError('forbidden', 'Você não tem permissão para fazer isso.')
      const conversation = await request.company(trx =>
        changeConversation(trx, request.companyId(), request.params.id, request.body, authorOf(request))
      )
      return withPicture(request, app.config, conversation)
    }
  )

  app.post(
    '/api/conversations/:id/split',
    {
      config: { access: 'company:send_messages' },
      schema: {
        summary: 'Give the conversation to a new lead, whose person it is',
        params: IdParams,
        response: { 201: Conversation }
      }
    },
    async (request, reply) => {
      if (!hasPermission(request.user, 'edit_leads'))
        throw new AppError('forbidden', 'Você não tem permissão para fazer isso.')
      const conversation = await request.company(trx =>
        splitConversation(trx, request.companyId(), request.params.id, authorOf(request))
      )
      return reply.status(201).send(withPicture(request, app.config, conversation))
    }
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
      return sendFile(app, request.companyId(), found, { range: request.headers.range, reply })
    }
  )

  app.get(
    '/api/conversations/files/:signed',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        summary: 'The file of a message, for a player or a provider, by a signed address that soon ends',
        params: Type.Object({ signed: Type.String({ maxLength: 300 }) }, { additionalProperties: false })
      }
    },
    async (request, reply) => {
      const place = readFilePath(app.config, request.params.signed, new Date())
      const found =
        place && (await app.db.company(place.companyId, trx => findFile(trx, place.conversationId, place.messageId)))
      return sendFile(app, place?.companyId ?? '', found, { range: request.headers.range, reply })
    }
  )

  app.get(
    '/api/conversations/pictures/:signed',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        summary: "The picture of a conversation's person, by a signed address that soon ends",
        params: Type.Object({ signed: Type.String({ maxLength: 300 }) }, { additionalProperties: false })
      }
    },
    async (request, reply) => {
      const place = readPicturePath(app.config, request.params.signed, new Date())
      const found =
        place && (await app.db.company(place.companyId, trx => findPicture(trx, place.conversationId, place.fileId)))
      return sendFile(app, place?.companyId ?? '', found, { range: undefined, reply })
    }
  )

  takeFiles(app, scope =>
    scope.post(
      '/api/conversations/:id/files',
      {
        bodyLimit: longestFile,
        config: { access: 'company:send_messages', receiveTimeout: maxReceiveTimeout },
        schema: {
          summary: 'Keep a file that is to be sent, as application/octet-stream',
          params: IdParams,
          querystring: Type.Object(
            { name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
            { additionalProperties: false }
          ),
          response: { 201: Attachment }
        }
      },
      async (request, reply) => {
        const conversation = await request.company(trx => findConversation(trx, request.params.id))
        const { name = 'arquivo' } = request.query
        refuseUnreachable(app.config, conversation.channel)
        if (unstorable(name)) throw invalid({ name: 'O texto contém caracteres inválidos.' })
        const attachment = await receiveBytes(request, (bytes, size) =>
          receiveAttachment(app, request.companyId(), conversation, { name, size }, bytes)
        )
        return reply.status(201).send(attachment)
      }
    )
  )

  app.delete(
    '/api/conversations/:id/files/:fileId',
    {
      config: { access: 'company:send_messages' },
      schema: {
        summary: 'Delete a file that is not sent after all',
        params: Type.Object({ id: Id, fileId: Id }, { additionalProperties: false }),
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      const { id, fileId } = request.params
      await request.company(async trx => dropAttachment(trx, (await findConversation(trx, id)).id, fileId))
      return reply.status(204).send(null)
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
      const { id: employeeId } = authorOf(request)
      await request.company(async trx => {
        const { id } = await findConversation(trx, request.params.id)
        // Everybody of the company hears of it, so it names nobody.
        const data = { conversationId: id, employeeId, typing: request.body.typing }
        await announce(trx, { companyId: request.companyId(), kind: 'conversation-presence', data })
        if (request.body.typing && hasPermission(request.user, 'send_messages'))
          await noteTyping(trx, request.companyId(), id)
      })
      return reply.status(204).send(null)
    }
  )
}
