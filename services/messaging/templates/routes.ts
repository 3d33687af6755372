import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { listRoute } from '../../core/list.ts'
import { IdParams } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { priceFor } from '../prices/costs.ts'
import { previewTemplate, readPerson } from './filling.ts'
import {
  addTemplate,
  changeTemplate,
  copyTemplate,
  filterable,
  findRow,
  findTemplate,
  listTemplates,
  sortable
} from './queries.ts'
import { accountOf, deleteTemplate, submitTemplate } from './review.ts'
import { NewTemplate, PreviewQuery, Template, TemplateCopy, TemplatePreview, TemplatesSynced } from './schema.ts'
import { syncTemplates } from './sync.ts'

const path = '/api/whatsapp/templates'
const access = 'company:manage_channels' as const

/** The templates of a company's messages: written here, reviewed by the provider. */
export function register(app: App): void {
  const asksProvider = { access, rateLimit: routeLimit(app, 30, '1 minute') }

  listRoute(app, path, {
    name: 'templates',
    summary: 'Templates of messages; those who answer choose from them',
    access: 'company',
    row: Template,
    sortable,
    filterable,
    read: (request, list) => request.company(trx => listTemplates(trx, list))
  })

  app.post(
    path,
    {
      config: { access },
      schema: { summary: 'Keep a draft of a template', body: NewTemplate, response: { 201: Template } }
    },
    async (request, reply) => {
      const actor = auditActor(request)
      const added = await request.company(trx => addTemplate(trx, request.companyId(), request.body, actor))
      return reply.status(201).send(added)
    }
  )

  app.post(
    `${path}/sync`,
    {
      config: asksProvider,
      schema: { summary: 'Read all templates from the provider', response: { 200: TemplatesSynced } }
    },
    async request => {
      const companyId = request.companyId()
      return syncTemplates(app, companyId, await accountOf(app, companyId))
    }
  )

  app.get(
    `${path}/:id`,
    { config: { access: 'company' }, schema: { summary: 'A template', params: IdParams, response: { 200: Template } } },
    request => request.company(trx => findTemplate(trx, request.params.id))
  )

  app.get(
    `${path}/:id/preview`,
    {
      config: { access: 'company' },
      schema: {
        summary: 'A template as one person would get it, and the values that are missing',
        params: IdParams,
        querystring: PreviewQuery,
        response: { 200: TemplatePreview }
      }
    },
    request => {
      const { conversationId, leadId } = request.query
      return request.company(async trx => {
        const row = await findRow(trx, request.params.id)
        if ((conversationId === undefined) === (leadId === undefined))
          throw invalid({ leadId: 'Diga de qual conversa ou de qual lead é a prévia.' })
        const companyId = request.companyId()
        const person = await readPerson(trx, companyId, { conversationId, leadId })
        return previewTemplate(row, person, await priceFor(trx, companyId, row.category, person.payee))
      })
    }
  )

  app.put(
    `${path}/:id`,
    {
      config: { access },
      schema: {
        summary: 'Change a template; one that the provider has keeps its content until the change is approved',
        params: IdParams,
        body: NewTemplate,
        response: { 200: Template }
      }
    },
    request => {
      const actor = auditActor(request)
      return request.company(trx => changeTemplate(trx, request.companyId(), request.params.id, request.body, actor))
    }
  )

  app.delete(
    `${path}/:id`,
    {
      config: asksProvider,
      schema: { summary: 'Delete a template, at the provider too', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await deleteTemplate(app, request.companyId(), request.params.id, auditActor(request))
      return reply.status(204).send(null)
    }
  )

  app.post(
    `${path}/:id/submit`,
    {
      config: asksProvider,
      schema: { summary: 'Have a draft or a change reviewed', params: IdParams, response: { 200: Template } }
    },
    request => submitTemplate(app, request.companyId(), request.params.id, auditActor(request))
  )

  app.post(
    `${path}/:id/copy`,
    {
      config: { access },
      schema: {
        summary: 'Copy a template to a draft with another name or language',
        params: IdParams,
        body: TemplateCopy,
        response: { 201: Template }
      }
    },
    async (request, reply) => {
      const actor = auditActor(request)
      const copied = await request.company(trx =>
        copyTemplate(trx, request.companyId(), request.params.id, request.body, actor)
      )
      return reply.status(201).send(copied)
    }
  )
}
