import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { addActivity } from '../activities/queries.ts'
import { auditActor } from '../audit/queries.ts'
import type {} from '../auth/plugin.ts'
import { hasPermission } from '../auth/rules.ts'
import { authorOf } from '../auth/viewer.ts'
import { AppError } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { routeLimit } from '../core/limits.ts'
import { checkUp, readTraffic, replay, reportOf } from './checkup.ts'
import { beginLogin, finishLogin, loginReturn } from './login.ts'
import { overviewOf } from './overview.ts'
import { type Channel, findChannel, toSettings } from './queries.ts'
import { type ChannelKind, channelKinds, channelNames, channelTexts } from './rules.ts'
import {
  ChannelOverview,
  ChannelSwitch,
  Check,
  DeliveryReport,
  InstagramAdminConfig,
  InstagramConfig,
  InstagramSettings,
  LoginAnswer,
  WhatsappConfig,
  WhatsappSettings
} from './schema.ts'
import { changeChannel, countConnected, switchChannel, tryChannel } from './settings.ts'
import { register as registerWebhooks } from './webhooks.ts'

/** The settings of a company's channels, and the doors by which providers tell what happened in them. */
export async function register(app: App): Promise<void> {
  await registerWebhooks(app)
  const manage = { access: 'company:manage_channels' } as const
  const tries = { rateLimit: routeLimit(app, 20, '1 minute') }
  const mayManage = (request: FastifyRequest) => hasPermission(request.user, 'manage_channels')
  const caller = (request: FastifyRequest) => ({ companyId: request.companyId(), by: auditActor(request) })

  const whatsapp = async (request: FastifyRequest): Promise<WhatsappSettings> => {
    const channel = await request.company(trx => findChannel(trx, 'whatsapp'))
    const settings = toSettings(app.config, 'whatsapp', channel, mayManage(request))
    return {
      ...settings,
      phoneNumberId: settings.account,
      wabaId: channel?.waba_id ?? null,
      displayPhone: settings.address,
      verifiedName: settings.name
    }
  }
  const instagram = async (request: FastifyRequest): Promise<InstagramSettings> => {
    const channel = await request.company(trx => findChannel(trx, 'instagram'))
    const settings = toSettings(app.config, 'instagram', channel, mayManage(request))
    const loginOffered = app.config.meta.instagramApp !== undefined
    return { ...settings, accountId: settings.account, username: settings.address, loginOffered }
  }

  const recordInstagram = (request: FastifyRequest) => {
    const author = authorOf(request)
    return request.company(trx =>
      addActivity(trx, {
        companyId: request.companyId(),
        type: 'message',
        description: `${channelNames.instagram} configurado`,
        data: { channel: 'instagram', actorId: author.id, actorName: author.name }
      })
    )
  }

  app.get(
    '/api/whatsapp/settings',
    {
      config: { access: 'company' },
      schema: { summary: "The company's WhatsApp number", response: { 200: WhatsappSettings } }
    },
    whatsapp
  )

  app.post(
    '/api/whatsapp/settings',
    {
      config: { ...manage, ...tries },
      schema: { summary: 'Set up the WhatsApp number', body: WhatsappConfig, response: { 200: WhatsappSettings } }
    },
    async request => {
      const { phoneNumberId, ...given } = request.body
      await changeChannel(app, caller(request), 'whatsapp', {
        ...given,
        ...(phoneNumberId !== undefined && { account: phoneNumberId })
      })
      return whatsapp(request)
    }
  )

  app.patch(
    '/api/whatsapp/settings/status',
    {
      config: { ...manage, ...tries },
      schema: {
        summary: 'Switch the WhatsApp number on, once it passes a live test, or off',
        body: ChannelSwitch,
        response: { 200: WhatsappSettings }
      }
    },
    async request => {
      await switchChannel(app, caller(request), 'whatsapp', request.body.active)
      return whatsapp(request)
    }
  )

  app.post(
    '/api/whatsapp/settings/test',
    {
      config: { ...manage, ...tries },
      schema: { summary: 'Read the number from WhatsApp', response: { 200: WhatsappSettings } }
    },
    async request => {
      await tryChannel(app, request.companyId(), 'whatsapp')
      return whatsapp(request)
    }
  )

  app.get(
    '/api/instagram/settings',
    {
      config: { access: 'company' },
      schema: { summary: "The company's Instagram account", response: { 200: InstagramSettings } }
    },
    instagram
  )

  app.post(
    '/api/instagram/config',
    {
      config: { ...manage, ...tries },
      schema: { summary: 'Set up the Instagram account', body: InstagramConfig, response: { 200: InstagramSettings } }
    },
    async request => {
      const { accountId, active, ...given } = request.body
      const who = caller(request)
      await changeChannel(app, who, 'instagram', { ...given, ...(accountId !== undefined && { account: accountId }) })
      if (active !== undefined) await switchChannel(app, who, 'instagram', active)
      await recordInstagram(request)
      return instagram(request)
    }
  )

  app.post(
    '/api/instagram/login',
    {
      config: { ...manage, ...tries },
      schema: {
        summary: 'Begin to connect the account by Instagram Login',
        response: { 200: Type.Object({ url: Type.String({ description: 'Where the person lets the product in' }) }) }
      }
    },
    async request => ({
      url: await beginLogin(app, { companyId: request.companyId(), userId: request.actor.userId })
    })
  )

  app.post(
    '/api/instagram/login/finish',
    {
      config: { ...manage, ...tries },
      schema: {
        summary: 'Connect the account with what Instagram sent the person back with',
        body: LoginAnswer,
        response: { 200: InstagramSettings }
      }
    },
    async request => {
      await finishLogin(app, { ...caller(request), userId: request.actor.userId }, request.body)
      await recordInstagram(request)
      return instagram(request)
    }
  )

  app.post(
    '/api/instagram/test',
    {
      config: { ...manage, ...tries },
      schema: { summary: 'Read the account from Instagram', response: { 200: InstagramSettings } }
    },
    async request => {
      await tryChannel(app, request.companyId(), 'instagram')
      return instagram(request)
    }
  )

  const channelOf = async (request: FastifyRequest, kind: ChannelKind): Promise<Channel> => {
    const channel = await request.company(trx => findChannel(trx, kind))
    if (!channel) throw new AppError('conflict', channelTexts.notConfigured)
    return channel
  }
  for (const kind of channelKinds) {
    app.get(
      `/api/${kind}/checkup`,
      {
        config: manage,
        schema: {
          summary: `Live checks of ${channelNames[kind]}, each with its mend`,
          response: { 200: Type.Array(Check) }
        }
      },
      async request => {
        await tryChannel(app, request.companyId(), kind)
        const channel = await channelOf(request, kind)
        return checkUp(channel, await readTraffic(app.db, channel), new Date())
      }
    )

    app.get(
      `/api/${kind}/deliveries`,
      {
        config: manage,
        schema: {
          summary: `What ${channelNames[kind]} told in 30 days: received is processed and explained`,
          response: { 200: DeliveryReport }
        }
      },
      async request => reportOf(app.db, await channelOf(request, kind))
    )

    app.post(
      `/api/${kind}/deliveries/replay`,
      {
        config: { ...manage, rateLimit: routeLimit(app, 5, '1 minute') },
        schema: {
          summary: `Work off again what ${channelNames[kind]} told`,
          response: { 202: Type.Object({ deliveries: Type.Integer() }) }
        }
      },
      async (request, reply) =>
        reply.status(202).send({ deliveries: await replay(app.db, await channelOf(request, kind)) })
    )
  }

  app.get(
    '/api/admin/channels',
    {
      config: { access: 'staff:manage_integrations' },
      schema: { summary: 'How the channels of all companies stand', response: { 200: Type.Array(ChannelOverview) } }
    },
    () => app.db.everyCompany(trx => overviewOf(trx, app.config))
  )

  app.get(
    '/api/instagram/admin/config',
    {
      config: { access: 'staff:manage_integrations' },
      schema: { summary: "The installation's Instagram app", response: { 200: InstagramAdminConfig } }
    },
    async () => {
      const { meta, publicUrl } = app.config
      return {
        appId: meta.instagramApp?.id ?? null,
        appSecretSet: meta.instagramSecret !== undefined,
        verifyTokenSet: meta.verifyToken !== undefined,
        callbackUrl: `${publicUrl}/webhooks/instagram`,
        loginReturnUrl: loginReturn(app.config),
        graphUrl: meta.instagramUrl,
        graphVersion: meta.graphVersion,
        connected: await app.db.everyCompany(trx => countConnected(trx, 'instagram'))
      }
    }
  )
}
