import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { auditActor } from '../audit/queries.ts'
import { newProtocol, ownCompanyId } from '../contact/queries.ts'
import { checkContact as checkMessage, subjectLabels } from '../contact/rules.ts'
import { ContactAccepted } from '../contact/schema.ts'
import { networkOf } from '../core/address.ts'
import { AppError, invalid } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { refuseTooMany } from '../core/limits.ts'
import { contentRange, readList } from '../core/list.ts'
import { ListQuery } from '../core/schema.ts'
import { unstorable } from '../core/text.ts'
import {
  askForPerson,
  concludeHandOver,
  findHandOver,
  findWish,
  listHandOvers,
  openRequest,
  takeHandOver,
  transcriptText
} from './handover.ts'
import type { ChatOwner } from './queries.ts'
import { chatTexts, checkContact, contactFields, type HandOverState, handOverStates } from './rules.ts'
import {
  ChatSessionParams,
  HandOver,
  HandOverRow,
  HandOverTaking,
  PersonAnswer,
  PersonRequest,
  SupportRequest
} from './schema.ts'
import { notifyTeam } from './team.ts'

/** Requests for a person in an hour, by address. */
const limit = { max: 10, seconds: 3600 }

/** Handing over to a person: the request, and the conversations that wait for the provider's team. */
export function registerHandOver(app: App, ownerOf: (request: FastifyRequest) => ChatOwner): void {
  const { db } = app

  /** Turns a visitor's contact and conversation into a lead of the provider's own company. */
  async function leadOf(
    request: FastifyRequest,
    sessionId: string,
    contact: PersonRequest['contact']
  ): Promise<string | null> {
    const errors = Object.fromEntries(
      contactFields.flatMap(name => {
        const error = checkContact(name, contact?.[name] ?? '')
        return error ? [[name, error]] : []
      })
    )
    if (!contact || Object.keys(errors).length > 0) throw invalid(errors)
    const companyId = await ownCompanyId(db)
    if (!companyId) return null
    const { assistantName } = await app.settings()
    const message = await db.everyCompany(trx => transcriptText(trx, sessionId, assistantName))
    const { name, email, phone } = contact
    return app.receiveLead(
      request,
      { name, email, phone, message, consentGiven: false, companyId, source: 'chat' },
      null
    )
  }

  app.post(
    '/api/chat/person',
    {
      config: { access: 'public', recognises: true },
      schema: { summary: 'Ask for somebody of the team', body: PersonRequest, response: { 200: PersonAnswer } }
    },
    async request => {
      const owner = ownerOf(request)
      const { sessionId, contact } = request.body
      const message = owner.userId === null ? chatTexts.person.visitor : chatTexts.person.known
      const wish = await db.everyCompany(trx => findWish(trx, owner, sessionId))
      if (!wish) throw new AppError('notFound', chatTexts.notFound)
      if (wish.waiting) return { message }
      await refuseTooMany(app, 'chat person', owner.userId ?? networkOf(request.ip), limit, chatTexts.tooMany)
      const leadId = owner.userId === null ? await leadOf(request, sessionId, contact) : null
      if (await db.everyCompany(trx => askForPerson(trx, sessionId, leadId))) await notifyTeam(app, sessionId)
      return { message }
    }
  )

  app.post(
    '/api/chat/support',
    {
      bodyLimit: 32 * 1024,
      config: { access: 'company' },
      schema: {
        summary: 'Write to the team as a client, who is known',
        body: SupportRequest,
        response: { 201: ContactAccepted }
      }
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const { subject, message } = request.body
      const error = checkMessage('message', message)
      if (error) throw invalid({ message: error })
      if (unstorable(message)) throw invalid({ message: 'O texto enviado contém caracteres inválidos.' })
      await refuseTooMany(app, 'chat person', owner.userId ?? networkOf(request.ip), limit, chatTexts.tooMany)
      const protocol = newProtocol()
      const text = `${subjectLabels[subject]}\n\n${message.trim()}`
      const response = `Protocolo ${protocol}. ${chatTexts.person.known}`
      await notifyTeam(app, await db.everyCompany(trx => openRequest(trx, owner, text, response)))
      return reply.status(201).send({ protocol })
    }
  )

  const staff = { access: 'staff' as const }
  const path = '/api/admin/conversations'
  const params = Type.Object({ id: ChatSessionParams.properties.sessionId }, { additionalProperties: false })

  app.get(
    path,
    {
      config: staff,
      schema: {
        summary: 'Conversations for a person',
        querystring: ListQuery,
        response: { 200: Type.Array(HandOverRow) }
      }
    },
    async (request, reply) => {
      const list = readList(
        { sort: '["askedAt","DESC"]', ...request.query },
        { sortable: ['askedAt'], filterable: ['state'] }
      )
      const { state } = list.filter
      if (state !== undefined && !handOverStates.includes(state as HandOverState))
        throw invalid({ filter: 'Filtro inválido.' })
      const { rows, total } = await db.everyCompany(trx => listHandOvers(trx, list, state as HandOverState | undefined))
      reply.header('Content-Range', contentRange('conversations', list.skip, rows.length, total))
      return rows
    }
  )

  app.get(
    `${path}/:id`,
    { config: staff, schema: { summary: 'One with what was said', params, response: { 200: HandOver } } },
    request => db.everyCompany(trx => findHandOver(trx, request.params.id))
  )

  app.post(
    `${path}/:id/take`,
    { config: staff, schema: { summary: 'Take it over', params, body: HandOverTaking, response: { 200: HandOver } } },
    request => db.everyCompany(trx => takeHandOver(trx, request.params.id, request.body.from, auditActor(request)))
  )

  app.post(
    `${path}/:id/conclude`,
    { config: staff, schema: { summary: 'Settle it', params, response: { 200: HandOver } } },
    request => db.everyCompany(trx => concludeHandOver(trx, request.params.id, auditActor(request)))
  )
}
