import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import type {} from '../../account/companies/tables.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { findChannel } from '../../messaging/channels/queries.ts'
import { type ChannelKind, channelTexts } from '../../messaging/channels/rules.ts'
import { changeChannel, switchChannel } from '../../messaging/channels/settings.ts'
import { shownTypes } from '../../messaging/conversations/rules.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import { findConversations } from './conversations.ts'
import { phoneFilePath, readPhoneFilePath } from './files.ts'
import { demoProvider } from './provider.ts'
import { phoneTexts } from './rules.ts'
import { NewDemoChannel, NewPhone, Phone, PhoneParams, Play } from './schema.ts'

/** The customer who writes first to a company that has just connected a channel. */
const firstCustomer: Partial<Record<ChannelKind, string>> = {
  whatsapp: 'Ana Beatriz Souza',
  instagram: 'Camila Ferreira'
}
const firstWords = 'Oi! Vocês abrem no sábado?'

/** Only where the installation is a demonstration: elsewhere there are no such calls. */
export function register(app: App): void {
  const url = app.config.demoProviderUrl
  if (url === undefined) return
  const provider = demoProvider(url)
  const config = { access: 'company' } as const

  /** The accounts of the company's own channels, whose customers it may play. */
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
    async request => {
      const phones = await provider.list(await accountsOf(request))
      const contacts = phones.flatMap(phone => phone.contacts)
      const conversations = contacts.length === 0 ? [] : await request.company(trx => findConversations(trx, contacts))
      const now = new Date()
      return phones.map(({ contacts, messages, ...phone }) => ({
        ...phone,
        messages: messages.map(({ file, ...line }) => ({
          ...line,
          file: file === null ? null : phoneFilePath(app.config, request.companyId(), file, now)
        })),
        conversationId:
          conversations.find(({ channel, value }) => channel === phone.channel && contacts.includes(value))?.id ?? null
      }))
    }
  )

  app.get(
    '/api/demo/files/:signed',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        summary: 'A file on such a phone, by a signed address that soon ends',
        params: Type.Object({ signed: Type.String({ maxLength: 300 }) }, { additionalProperties: false })
      }
    },
    async (request, reply) => {
      const id = readPhoneFilePath(app.config, request.params.signed, new Date())
      const file = id === undefined ? undefined : await provider.file(id)
      if (!file?.body) throw new AppError('notFound', 'Arquivo não encontrado')
      const type = file.headers.get('content-type') ?? ''
      const shown = shownTypes.test(type)
      return reply
        .header('Content-Type', shown ? type : 'application/octet-stream')
        .header('Cache-Control', 'private, max-age=3600')
        .header('Content-Security-Policy', "sandbox; default-src 'none'")
        .header('Content-Disposition', shown ? 'inline' : 'attachment')
        .send(file.body)
    }
  )

  app.post(
    '/api/demo/channels',
    {
      config: { access: 'company:manage_channels', rateLimit: routeLimit(app, 10, '1 minute') },
      schema: {
        summary: 'Connect a channel to the demonstration, where a customer writes at once',
        body: NewDemoChannel,
        response: { 201: Type.Object({ phoneId: Type.String() }) }
      }
    },
    async (request, reply) => {
      const { channel: kind } = request.body
      const companyId = request.companyId()
      const { name } = await request.company(async trx => {
        const channel = await findChannel(trx, kind)
        if (channel?.token) throw new AppError('conflict', phoneTexts.connected)
        return trx.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
      })
      const { account, waba, token } = await provider.open(kind, name)
      const caller = { companyId, by: auditActor(request) }
      await changeChannel(app, caller, kind, { account, token, ...(waba && { wabaId: waba }) })
      await switchChannel(app, caller, kind, true)
      const { id: phoneId } = await provider.invite(account, { channel: kind, name: firstCustomer[kind] ?? 'Cliente' })
      await provider.play([account], phoneId, { kind: 'text', text: firstWords })
      return reply.status(201).send({ phoneId })
    }
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
