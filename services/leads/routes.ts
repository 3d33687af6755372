import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../auth/plugin.ts'
import { type CompanyPermission, hasPermission } from '../auth/rules.ts'
import { AppError, invalid } from '../core/errors.ts'
import { type App, ownCompany } from '../core/http.ts'
import { contentRange, readList } from '../core/list.ts'
import { CompanyParams, IdParams, ListQuery } from '../core/schema.ts'
import { unstorable } from '../core/text.ts'
import {
  changeLead,
  countByStatus,
  findLead,
  type LeadFilter,
  type LeadViewer,
  listLeads,
  sortableLeadFields
} from './queries.ts'
import { perMinute, type ReceiveLead } from './receive.ts'
import { type LeadStatus, leadStatuses } from './rules.ts'
import { Lead, LeadAccepted, LeadChange, LeadSubmission, StatusCount } from './schema.ts'

const notFound = 'Lead não encontrado'
const filterableLeadFields = ['q', 'status', 'source', 'id', 'owner']

function need(request: FastifyRequest, permission: CompanyPermission): void {
  if (!hasPermission(request.user, permission))
    throw new AppError('forbidden', 'Você não tem permissão para fazer isso.')
}

export function registerLeads(app: App, receive: ReceiveLead): void {
  app.post(
    '/api/leads/public',
    {
      bodyLimit: 32 * 1024,
      config: {
        access: 'public',
        rateLimit: { max: perMinute.most * app.config.rateLimitFactor, timeWindow: '1 minute' }
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

  app.get(
    '/api/leads',
    {
      config: { access: 'company' },
      schema: { summary: 'Leads, a page at a time', querystring: ListQuery, response: { 200: Type.Array(Lead) } }
    },
    async (request, reply) => {
      const list = readList(request.query, {
        sortable: sortableLeadFields,
        filterable: filterableLeadFields
      })
      const { leads, total, capped } = await listLeads(
        app.db,
        viewerOf(request),
        list,
        readFilter(request, list.filter)
      )
      reply.header('Content-Range', contentRange('leads', list.skip, leads.length, total))
      if (capped) reply.header('X-Total-Capped', 'true')
      return leads
    }
  )

  app.get(
    '/api/leads/counts',
    {
      config: { access: 'company' },
      schema: { summary: 'Leads by status', response: { 200: Type.Array(StatusCount) } }
    },
    request => request.company(trx => countByStatus(trx, request.owners))
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

  app.get(
    '/api/leads/:id',
    { config: { access: 'company' }, schema: { summary: 'One lead', params: IdParams, response: { 200: Lead } } },
    async request => {
      const lead = await request.company(trx => findLead(trx, request.params.id))
      if (!lead) throw new AppError('notFound', notFound)
      return lead
    }
  )

  app.put(
    '/api/leads/:id',
    {
      config: { access: 'company' },
      schema: { summary: 'Change a lead', params: IdParams, body: LeadChange, response: { 200: Lead } }
    },
    async request => {
      const { id } = request.params
      const { status, ownerId } = request.body
      if (status !== undefined) need(request, 'edit_leads')
      if (ownerId !== undefined) need(request, 'assign_leads')
      const lead = await request.company(trx => changeLead(trx, request.companyId(), id, { status, ownerId }))
      if (!lead) throw new AppError('notFound', notFound)
      return lead
    }
  )
}

const viewerOf = (request: FastifyRequest): LeadViewer => ({ id: request.companyId(), owners: request.owners })

function readFilter(request: FastifyRequest, filter: Record<string, unknown>): LeadFilter {
  const { q, status, source, id, owner } = filter
  const texts = [q, source, owner, ...[status, id].flat()].filter(value => value !== undefined && value !== null)
  if (texts.some(text => typeof text !== 'string' || text.length > 200 || unstorable(text)) || texts.length > 1000)
    throw invalid({ filter: 'Filtro inválido.' })
  if (q && id) throw invalid({ filter: 'A busca não se combina com uma lista de leads.' })
  const statuses = status === undefined || status === null ? undefined : ([status].flat() as LeadStatus[])
  if (statuses?.some(each => !leadStatuses.includes(each))) throw invalid({ status: 'Situação desconhecida.' })
  return {
    q: (q as string | undefined)?.trim() || undefined,
    statuses,
    source: (source as string | undefined) || undefined,
    owner: owner === 'me' ? (request.user.companyEmployee?.id ?? 'me') : (owner as string | undefined) || undefined,
    ids: id === undefined || id === null ? undefined : ([id].flat() as string[])
  }
}
