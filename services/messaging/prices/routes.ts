import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { audit, auditActor } from '../../platform/audit/queries.ts'
import { addCard, importCards, listCards } from './cards.ts'
import { readCosts, setLimit } from './costs.ts'
import { listGaps } from './gaps.ts'
import {
  CostGap,
  Costs,
  CostsQuery,
  NewPriceCard,
  PriceCard,
  PriceImport,
  PricesImported,
  SpendingLimit
} from './schema.ts'

const access = 'company:manage_channels' as const
const staffAccess = 'staff:manage_integrations' as const
const prices = '/api/admin/whatsapp-prices'

/** The prices of WhatsApp, which staff enter, and the costs that follow for a company. */
export function register(app: App): void {
  app.get(
    '/api/whatsapp/costs',
    {
      config: { access },
      schema: {
        summary: 'The costs of a month by category, estimated and as billed',
        querystring: CostsQuery,
        response: { 200: Costs }
      }
    },
    request => request.company(trx => readCosts(trx, request.companyId(), request.query.month))
  )

  app.put(
    '/api/whatsapp/costs/limit',
    {
      config: { access },
      schema: {
        summary: 'Limit the costs of a month; answers are sent beyond it too',
        body: SpendingLimit,
        response: { 200: Costs }
      }
    },
    request =>
      request.company(async trx => {
        const companyId = request.companyId()
        const { micros } = request.body
        const before = await setLimit(trx, companyId, micros)
        if (before !== micros)
          await audit(trx, {
            ...auditActor(request),
            companyId,
            action: 'whatsapp_limit.changed',
            object: { type: 'channel', id: companyId, name: 'WhatsApp' },
            changes: { micros: [before, micros] }
          })
        return readCosts(trx, companyId)
      })
  )

  app.get(
    prices,
    {
      config: { access: staffAccess },
      schema: { summary: 'Price cards of all markets with their history', response: { 200: Type.Array(PriceCard) } }
    },
    () => app.db.everyCompany(trx => listCards(trx))
  )

  app.get(
    `${prices}/gaps`,
    {
      config: { access: staffAccess },
      schema: {
        summary: 'Companies whose billed costs differ from the estimate by more than 5 %',
        response: { 200: Type.Array(CostGap) }
      }
    },
    () => app.db.everyCompany(listGaps)
  )

  app.post(
    prices,
    {
      config: { access: staffAccess },
      schema: {
        summary: 'Enter a price card; one of the same market, currency and day becomes history',
        body: NewPriceCard,
        response: { 201: PriceCard }
      }
    },
    async (request, reply) => {
      const actor = auditActor(request)
      const card = await app.db.everyCompany(trx => addCard(trx, request.body, actor))
      return reply.status(201).send(card)
    }
  )

  app.post(
    `${prices}/import`,
    {
      config: { access: staffAccess, rateLimit: routeLimit(app, 20, '1 minute') },
      schema: {
        summary: 'Enter the cards of a list as Meta publishes it, with what of it was not read',
        body: PriceImport,
        response: { 200: PricesImported }
      }
    },
    request => {
      const actor = auditActor(request)
      return app.db.everyCompany(trx => importCards(trx, request.body, actor))
    }
  )
}
