import { Type } from '@sinclair/typebox'
import type {} from '../../account/auth/plugin.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { publish } from '../../core/jobs.ts'
import { audit, auditActor } from '../../platform/audit/queries.ts'
import { findChannel } from '../channels/queries.ts'
import { channelTexts } from '../channels/rules.ts'
import { pastBrought } from './jobs.ts'
import { readPast } from './queries.ts'
import { Past, PastChoice, PastQuery } from './schema.ts'

const access = 'company:manage_channels' as const
const notConfigured = () => new AppError('conflict', channelTexts.notConfigured)

export function register(app: App): void {
  app.get(
    '/api/whatsapp/history',
    {
      config: { access },
      schema: {
        summary: 'How far the past of the telephone has come, and who is in it beside the leads',
        querystring: PastQuery,
        response: { 200: Past }
      }
    },
    async request => {
      const { answered, ...days } = request.query
      const choice = { ...days, answered: answered === 'true' }
      const past = await request.company(trx => readPast(trx, request.companyId(), choice))
      if (!past) throw notConfigured()
      return past
    }
  )

  app.post(
    '/api/whatsapp/history/leads',
    {
      config: { access },
      schema: {
        summary: 'Make leads of people of the past, with what was said',
        body: PastChoice,
        response: { 202: Type.Object({ people: Type.Integer() }) }
      }
    },
    async (request, reply) => {
      const companyId = request.companyId()
      const choice = request.body
      const people = await request.company(async trx => {
        const channel = await findChannel(trx, 'whatsapp')
        const past = await readPast(trx, companyId, choice)
        if (!channel || !past) throw notConfigured()
        if (past.chosen === 0) throw new AppError('conflict', 'Não há ninguém nesta escolha.')
        await publish(trx, pastBrought, { companyId, channelId: channel.id, choice, employeeId: authorOf(request).id })
        await audit(trx, {
          ...auditActor(request),
          companyId,
          action: 'past.brought',
          object: { type: 'channel', id: channel.id, name: 'WhatsApp' },
          changes: { people: [null, past.chosen], answered: [null, choice.answered ?? false] }
        })
        return past.chosen
      })
      return reply.status(202).send({ people })
    }
  )
}
