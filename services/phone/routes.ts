import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../auth/plugin.ts'
import { findChannel } from '../channels/queries.ts'
import { channelTexts } from '../channels/rules.ts'
import { AppError } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { demoProvider } from './provider.ts'
import { NewPhone, Phone, PhoneParams, Play } from './schema.ts'

/** Only where the installation is a demonstration: elsewhere there are no such calls. */
export function register(app: App): void {
  const url = app.config.demoProviderUrl
  if (url === undefined) return
  const provider = demoProvider(url)
  const config = { access: 'company' } as const

  /** Of customers a company plays those of its own channels. */
  const accountsOf = async (request: FastifyRequest): Promise<string[]> => {
    const rows = await request.company(trx => trx.selectFrom('channels').select('account').execute())
    return rows.flatMap(({ account }) => account ?? [])
  }

  app.get(
    '/api/demo/phones',
    {
      config,
      schema: { summary: 'Phones of the customers of the demonstration', response: { 200: Type.Array(Phone) } }
    },
    async request => provider.list(await accountsOf(request))
  )

  app.post(
    '/api/demo/phones',
    {
      config,
      schema: {
        summary: 'A new customer of the demonstration',
        body: NewPhone,
        response: { 201: Type.Object({ id: Type.String() }) }
      }
    },
    async (request, reply) => {
      const channel = await request.company(trx => findChannel(trx, request.body.channel))
      if (!channel?.account) throw new AppError('conflict', channelTexts.notConfigured)
      return reply.status(201).send(await provider.invite(channel.account, request.body))
    }
  )

  app.post(
    '/api/demo/phones/:id/messages',
    {
      config,
      schema: {
        summary: 'Do something on such a phone',
        params: PhoneParams,
        body: Play,
        response: { 204: Type.Null() }
      }
    },
    async (request, reply) => {
      await provider.play(await accountsOf(request), request.params.id, request.body)
      return reply.status(204).send(null)
    }
  )

  app.post(
    '/api/demo/phones/:id/read',
    {
      config,
      schema: { summary: 'Read what came to such a phone', params: PhoneParams, response: { 204: Type.Null() } }
    },
    async (request, reply) => {
      await provider.read(await accountsOf(request), request.params.id)
      return reply.status(204).send(null)
    }
  )
}
