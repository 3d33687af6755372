import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { Activity } from '../../account/activities/schema.ts'
import type {} from '../../account/auth/plugin.ts'
import { type CompanyPermission, hasPermission } from '../../account/auth/rules.ts'
import { authorOf, viewerOf } from '../../account/auth/viewer.ts'
import { AppError } from '../../core/errors.ts'
import { type App, ownCompany } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { contentRange, listRoute, readList } from '../../core/list.ts'
import { CompanyParams, Id, IdParams, ListQuery } from '../../core/schema.ts'
import { listFormerFields, listOwnFields } from '../forms/answers.ts'
import { FormerField, OwnField } from '../forms/schema.ts'
import { keysOfFunnel } from '../funnels/steps.ts'
import { changeLead, moveLead } from './changes.ts'
import { noteContact, noteOutcome } from './contacts.ts'
import { countFacets } from './facets.ts'
import { filterableLeadFields, type LeadFilter } from './filter.ts'
import { countByStatus, listColumns, listLeads, sortableLeadFields } from './queries.ts'
import { leadReceiver, perMinute } from './receive.ts'
import { readFilter } from './requestFilter.ts'
import { leadStatuses } from './rules.ts'
import {
  Board,
  ContactResult,
  FacetCounts,
  Lead,
  LeadAccepted,
  LeadChange,
  LeadMove,
  LeadSubmission,
  NewContact,
  StatusCount,
  ValueUse
} from './schema.ts'
import { sumStepValues, usesValues } from './values.ts'

const notFound = 'Lead não encontrado'

/** Cards of each column that the board loads first. */
const cardsAtOnce = 25

function need(request: FastifyRequest, permission: CompanyPermission): void {
  if (!hasPermission(request.user, permission))
    throw new AppError('forbidden', 'Você não tem permissão para fazer isso.')
}

/** A filter by funnel as one by its steps, which kept counts and indexes answer. */
async function byStep(request: FastifyRequest, { funnel, ...filter }: LeadFilter): Promise<LeadFilter> {
  if (!funnel) return filter
  const companyId = request.companyId()
  const keys = await request.company(trx => Promise.all(funnel.map(id => keysOfFunnel(trx, companyId, id))))
  const status = keys.flat().filter(key => filter.status?.includes(key) ?? true)
  // No step has an empty key.
  return { ...filter, status: status.length > 0 ? status : [''] }
}

export function register(app: App): void {
  registerSubmission(app)
  registerLists(app)
  registerChanges(app)
  registerBoard(app)
}

/** The form of visitors, and the function that other forms use. */
function registerSubmission(app: App): void {
  const receive = leadReceiver(app)
  app.decorate('receiveLead', receive)
  app.post(
    '/api/leads/public',
    {
      bodyLimit: 32 * 1024,
      config: {
        access: 'public',
        rateLimit: routeLimit(app, perMinute.max, '1 minute')
      },
      schema: {
        summary: 'Send a lead',
        headers: Type.Object({
          'idempotency-key': Type.Optional(
            Type.String({
              minLength: 8,
              maxLength: 200,
              description: 'The same key and body get the same answer; another body gets 422'
            })
          )
        }),
        body: LeadSubmission,
        response: { 201: LeadAccepted }
      }
    },
    async (request, reply) => {
      const id = await receive(request, request.body, request.headers['idempotency-key'] ?? null)
      return reply.status(201).send({ success: true, id })
    }
  )
}

function registerLists(app: App): void {
  listRoute(app, '/api/leads', {
    name: 'leads',
    summary: 'Leads, a page at a time',
    access: 'company',
    row: Lead,
    sortable: sortableLeadFields,
    filterable: filterableLeadFields,
    read: async (request, list, reply) => {
      const filter = await byStep(request, readFilter(request, list.filter))
      const { leads, valued, ...counted } = await listLeads(app.db, viewerOf(request), list, filter)
      reply.header('X-Values-Used', String(valued))
      return { rows: leads, ...counted }
    }
  })

  app.get(
    '/api/leads/counts',
    {
      config: { access: 'company' },
      schema: { summary: 'Leads by status', response: { 200: Type.Array(StatusCount) } }
    },
    request => request.company(trx => countByStatus(trx, request.owners))
  )

  app.get(
    '/api/leads/facets',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Leads by status, owner, source, tag and answers to own fields, under the other filters',
        querystring: Type.Pick(ListQuery, ['filter']),
        response: { 200: FacetCounts }
      }
    },
    async request => {
      const { filter } = readList(request.query, { sortable: sortableLeadFields, filterable: filterableLeadFields })
      return countFacets(app.db, viewerOf(request), await byStep(request, readFilter(request, filter)))
    }
  )

  app.get(
    '/api/leads/values',
    {
      config: { access: 'company' },
      schema: { summary: 'Whether leads have values', response: { 200: ValueUse } }
    },
    async request => ({ used: await usesValues(app.db, viewerOf(request)) })
  )

  app.get(
    '/api/leads/fields',
    {
      config: { access: 'company' },
      schema: {
        summary: 'The own fields, and the options by which leads are found',
        response: { 200: Type.Array(OwnField) }
      }
    },
    request => request.company(listOwnFields)
  )

  app.get(
    '/api/leads/fields/former',
    {
      config: { access: 'company' },
      schema: {
        summary: 'The last labels of own fields that were deleted, of which leads keep what they hold',
        response: { 200: Type.Array(FormerField) }
      }
    },
    request => request.company(listFormerFields)
  )

  app.get(
    '/api/leads/company/:companyId',
    {
      config: { access: 'company' },
      schema: {
        summary: 'The newest 1,000 leads, or a page of them',
        params: CompanyParams,
        querystring: ListQuery,
        response: { 200: Type.Array(Lead) }
      }
    },
    async (request, reply) => {
      const companyId = ownCompany(request, request.params.companyId, 'Empresa não encontrada com este ID')
      const query = { range: '[0,999]', ...request.query }
      const list = readList(query, { sortable: sortableLeadFields, filterable: filterableLeadFields })
      const viewer = { ...viewerOf(request), id: companyId }
      const { leads, total } = await listLeads(app.db, viewer, list, readFilter(request, list.filter))
      reply
        .header('Content-Range', contentRange('leads', list.skip, leads.length, total))
        .header('X-Total-Count', String(total))
      return leads
    }
  )
}

function registerChanges(app: App): void {
  app.put(
    '/api/leads/:id',
    {
      config: { access: 'company' },
      schema: { summary: 'Change a lead', params: IdParams, body: LeadChange, response: { 200: Lead } }
    },
    async request => {
      const { id } = request.params
      const { ownerId, expected: _, ...others } = request.body
      if (ownerId !== undefined) need(request, 'assign_leads')
      if (Object.keys(others).length > 0) need(request, 'edit_leads')
      const companyId = request.companyId()
      const lead = await app.db.company(companyId, trx =>
        changeLead(trx, companyId, id, request.body, authorOf(request), request.owners)
      )
      if (!lead) throw new AppError('notFound', notFound)
      return lead
    }
  )

  app.post(
    '/api/leads/:id/move',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Move a card of the board', params: IdParams, body: LeadMove, response: { 200: Lead } }
    },
    async request => {
      const lead = await request.company(trx =>
        moveLead(trx, request.companyId(), request.params.id, request.body, authorOf(request))
      )
      if (!lead) throw new AppError('notFound', notFound)
      return lead
    }
  )

  app.post(
    '/api/leads/:id/contacts',
    {
      config: { access: 'company:edit_leads' },
      schema: {
        summary: 'Note that a lead is being reached',
        params: IdParams,
        body: NewContact,
        response: { 201: Activity }
      }
    },
    async (request, reply) => {
      const activity = await request.company(trx =>
        noteContact(trx, request.companyId(), request.params.id, request.body, authorOf(request))
      )
      if (!activity) throw new AppError('notFound', notFound)
      return reply.status(201).send(activity)
    }
  )

  app.put(
    '/api/leads/:id/contacts/:activityId',
    {
      config: { access: 'company:edit_leads' },
      schema: {
        summary: 'Say what came of it',
        params: Type.Object({ id: Id, activityId: Id }, { additionalProperties: false }),
        body: ContactResult,
        response: { 200: Activity }
      }
    },
    async request => {
      const { id, activityId } = request.params
      const activity = await request.company(trx =>
        noteOutcome(trx, request.companyId(), id, activityId, request.body.outcome, authorOf(request))
      )
      if (!activity) throw new AppError('notFound', notFound)
      return activity
    }
  )
}

function registerBoard(app: App): void {
  app.get(
    '/api/leads/board',
    {
      config: { access: 'company' },
      schema: {
        summary:
          'The first 25 leads of each step of a funnel, with their counts; of the usual one without a filter by funnel',
        querystring: Type.Pick(ListQuery, ['filter']),
        response: { 200: Board }
      }
    },
    async (request, reply) => {
      const { filter } = readList(request.query, { sortable: sortableLeadFields, filterable: filterableLeadFields })
      const viewer = viewerOf(request)
      const { funnel, ...base } = readFilter(request, filter)
      const [chosen = viewer.id] = funnel ?? []
      const steps =
        chosen === viewer.id ? leadStatuses : await request.company(trx => keysOfFunnel(trx, viewer.id, chosen))
      const statuses = steps.filter(status => base.status?.includes(status) ?? true)
      const cards = { sort: { field: 'rank', descending: true }, take: cardsAtOnce } as const
      const oldest = { sort: { field: 'receivedAt', descending: false }, take: 1 } as const
      const [pages, values, firsts] = await Promise.all([
        listColumns(app.db, viewer, cards, statuses, base),
        sumStepValues(app.db, viewer, base),
        listColumns(app.db, viewer, oldest, statuses, base)
      ])
      reply.header('X-Values-Used', String([...pages.values()].some(({ valued }) => valued)))
      return statuses.map(status => ({
        status,
        ...(pages.get(status) ?? { leads: [], total: 0, capped: false }),
        oldestAt: firsts.get(status)?.leads[0]?.receivedAt ?? null,
        valueCents: values.get(status) ?? null
      }))
    }
  )
}
