import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { hasPermission } from '../../account/auth/rules.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { contentRange, listRoute, readList } from '../../core/list.ts'
import { createOnce } from '../../core/once.ts'
import { IdParams, KeyHeader, ListQuery } from '../../core/schema.ts'
import { erasureKey } from '../../leads/erased/people.ts'
import { audit, auditActor } from '../../platform/audit/queries.ts'
import { previewMail, readPreview } from '../mailTemplates/preview.ts'
import { MailPreview } from '../mailTemplates/schema.ts'
import { SenderTestResult } from '../senders/schema.ts'
import { countAgain, writeAgain } from './again.ts'
import { countAudience } from './audience.ts'
import { carriers } from './carriers.ts'
import { daysOf } from './days.ts'
import {
  cancelCampaign,
  pauseCampaign,
  prepareCampaign,
  removeCampaign,
  resumeCampaign,
  sendCampaign
} from './moves.ts'
import { readNeeds } from './needs.ts'
import { findContent } from './preview.ts'
import {
  addCampaign,
  changeCampaign,
  copyCampaign,
  findCampaign,
  listCampaigns,
  listRecipients,
  withObstacle
} from './queries.ts'
import { recipientFile } from './recipientFile.ts'
import { type CarrierKind, carrierKinds, carrierPages } from './rules.ts'
import {
  AgainCounts,
  Audience,
  AudienceQuery,
  Campaign,
  CampaignChange,
  CampaignNeed,
  CampaignPreviewQuery,
  CampaignRow,
  CampaignTest,
  type EnteredCampaign,
  MessageAudienceQuery,
  MessageCampaignChange,
  NewCampaign,
  NewMessageCampaign,
  RecipientRow,
  WritingAgain
} from './schema.ts'
import { tryCampaign } from './trial.ts'
import { costOf } from './whatsapp.ts'

const access = 'company:send_email' as const
const mails = carrierPages.email.calls

/** The shapes of a carrier's campaigns, as they are entered. */
const shapes = {
  email: { way: 'by e-mail', New: NewCampaign, Change: CampaignChange, Filter: AudienceQuery },
  whatsapp: {
    way: 'by WhatsApp',
    New: NewMessageCampaign,
    Change: MessageCampaignChange,
    Filter: MessageAudienceQuery
  }
} as const

const moves = {
  prepare: { move: prepareCampaign, summary: 'Fix whom the campaign goes to, without sending it' },
  send: { move: sendCampaign, summary: 'Send the campaign, now or at its time' },
  pause: { move: pauseCampaign, summary: 'Send nothing more for now; who waits goes on waiting' },
  resume: { move: resumeCampaign, summary: 'Go on sending to those who wait' },
  cancel: { move: cancelCampaign, summary: 'Send nothing more to those who wait' }
} as const

/** The campaigns of a company by each carrier, with the same calls. */
export function register(app: App): void {
  for (const carrier of carrierKinds) carrierRoutes(app, carrier)
  mailRoutes(app)
}

function carrierRoutes(app: App, carrier: CarrierKind): void {
  const path = carrierPages[carrier].calls
  const { way, New, Change, Filter } = shapes[carrier]
  const entered = (body: NewCampaign | NewMessageCampaign): EnteredCampaign => ({ subject: '', ...body })
  const writer = (request: FastifyRequest) => ({
    companyId: request.companyId(),
    carrier,
    author: authorOf(request),
    owners: request.owners,
    actor: auditActor(request)
  })
  const which = (request: FastifyRequest, id: string) => ({
    companyId: request.companyId(),
    id,
    carrier,
    config: app.config,
    actor: auditActor(request)
  })

  listRoute(app, path, {
    name: 'campaigns',
    summary: `Campaigns ${way}, the last one first; sorted by createdAt or name`,
    access,
    row: CampaignRow,
    sortable: ['createdAt', 'name'],
    filterable: [],
    read: (request, list) => request.company(trx => listCampaigns(trx, app.config, request.companyId(), carrier, list))
  })

  app.post(
    path,
    {
      config: { access },
      schema: {
        summary: `Write a campaign ${way}; a repeated key gets the campaign of the first time`,
        headers: KeyHeader,
        body: New,
        response: { 201: Campaign }
      }
    },
    async (request, reply) => {
      const companyId = request.companyId()
      const added = await request.company(trx =>
        createOnce(trx, {
          table: 'campaigns',
          companyId,
          key: request.headers['idempotency-key'],
          create: id => addCampaign(trx, entered(request.body), writer(request), id),
          find: id => findCampaign(trx, companyId, id, carrier)
        })
      )
      return reply.status(201).send(added)
    }
  )

  app.post(
    `${path}/audience`,
    {
      config: { access, rateLimit: routeLimit(app, 120, '1 minute') },
      schema: {
        summary: `How many leads of a filter would get a campaign ${way}, and why the others would not`,
        body: Filter,
        response: { 200: Audience }
      }
    },
    async request => {
      const key = await erasureKey(app.db, app.config)
      const { filter, quietHours = true, templateId = null } = request.body as MessageAudienceQuery
      const audience = { filter, me: authorOf(request).id }
      const companyId = request.companyId()
      return request.company(async trx => {
        const by = carriers[carrier]
        const { reached, ...counted } = await countAudience(trx, { companyId, key, carrier: by, audience, templateId })
        const days = await daysOf(trx, app.config, companyId, by, { mails: counted.receive, quietHours })
        if (carrier === 'email') return { ...counted, days }
        const { limit, used = 0 } = await by.perDay(trx, app.config, companyId)
        const plan = { limit, used, days: days.map(({ date, mails: people }) => ({ day: date, people })) }
        const cost = templateId === null ? null : await costOf(trx, companyId, templateId, reached)
        return { ...counted, days, plan, cost }
      })
    }
  )

  app.get(
    `${path}/:id`,
    {
      config: { access },
      schema: { summary: 'One campaign and how far it is', params: IdParams, response: { 200: Campaign } }
    },
    request =>
      request.company(async trx => {
        const companyId = request.companyId()
        const campaign = await findCampaign(trx, companyId, request.params.id, carrier)
        const [shown = campaign] = await withObstacle(trx, { config: app.config, companyId, carrier }, [campaign])
        return shown
      })
  )

  app.post(
    `${path}/:id/copy`,
    {
      config: { access },
      schema: {
        summary: 'Write a draft to the same audience with the same template and subjects',
        params: IdParams,
        response: { 201: Campaign }
      }
    },
    async (request, reply) => {
      const copied = await request.company(trx => copyCampaign(trx, request.params.id, writer(request)))
      return reply.status(201).send(copied)
    }
  )

  app.get(
    `${path}/:id/again`,
    {
      config: { access },
      schema: {
        summary: 'The recipients of a sent campaign to whom another may be written; 409 for one that was not sent',
        params: IdParams,
        response: { 200: AgainCounts }
      }
    },
    request => request.company(trx => countAgain(trx, request.params.id, carrier))
  )

  app.post(
    `${path}/:id/again`,
    {
      config: { access },
      schema: {
        summary: 'Write a draft to a part of the recipients of a sent campaign; 409 for one that was not sent',
        params: IdParams,
        body: WritingAgain,
        response: { 201: Campaign }
      }
    },
    async (request, reply) => {
      const written = await request.company(trx => writeAgain(trx, request.params.id, request.body, writer(request)))
      return reply.status(201).send(written)
    }
  )

  app.put(
    `${path}/:id`,
    {
      config: { access },
      schema: {
        summary: 'Change a campaign that is not under way; 409 where somebody changed it since it was read',
        params: IdParams,
        body: Change,
        response: { 200: Campaign }
      }
    },
    request =>
      request.company(trx => {
        const { version, ...body } = request.body
        return changeCampaign(trx, request.params.id, { ...entered(body), version }, writer(request))
      })
  )

  app.delete(
    `${path}/:id`,
    {
      config: { access },
      schema: {
        summary: 'Delete a campaign of which nothing was sent',
        params: IdParams,
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      await request.company(trx => removeCampaign(trx, which(request, request.params.id)))
      return reply.status(204).send(null)
    }
  )

  for (const [name, { move, summary }] of Object.entries(moves))
    app.post(
      `${path}/:id/${name}`,
      { config: { access }, schema: { summary, params: IdParams, response: { 200: Campaign } } },
      request =>
        request.company(async (trx: Trx) => {
          await move(trx, which(request, request.params.id))
          return findCampaign(trx, request.companyId(), request.params.id)
        })
    )

  recipientRoutes(app, carrier)
}

/** Those that only campaigns by e-mail have. */
function mailRoutes(app: App): void {
  app.get(
    `${mails}/needs`,
    {
      config: { access },
      schema: {
        summary: 'What a first campaign needs, and what of it is there',
        response: { 200: Type.Array(CampaignNeed) }
      }
    },
    request => request.company(trx => readNeeds(trx, app.config, request.companyId()))
  )

  app.post(
    `${mails}/:id/test`,
    {
      config: { access, rateLimit: routeLimit(app, 10, '1 minute') },
      schema: {
        summary: "Send the campaign's mail to one of the company's own people, and return the server's answer",
        params: IdParams,
        body: CampaignTest,
        response: { 200: SenderTestResult }
      }
    },
    request => {
      const { id } = request.params
      const trial = { companyId: request.companyId(), id, to: request.body.to, name: request.actor.name }
      return tryCampaign(app, trial)
    }
  )

  app.get(
    `${mails}/:id/preview`,
    {
      config: { access, rateLimit: routeLimit(app, 120, '1 minute') },
      schema: {
        summary: "A campaign's mail as one person gets it, with what to look at before it is sent",
        params: IdParams,
        querystring: CampaignPreviewQuery,
        response: { 200: MailPreview }
      }
    },
    async request => {
      const { leadId = null, variant = 'a' } = request.query
      const companyId = request.companyId()
      const { content, read } = await request.company(async trx => ({
        content: await findContent(trx, request.params.id, variant),
        read: await readPreview(trx, { companyId, leadId })
      }))
      return previewMail(content, read, app.config.publicUrl)
    }
  )
}

function recipientRoutes(app: App, carrier: CarrierKind): void {
  const path = carrierPages[carrier].calls
  app.get(
    `${path}/:id/recipients`,
    {
      config: { access },
      schema: {
        summary:
          'Whom a campaign goes to and what became of each; filtered by state, reason and q, a part of a name or address',
        params: IdParams,
        querystring: ListQuery,
        response: { 200: Type.Array(RecipientRow) }
      }
    },
    async (request, reply) => {
      const list = readList(request.query, { sortable: ['id'], filterable: ['state', 'reason', 'q'] })
      const { rows, total, capped } = await request.company(trx =>
        listRecipients(trx, request.companyId(), request.params.id, request.owners, carrier, list)
      )
      reply.header('Content-Range', contentRange('recipients', list.skip, rows.length, total))
      if (capped) reply.header('X-Total-Capped', 'true')
      return rows
    }
  )

  app.get(
    `${path}/:id/recipients.csv`,
    {
      config: { access },
      schema: { summary: 'What became of each recipient, as a file', params: IdParams, produces: ['text/csv'] }
    },
    async (request, reply) => {
      if (!hasPermission(request.user, 'export_leads'))
        throw new AppError('forbidden', 'Você não tem permissão para exportar leads.')
      const { id } = request.params
      const companyId = request.companyId()
      const zone = await request.company(async trx => {
        const { name } = await findCampaign(trx, companyId, id, carrier)
        const object = { type: 'campaign', id, name }
        await audit(trx, { ...auditActor(request), companyId, action: 'campaign.exported', object })
        const company = await trx.selectFrom('companies').select('time_zone').executeTakeFirstOrThrow()
        return company.time_zone
      })
      const file = recipientFile(app.db, { companyId, id, carrier, owners: request.owners, zone })
      return reply
        .header('Content-Type', 'text/csv; charset=utf-8')
        .header('Content-Disposition', 'attachment; filename="campanha.csv"')
        .send(Readable.from(file, { objectMode: false }))
    }
  )
}
