import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { type CompanyPermission, hasPermission } from '../../account/auth/rules.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import { TimeTakenError } from '../../calendar/appointments/queries.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { IdParams } from '../../core/schema.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { requesterOf } from '../../support/tickets/requester.ts'
import { rulesOf } from '../../support/tickets/settings.ts'
import { type Proposal, toCard } from './cards.ts'
import {
  cancelProposal,
  chooseLead,
  confirmProposal,
  failProposal,
  findKind,
  giveUpUnseen,
  type Which
} from './proposals.ts'
import { CardAnswer, CardChoice, ChatCard } from './schema.ts'
import { takenText } from './timeToBook.ts'

type Answer = FastifyRequest<{ Params: { id: string }; Body: { sessionId: string } }>

const whichOf = (request: Answer): Which => ({
  id: request.params.id,
  companyId: request.companyId(),
  userId: request.actor.userId,
  sessionId: request.body.sessionId
})

/** Confirming, choosing and cancelling proposals; nothing else makes the assistant act. */
export function registerProposals(app: App): void {
  const { db } = app
  const access = 'company' as const
  const path = '/api/chat/proposals/:id'

  async function cardOf(request: FastifyRequest, row: Proposal | undefined): Promise<ChatCard> {
    if (!row) throw new AppError('notFound', 'Proposta não encontrada')
    const company = await request.company(trx =>
      trx.selectFrom('companies').select('time_zone').where('id', '=', row.company_id).executeTakeFirstOrThrow()
    )
    return toCard(row, company.time_zone)
  }

  app.post(
    `${path}/confirm`,
    {
      config: { access },
      schema: {
        summary: 'Have done what the assistant proposed; once, however often it is confirmed',
        params: IdParams,
        body: CardAnswer,
        response: { 200: ChatCard }
      }
    },
    async request => {
      const which = whichOf(request)
      const { assistantName } = await app.settings()
      const me = authorOf(request)
      const rules = await rulesOf(db)
      const confirming = {
        may: (permission: CompanyPermission) => hasPermission(request.user, permission),
        author: { id: me.id, name: `${assistantName}, a pedido de ${me.name}` },
        actor: auditActor(request),
        requester: requesterOf(request),
        rules,
        assistantName
      }
      const kind = await request.company(trx => findKind(trx, which))
      // A conversation belongs to no company, so only staff's connection can mark it for the team.
      const door = kind === 'person' ? db.everyCompany : request.company.bind(request)
      const row =
        kind &&
        (await door(trx => confirmProposal(trx, which, confirming)).catch(async error => {
          if (!(error instanceof TimeTakenError)) throw error
          const outcome = await takenText(db, which.companyId, error)
          return request.company(trx => failProposal(trx, which, outcome))
        }))
      return cardOf(request, row ?? (await db.everyCompany(trx => giveUpUnseen(trx, which))))
    }
  )

  app.post(
    `${path}/choose`,
    {
      config: { access },
      schema: {
        summary: 'Say which lead is meant',
        params: IdParams,
        body: CardChoice,
        response: { 200: ChatCard }
      }
    },
    async request =>
      cardOf(request, await request.company(trx => chooseLead(trx, whichOf(request), request.body.leadId)))
  )

  app.post(
    `${path}/cancel`,
    {
      config: { access },
      schema: {
        summary: 'Let a proposal be',
        params: IdParams,
        body: CardAnswer,
        response: { 200: ChatCard }
      }
    },
    async request => cardOf(request, await db.everyCompany(trx => cancelProposal(trx, whichOf(request))))
  )
}
