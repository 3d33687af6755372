import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { networkOf } from '../../core/address.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { refuseTooMany } from '../../core/limits.ts'
import { unstorable } from '../../core/text.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { newProtocol, ownCompanyId } from '../../support/contact/queries.ts'
import { checkContact as checkMessage } from '../../support/contact/rules.ts'
import { ContactAccepted } from '../../support/contact/schema.ts'
import { requesterOf } from '../../support/tickets/requester.ts'
import { rulesOf } from '../../support/tickets/settings.ts'
import { type Asking, askForPerson, openRequest } from './askedTickets.ts'
import { findWish, transcriptText } from './handover.ts'
import type { ChatOwner } from './queries.ts'
import { chatTexts, checkContact, contactFields } from './rules.ts'
import { PersonAnswer, PersonRequest, SupportRequest } from './schema.ts'

/** Requests for a person in an hour, by address. */
const limit = { max: 10, seconds: 3600 }

/** Asking for a person of the provider's team, which opens a ticket. */
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

  async function visitor(
    request: FastifyRequest,
    sessionId: string,
    contact: PersonRequest['contact']
  ): Promise<Asking> {
    const leadId = await leadOf(request, sessionId, contact)
    const requester = {
      id: null,
      name: contact?.name.trim() || 'Visitante',
      email: contact?.email ?? null,
      userId: null
    }
    return { requester, companyId: null, leadId, phone: contact?.phone ?? null }
  }

  const memberAsking = (request: FastifyRequest, { companyId }: ChatOwner): Asking => ({
    requester: requesterOf(request),
    companyId,
    actor: auditActor(request)
  })

  app.post(
    '/api/chat/person',
    {
      config: { access: 'public', recognises: true },
      schema: { summary: 'Ask for somebody of the team', body: PersonRequest, response: { 200: PersonAnswer } }
    },
    async request => {
      const owner = ownerOf(request)
      const { sessionId, contact } = request.body
      const message = owner.userId === null ? chatTexts.person.visitor : chatTexts.person.member
      const wish = await db.everyCompany(trx => findWish(trx, owner, sessionId))
      if (!wish) throw new AppError('notFound', chatTexts.notFound)
      if (wish.waiting) return { message }
      await refuseTooMany(app, 'chat person', owner.userId ?? networkOf(request.ip), limit, chatTexts.tooMany)
      const asking = owner.userId === null ? await visitor(request, sessionId, contact) : memberAsking(request, owner)
      const [rules, { assistantName }] = [await rulesOf(db), await app.settings()]
      await db.everyCompany(trx => askForPerson(trx, sessionId, asking, { rules, assistantName }))
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
      const [rules, { productName }] = [await rulesOf(db), await app.settings()]
      const written = { subject, message: message.trim(), protocol }
      const actor = auditActor(request)
      await db.everyCompany(trx =>
        openRequest(trx, request.companyId(), rules, written, requesterOf(request), { actor, productName })
      )
      return reply.status(201).send({ protocol })
    }
  )
}
