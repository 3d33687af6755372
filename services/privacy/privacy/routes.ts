import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { authorOf, viewerOf } from '../../account/auth/viewer.ts'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { listRoute } from '../../core/list.ts'
import { createOnce } from '../../core/once.ts'
import { Id, IdParams, KeyHeader } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { certificateOf } from './certificates.ts'
import { eraseRequested } from './outcome.ts'
import { copyPersonLink } from './person.ts'
import { findRequest, listRequests } from './queries.ts'
import { applyCorrection, closeRequest, typeRequest } from './requests.ts'
import { countOld } from './retention.ts'
import { erasureWord } from './rules.ts'
import {
  Answer,
  Certificate,
  Confirmed,
  Correction,
  PersonLink,
  PrivacyRequest,
  PrivacyRequestDetail,
  PrivacySettings,
  PrivacySettingsNow,
  Refused,
  RetentionCount,
  RetentionQuery,
  TypedRequest
} from './schema.ts'
import { changeSettings, readSettings } from './settings.ts'

const config = { access: 'company:manage_privacy' as const }

/** These rights concern every lead of the company, so no owner restricts them. */
function everyLead<T>(request: FastifyRequest, work: (trx: Trx, companyId: string) => Promise<T>): Promise<T> {
  const id = request.companyId()
  return request.server.db.company({ id, held: true, deleted: true }, trx => work(trx, id))
}

/** Requests of people about their own data, their erasure, and the retention of leads. */
export function register(app: App): void {
  registerRequests(app)
  registerDecisions(app)
  registerCertificates(app)
  registerSettings(app)
  registerPersonLinks(app)
}

function registerRequests(app: App): void {
  listRoute(app, '/api/privacy/requests', {
    name: 'requests',
    summary: 'Requests about personal data',
    ...config,
    row: PrivacyRequest,
    sortable: ['dueAt'],
    filterable: ['open'],
    read: async (request, { skip, take, filter }) => {
      const open = filter.open !== false
      const { requests, total } = await request.company(trx =>
        listRequests(trx, request.companyId(), { open, skip, take })
      )
      return { rows: requests, total }
    }
  })

  app.post(
    '/api/privacy/requests',
    {
      config,
      schema: {
        summary: 'Type a request in; a repeated key gets the request of the first time',
        headers: KeyHeader,
        body: TypedRequest,
        response: { 201: PrivacyRequestDetail }
      }
    },
    async (request, reply) => {
      const made = await everyLead(request, async (trx, companyId) => {
        const id = await createOnce(trx, {
          table: 'privacy_requests',
          companyId,
          key: request.headers['idempotency-key'],
          create: newId => typeRequest(trx, companyId, request.body, authorOf(request), auditActor(request), newId),
          find: async earlier => earlier
        })
        return findRequest(trx, companyId, id)
      })
      return reply.status(201).send(made)
    }
  )

  app.get(
    '/api/privacy/requests/:id',
    {
      config,
      schema: {
        summary: 'One request, and the leads that it may be about',
        params: IdParams,
        response: { 200: PrivacyRequestDetail }
      }
    },
    request => everyLead(request, (trx, companyId) => findRequest(trx, companyId, request.params.id))
  )
}

function registerDecisions(app: App): void {
  app.post(
    '/api/privacy/requests/:id/correction',
    {
      config,
      schema: {
        summary: 'Put one corrected value on the leads',
        params: IdParams,
        body: Correction,
        response: { 200: PrivacyRequestDetail }
      }
    },
    request =>
      everyLead(request, async (trx, companyId) => {
        const { id } = request.params
        await applyCorrection(trx, companyId, id, request.body, authorOf(request), auditActor(request))
        return findRequest(trx, companyId, id)
      })
  )

  app.post(
    '/api/privacy/requests/:id/answer',
    {
      config,
      schema: {
        summary: 'Say that a request was fulfilled',
        params: IdParams,
        body: Answer,
        response: { 200: PrivacyRequestDetail }
      }
    },
    request =>
      everyLead(request, async (trx, companyId) => {
        const { id } = request.params
        await closeRequest(trx, companyId, id, { status: 'done', text: request.body.text }, auditActor(request))
        return findRequest(trx, companyId, id)
      })
  )

  app.post(
    '/api/privacy/requests/:id/refuse',
    {
      config,
      schema: {
        summary: 'Refuse a request, with why',
        params: IdParams,
        body: Refused,
        response: { 200: PrivacyRequestDetail }
      }
    },
    request =>
      everyLead(request, async (trx, companyId) => {
        const { id } = request.params
        await closeRequest(trx, companyId, id, { status: 'refused', ...request.body }, auditActor(request))
        return findRequest(trx, companyId, id)
      })
  )

  app.post(
    '/api/privacy/requests/:id/erase',
    {
      config,
      schema: {
        summary: 'Erase the person of a request, for good',
        params: IdParams,
        body: Confirmed,
        response: { 200: Certificate }
      }
    },
    async request => {
      const { confirmation, leadIds } = request.body
      if (confirmation.trim().toUpperCase() !== erasureWord)
        throw invalid({ confirmation: `Digite ${erasureWord} para confirmar.` })
      const companyId = request.companyId()
      const { number } = await eraseRequested(app, companyId, request.params.id, leadIds, auditActor(request))
      return request.company(trx => certificateOf(trx, number))
    }
  )
}

function registerCertificates(app: App): void {
  app.get(
    '/api/privacy/certificates/:number',
    {
      config,
      schema: {
        summary: 'A certificate of erasure',
        params: Type.Object(
          { number: Type.String({ pattern: '^\\d{1,9}$|^[0-9a-f]{24}$' }) },
          { additionalProperties: false }
        ),
        response: { 200: Certificate }
      }
    },
    request => request.company(trx => certificateOf(trx, Number(request.params.number)))
  )
}

function registerSettings(app: App): void {
  app.get(
    '/api/privacy/settings',
    { config, schema: { summary: 'Terms, and how long leads are kept', response: { 200: PrivacySettingsNow } } },
    request => everyLead(request, readSettings)
  )

  app.put(
    '/api/privacy/settings',
    {
      config,
      schema: {
        summary: 'Change terms, and how long leads are kept',
        body: PrivacySettings,
        response: { 200: PrivacySettingsNow }
      }
    },
    request => everyLead(request, (trx, companyId) => changeSettings(trx, companyId, request.body, auditActor(request)))
  )

  app.get(
    '/api/privacy/retention',
    {
      config,
      schema: {
        summary: 'How many leads a term would erase now',
        querystring: RetentionQuery,
        response: { 200: RetentionCount }
      }
    },
    async request => ({
      count: await everyLead(request, (trx, companyId) => countOld(trx, companyId, Number(request.query.months)))
    })
  )
}

function registerPersonLinks(app: App): void {
  app.post(
    '/api/leads/:id/person-link',
    {
      config: { access: 'company:edit_leads' },
      schema: {
        summary: 'A link to the page of one’s own data, to hand to the person',
        params: Type.Object({ id: Id }, { additionalProperties: false }),
        response: { 201: PersonLink }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const url = await app.db.company(viewerOf(request), trx =>
        copyPersonLink(trx, app.config, request.companyId(), id, authorOf(request), auditActor(request))
      )
      if (!url) throw new AppError('notFound', 'Lead não encontrado')
      return reply.status(201).send({ url })
    }
  )
}
