import type {} from '../../account/auth/plugin.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { IdParams } from '../../core/schema.ts'
import { SenderTestResult } from '../senders/schema.ts'
import { previewMessage, tryMessage } from './messageTrial.ts'
import { findCampaign } from './queries.ts'
import { carrierPages } from './rules.ts'
import { CampaignReport, MessageCampaignTest, MessagePreview, MessagePreviewQuery } from './schema.ts'

const access = 'company:send_email' as const
const path = carrierPages.whatsapp.calls

/** Those that only campaigns by WhatsApp have. */
export function register(app: App): void {
  app.get(
    `${path}/:id/report`,
    {
      config: { access },
      schema: {
        summary: 'What became of the messages of a campaign',
        params: IdParams,
        response: { 200: CampaignReport }
      }
    },
    request =>
      request.company(async trx => {
        const { report } = await findCampaign(trx, request.companyId(), request.params.id, 'whatsapp')
        return report ?? { accepted: 0, delivered: 0, read: 0, answered: 0, optOuts: 0, failed: 0, held: 0, cost: null }
      })
  )

  app.post(
    `${path}/:id/test`,
    {
      config: { access, rateLimit: routeLimit(app, 10, '1 minute') },
      schema: {
        summary: "Send the campaign's message to the telephone of one of the company's own people",
        params: IdParams,
        body: MessageCampaignTest,
        response: { 200: SenderTestResult }
      }
    },
    request =>
      tryMessage(app, {
        companyId: request.companyId(),
        id: request.params.id,
        to: request.body.to,
        name: request.actor.name
      })
  )

  app.get(
    `${path}/:id/preview`,
    {
      config: { access, rateLimit: routeLimit(app, 120, '1 minute') },
      schema: {
        summary: "A campaign's message as one person gets it",
        params: IdParams,
        querystring: MessagePreviewQuery,
        response: { 200: MessagePreview }
      }
    },
    request =>
      request.company(trx =>
        previewMessage(trx, {
          companyId: request.companyId(),
          id: request.params.id,
          leadId: request.query.leadId ?? null
        })
      )
  )
}
