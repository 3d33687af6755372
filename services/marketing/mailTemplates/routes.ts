import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { listRoute } from '../../core/list.ts'
import { IdParams } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { readBody } from './body.ts'
import { previewMail, readPreview } from './preview.ts'
import { addTemplate, changeTemplate, deleteTemplate, findTemplate, listTemplates } from './queries.ts'
import { readyTemplates } from './ready.ts'
import {
  MailKit,
  MailPreview,
  MailPreviewRequest,
  MailTemplate,
  MailTemplateChange,
  MailTemplateRow,
  NewMailTemplate
} from './schema.ts'
import { listVariables } from './variables.ts'

const access = 'company:send_email' as const
/** The largest body is less, whatever its characters are. */
const bodyLimit = 1024 * 1024

/** The mails that a company writes for its leads. */
export function register(app: App): void {
  listRoute(app, '/api/email/templates', {
    name: 'templates',
    summary: 'Templates of mails, the last changed first; sorted by updatedAt or name',
    access,
    row: MailTemplateRow,
    sortable: ['updatedAt', 'name'],
    filterable: [],
    read: async (request, list) => {
      const { templates, total } = await request.company(trx => listTemplates(trx, list))
      return { rows: templates, total }
    }
  })

  app.get(
    '/api/email/templates/kit',
    {
      config: { access },
      schema: { summary: 'Variables that a mail can have, and templates to begin with', response: { 200: MailKit } }
    },
    async request => ({ variables: await request.company(listVariables), ready: [...readyTemplates] })
  )

  app.post(
    '/api/email/templates/preview',
    {
      bodyLimit,
      config: { access, rateLimit: routeLimit(app, 120, '1 minute') },
      schema: {
        summary: 'A mail as one person would get it, with what to look at before it is sent',
        body: MailPreviewRequest,
        response: { 200: MailPreview }
      }
    },
    async request => {
      const { leadId = null, ...content } = request.body
      const companyId = request.companyId()
      const body = readBody(content.body, companyId)
      const read = await request.company(trx => readPreview(trx, { companyId, leadId }))
      return previewMail({ ...content, body }, read, app.config.publicUrl)
    }
  )

  app.post(
    '/api/email/templates',
    {
      bodyLimit,
      config: { access },
      schema: { summary: 'Add a template of a mail', body: NewMailTemplate, response: { 201: MailTemplate } }
    },
    async (request, reply) => {
      const actor = auditActor(request)
      const added = await request.company(trx => addTemplate(trx, request.companyId(), request.body, actor))
      return reply.status(201).send(added)
    }
  )

  app.get(
    '/api/email/templates/:id',
    {
      config: { access },
      schema: { summary: 'One template of a mail', params: IdParams, response: { 200: MailTemplate } }
    },
    request => request.company(trx => findTemplate(trx, request.params.id))
  )

  app.put(
    '/api/email/templates/:id',
    {
      bodyLimit,
      config: { access },
      schema: {
        summary: 'Change a template of a mail; 409 where somebody changed it since it was read',
        params: IdParams,
        body: MailTemplateChange,
        response: { 200: MailTemplate }
      }
    },
    request => {
      const actor = auditActor(request)
      return request.company(trx => changeTemplate(trx, request.companyId(), request.params.id, request.body, actor))
    }
  )

  app.delete(
    '/api/email/templates/:id',
    {
      config: { access },
      schema: { summary: 'Delete a template of a mail', params: IdParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      const actor = auditActor(request)
      await request.company(trx => deleteTemplate(trx, request.companyId(), request.params.id, actor))
      return reply.status(204).send(null)
    }
  )
}
