import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { hasPermission } from '../../account/auth/rules.ts'
import { authorOf, viewerOf } from '../../account/auth/viewer.ts'
import type { CompanyScope } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { Id, IdParams, JsonObject } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { announceViewer, exportLead, findCompanyPeople, findDetail, findSurvivor } from './detail.ts'
import { findAlike, findDuplicates, markDistinct } from './duplicates.ts'
import { CompanyPerson, LeadDetail, Likeness, LikenessQuery, TypedAnswer, TypedLead } from './pageSchema.ts'
import { findLead } from './queries.ts'
import { deleteLead, restoreLead } from './removal.ts'
import { Lead } from './schema.ts'
import { readLikeness, typeLead } from './typing.ts'

const notFound = 'Lead não encontrado'

const withDeleted = (request: FastifyRequest): CompanyScope => ({ ...viewerOf(request), deleted: true })

function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw new AppError('notFound', notFound)
  return value
}

/** Calls of the lead's page, and typing a lead in. */
export function register(app: App): void {
  registerTyping(app)
  registerPage(app)
  registerRemoval(app)
}

function registerTyping(app: App): void {
  app.post(
    '/api/leads',
    {
      config: { access: 'company:edit_leads' },
      schema: { summary: 'Type a lead in', body: TypedLead, response: { 200: TypedAnswer, 201: TypedAnswer } }
    },
    async (request, reply) => {
      const { ownerId, ...typed } = request.body
      const me = authorOf(request)
      if (ownerId && ownerId !== me.id && !hasPermission(request.user, 'assign_leads'))
        throw new AppError('forbidden', 'Você não tem permissão para fazer isso.')
      // Somebody who sees only some leads would not see one without an owner.
      const owner = ownerId ?? (request.owners ? me.id : null)
      const typist = { ...me, ip: request.ip, actor: auditActor(request) }
      const answer = await typeLead(app.db, app.config, viewerOf(request), { ...typed, ownerId: owner }, typist)
      return reply.status(answer.matchedBy.length > 0 ? 200 : 201).send(answer)
    }
  )

  app.get(
    '/api/leads/similar',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Leads that resemble what is being typed',
        querystring: LikenessQuery,
        response: { 200: Type.Array(Likeness) }
      }
    },
    request => request.company(trx => findAlike(trx, request.companyId(), readLikeness(request.query)))
  )
}

function registerPage(app: App): void {
  app.get(
    '/api/leads/:id',
    {
      config: { access: 'company' },
      schema: {
        summary: 'One lead; the one that it was merged into, where it was',
        params: IdParams,
        response: { 200: LeadDetail }
      }
    },
    async request => {
      const { id } = request.params
      const lead = await request.company(trx => findDetail(trx, id))
      if (lead) return lead
      const survivor = await app.db.company(withDeleted(request), trx => findSurvivor(trx, id))
      return orNotFound(survivor ? await request.company(trx => findDetail(trx, survivor)) : undefined)
    }
  )

  app.get(
    '/api/leads/:id/duplicates',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Leads that may be the same person',
        params: IdParams,
        response: { 200: Type.Array(Likeness) }
      }
    },
    async request =>
      orNotFound(await request.company(trx => findDuplicates(trx, request.companyId(), request.params.id)))
  )

  app.get(
    '/api/leads/:id/company',
    {
      config: { access: 'company' },
      schema: {
        summary: 'Other leads of the firm: of the same CNPJ, else of the same name; at most 20',
        params: IdParams,
        response: { 200: Type.Array(CompanyPerson) }
      }
    },
    async request =>
      orNotFound(await request.company(trx => findCompanyPeople(trx, request.companyId(), request.params.id)))
  )

  app.delete(
    '/api/leads/:id/duplicates/:otherId',
    {
      config: { access: 'company:edit_leads' },
      schema: {
        summary: 'Say that two leads are not the same person',
        params: Type.Object({ id: Id, otherId: Id }, { additionalProperties: false }),
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      const { id, otherId } = request.params
      const marked = await request.company(trx =>
        markDistinct(trx, request.companyId(), id, otherId, authorOf(request))
      )
      if (!marked) throw new AppError('notFound', notFound)
      return reply.status(204).send(null)
    }
  )

  app.post(
    '/api/leads/:id/viewing',
    {
      config: { access: 'company' },
      schema: { summary: 'Say that one has the lead open', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      const seen = await request.company(trx =>
        announceViewer(trx, request.companyId(), request.params.id, authorOf(request).id)
      )
      if (!seen) throw new AppError('notFound', notFound)
      return reply.status(204).send(null)
    }
  )

  app.get(
    '/api/leads/:id/export',
    {
      config: { access: 'company:export_leads' },
      schema: { summary: 'Everything that is kept about a lead', params: IdParams, response: { 200: JsonObject() } }
    },
    async request =>
      orNotFound(
        await request.company(trx => exportLead(trx, request.companyId(), request.params.id, auditActor(request)))
      )
  )
}

function registerRemoval(app: App): void {
  app.delete(
    '/api/leads/:id',
    {
      config: { access: 'company:delete_leads' },
      schema: { summary: 'Delete a lead', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      const deleted = await app.db.company(withDeleted(request), trx =>
        deleteLead(trx, request.companyId(), request.params.id, authorOf(request), auditActor(request))
      )
      if (!deleted) throw new AppError('notFound', notFound)
      return reply.status(204).send(null)
    }
  )

  app.post(
    '/api/leads/:id/restore',
    {
      config: { access: 'company:delete_leads' },
      schema: { summary: 'Take the deletion of a lead back', params: IdParams, response: { 200: Lead } }
    },
    async request => {
      const { id } = request.params
      const restored = await app.db.company(withDeleted(request), trx =>
        restoreLead(trx, request.companyId(), id, authorOf(request), auditActor(request))
      )
      return orNotFound(restored ? await request.company(trx => findLead(trx, id)) : undefined)
    }
  )
}
