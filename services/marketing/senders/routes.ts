import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { invalid } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { checkSender } from './check.ts'
import { findSender, needSender, ownPeople, toSettings } from './queries.ts'
import { senderTexts } from './rules.ts'
import { SenderConfig, SenderSettings, SenderTest, SenderTestResult } from './schema.ts'
import { changeSender, renewKey } from './settings.ts'
import { trySender } from './trial.ts'

/** The sender of a company's marketing mail, and the proof of its domain. */
export function register(app: App): void {
  const manage = { access: 'company:manage_channels' } as const
  const caller = (request: FastifyRequest) => ({ companyId: request.companyId(), actor: auditActor(request) })

  app.get(
    '/api/email/sender',
    {
      config: manage,
      schema: { summary: "The company's sender, and how its DNS records stand", response: { 200: SenderSettings } }
    },
    async request => toSettings(app.config, await request.company(trx => findSender(trx)))
  )

  app.put(
    '/api/email/sender',
    {
      config: { ...manage, rateLimit: routeLimit(app, 20, '1 minute') },
      schema: {
        summary: 'Set the sender up; another domain gets a new key and must be proved',
        body: SenderConfig,
        response: { 200: SenderSettings }
      }
    },
    async request => toSettings(app.config, await changeSender(app, caller(request), request.body))
  )

  app.post(
    '/api/email/sender/check',
    {
      config: { ...manage, rateLimit: routeLimit(app, 20, '1 minute') },
      schema: { summary: 'Look the DNS records up now', response: { 200: SenderSettings } }
    },
    async request => toSettings(app.config, await checkSender(app, request.companyId()))
  )

  app.post(
    '/api/email/sender/key',
    {
      config: { ...manage, rateLimit: routeLimit(app, 5, '1 minute') },
      schema: {
        summary: 'Make a new key, which signs once its record is found; until then the present one does',
        response: { 200: SenderSettings }
      }
    },
    async request => toSettings(app.config, await renewKey(app, caller(request)))
  )

  app.post(
    '/api/email/sender/test',
    {
      config: { ...manage, rateLimit: routeLimit(app, 5, '1 minute') },
      schema: {
        summary: "Send a signed mail to one of the company's own people, and return the server's answer",
        body: SenderTest,
        response: { 200: SenderTestResult }
      }
    },
    async request => {
      const { to } = request.body
      const sender = await request.company(async trx => {
        if (!(await ownPeople(trx, [to])).has(to)) throw invalid({ to: senderTexts.notOurs })
        return needSender(trx)
      })
      return trySender(app.config, sender, to)
    }
  )
}
