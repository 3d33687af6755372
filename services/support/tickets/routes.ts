import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { App } from '../../core/http.ts'
import { listRoute } from '../../core/list.ts'
import { IdParams, KeyHeader } from '../../core/schema.ts'
import { findUnstorable } from '../../core/text.ts'
import { registerTicketFiles } from './fileRoutes.ts'
import { noteOpening } from './opened.ts'
import { countTickets, findTicket, listTickets, markTicketRead } from './queries.ts'
import { requesterOf } from './requester.ts'
import { ticketTexts } from './rules.ts'
import { NewReply, NewTicket, Rating, Ticket, TicketCounts, TicketFilter, TicketRow } from './schema.ts'
import { rulesOf } from './settings.ts'
import { rateTicket, reopenTicket, resolveTicket } from './states.ts'
import { addReply, openTicket } from './write.ts'

const access = 'company:manage_tickets' as const
const checker = TypeCompiler.Compile(TicketFilter)

const readerOf = (request: FastifyRequest) => ({ me: authorOf(request).id, userId: request.actor.userId })

/** A lead that the person does not see is one that does not exist. */
async function refuseUnseen(trx: Trx, leadId: string): Promise<void> {
  const lead = await trx.selectFrom('leads').select('id').where('id', '=', leadId).executeTakeFirst()
  if (!lead) throw new AppError('notFound', 'Lead não encontrado')
}

/** The company's side of tickets. Everybody with the permission sees those of the company whose lead they see. */
export function register(app: App): void {
  registerLists(app)
  registerTicket(app)
  registerReplies(app)
  registerTicketFiles(app)
}

function registerLists(app: App): void {
  listRoute(app, '/api/tickets', {
    name: 'tickets',
    summary: 'Tickets, the latest word first; sorted by lastAt, createdAt or number',
    access,
    row: TicketRow,
    sortable: ['lastAt', 'createdAt', 'number'],
    filterable: Object.keys(TicketFilter.properties),
    read: (request, list) => {
      const { filter } = list
      if (!checker.Check(filter) || findUnstorable(filter) !== null) throw invalid({ filter: 'Filtro inválido.' })
      const { me } = readerOf(request)
      return request.company(trx => listTickets(trx, { ...filter, me }, list))
    }
  })

  app.get(
    '/api/tickets/counts',
    {
      config: { access },
      schema: { summary: 'Open, waiting for the company, and unread; up to 100 each', response: { 200: TicketCounts } }
    },
    request => request.company(trx => countTickets(trx, readerOf(request).me))
  )
}

function registerTicket(app: App): void {
  app.post(
    '/api/tickets',
    {
      config: { access },
      schema: {
        summary: 'Open a ticket; a repeated key gets the ticket of the first time',
        headers: KeyHeader,
        body: NewTicket,
        response: { 201: Ticket }
      }
    },
    async (request, reply) => {
      const { description, leadId, context = {}, ...body } = request.body
      if (findUnstorable(request.body) !== null) throw invalid({ description: ticketTexts.characters })
      const rules = await rulesOf(app.db)
      const companyId = request.companyId()
      const ticket = await request.company(async trx => {
        if (leadId) await refuseUnseen(trx, leadId)
        const opening = {
          ...body,
          text: description,
          context,
          leadId: leadId ?? null,
          source: 'app' as const,
          key: request.headers['idempotency-key'] ?? null
        }
        const opened = await openTicket(trx, companyId, rules, opening, requesterOf(request))
        if (opened.fresh) await noteOpening(trx, companyId, opened.ticketId, request)
        return findTicket(trx, companyId, opened.ticketId, readerOf(request))
      })
      return reply.status(201).send(ticket)
    }
  )

  app.get(
    '/api/tickets/:id',
    {
      config: { access },
      schema: { summary: 'One ticket with its thread', params: IdParams, response: { 200: Ticket } }
    },
    request => request.company(trx => findTicket(trx, request.companyId(), request.params.id, readerOf(request)))
  )

  app.post(
    '/api/tickets/:id/read',
    {
      config: { access },
      schema: { summary: 'Mark it as read by the person', params: IdParams, response: { 200: TicketCounts } }
    },
    request =>
      request.company(async trx => {
        const { me } = readerOf(request)
        const { id: ticketId } = await findTicket(trx, request.companyId(), request.params.id, readerOf(request))
        // Updates the number in the person's other windows.
        if (await markTicketRead(trx, me, ticketId))
          await announce(trx, { companyId: request.companyId(), kind: 'ticket-changed', data: { ticketId } })
        return countTickets(trx, me)
      })
  )
}

function registerReplies(app: App): void {
  app.post(
    '/api/tickets/:id/replies',
    {
      config: { access },
      schema: {
        summary: 'Answer; of a ticket solved long ago this makes another one, which is what is returned',
        params: IdParams,
        headers: KeyHeader,
        body: NewReply,
        response: { 201: Ticket }
      }
    },
    async (request, reply) => {
      const rules = await rulesOf(app.db)
      const companyId = request.companyId()
      const ticket = await request.company(async trx => {
        const key = request.headers['idempotency-key'] ?? null
        const { ticketId } = await addReply(
          trx,
          companyId,
          rules,
          request.params.id,
          { ...request.body, source: 'app', key },
          requesterOf(request)
        )
        return findTicket(trx, companyId, ticketId, readerOf(request))
      })
      return reply.status(201).send(ticket)
    }
  )

  const moves = {
    resolve: { summary: 'Say that it is solved', run: resolveTicket },
    reopen: { summary: 'Open it again, within fourteen days after its solution', run: reopenTicket }
  }
  for (const [name, { summary, run }] of Object.entries(moves))
    app.post(
      `/api/tickets/:id/${name}`,
      { config: { access }, schema: { summary, params: IdParams, response: { 200: Ticket } } },
      async request => {
        const rules = await rulesOf(app.db)
        const companyId = request.companyId()
        return request.company(async trx => {
          await run(trx, companyId, rules, request.params.id, requesterOf(request))
          return findTicket(trx, companyId, request.params.id, readerOf(request))
        })
      }
    )

  app.post(
    '/api/tickets/:id/rate',
    {
      config: { access },
      schema: {
        summary: 'Rate the help, from 1 to 5, in words too if one likes',
        params: IdParams,
        body: Rating,
        response: { 200: Ticket }
      }
    },
    request =>
      request.company(async trx => {
        const companyId = request.companyId()
        await rateTicket(trx, companyId, request.params.id, request.body, requesterOf(request))
        return findTicket(trx, companyId, request.params.id, readerOf(request))
      })
  )
}
