import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { IdParams } from '../../core/schema.ts'
import { type Opening, openLink, readClicks } from './clicks.ts'
import { campaignTexts } from './rules.ts'
import { CampaignClicks } from './schema.ts'

/** A picture of one transparent point. */
const point = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Mail services open the links of many people from few addresses. */
const perMinute = 6000

/** The links of a campaign's mails, and what is counted of them. */
export function register(app: App): void {
  app.get(
    '/click/:token',
    {
      config: { access: 'public', rateLimit: routeLimit(app, perMinute, '1 minute') },
      schema: { hide: true, params: Type.Object({ token: Type.String({ maxLength: 100 }) }) }
    },
    async (request, reply) => {
      const target = await openLink(app, request.params.token, openingOf(request))
      reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
      if (target === undefined)
        return reply.status(404).header('Content-Type', 'text/plain; charset=utf-8').send(campaignTexts.link)
      if (target !== null) return reply.redirect(target, 302)
      return reply
        .header('Content-Type', 'image/gif')
        .header('Cross-Origin-Resource-Policy', 'cross-origin')
        .send(point)
    }
  )

  app.get(
    '/api/email/campaigns/:id/clicks',
    {
      config: { access: 'company:send_email' },
      schema: {
        summary: 'How many people opened the links of a campaign, and how often programs did',
        params: IdParams,
        response: { 200: CampaignClicks }
      }
    },
    request => request.company(trx => readClicks(trx, request.companyId(), request.params.id))
  )
}

const openingOf = ({ method, headers }: FastifyRequest): Opening => ({
  method,
  userAgent: headers['user-agent'] ?? '',
  purpose: [headers.purpose, headers['sec-purpose'], headers['x-purpose']].flat().join(' ')
})
