import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { hasPermission } from '../../account/auth/rules.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { App } from '../../core/http.ts'
import { contentRange, readList } from '../../core/list.ts'
import { IdParams, KeyHeader, ListQuery } from '../../core/schema.ts'
import { picturePath } from './addresses.ts'
import { blockPerson } from './block.ts'
import { changeConversation, countUnread, findConversation, listConversations } from './queries.ts'
import {
  Conversation,
  ConversationChange,
  ConversationCounts,
  ConversationFilter,
  Message,
  NewConversation,
  NewNote,
  Presence
} from './schema.ts'
import { splitConversation } from './split.ts'
import { noteTyping } from './typing.ts'
import { startConversation, writeNote } from './write.ts'

const checker = TypeCompiler.Compile(ConversationFilter)

function readFilter(request: FastifyRequest) {
  const { filter, skip, take } = readList(request.query as ListQuery, {
    sortable: ['lastMessageAt'],
    filterable: Object.keys(ConversationFilter.properties)
  })
  if (!checker.Check(filter)) throw invalid({ filter: 'Filtro inválido.' })
  return { filter: { ...filter, me: authorOf(request).id }, skip, take }
}

/** A conversation with the address of its person's picture, which has been the id of a file until here. */
function withPicture(request: FastifyRequest, config: Config, conversation: Conversation): Conversation {
  const { id: conversationId, picture: fileId } = conversation
  if (!fileId) return conversation
  const picture = picturePath(config, { companyId: request.companyId(), conversationId, fileId }, new Date())
  return { ...conversation, picture }
}

/** The inbox: conversations with customers in every channel, and what the team alone sees of them. */
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

  app.post(
    '/api/conversations',
    {
      config: { access: 'company:send_messages' },
      schema: {
        summary: 'Write to a lead by a template; a repeated key sends nothing again',
        headers: KeyHeader,
        body: NewConversation,
        response: { 201: Conversation }
      }
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'] ?? null
      const conversation = await request.company(trx =>
        startConversation({ trx, config: app.config }, request.companyId(), request.body, key, authorOf(request))
      )
      return reply.status(201).send(withPicture(request, app.config, conversation))
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

  for (const [method, blocked] of [
    ['POST', true],
    ['DELETE', false]
  ] as const)
    app.route({
      method,
      url: '/api/conversations/:id/block',
      config: { access: 'company:send_messages' },
      schema: {
        summary: blocked ? 'Block the person, at the provider too' : 'Let the person write again',
        params: IdParams,
        response: { 200: Conversation }
      },
      handler: async request => {
        const caller = {
          companyId: request.companyId(),
          author: authorOf(request),
          within: <T>(work: (trx: Trx) => Promise<T>) => request.company(work)
        }
        const conversation = await blockPerson(app, caller, request.params.id, blocked)
        return withPicture(request, app.config, conversation)
      }
    })

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
