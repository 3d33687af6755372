import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type {} from '../../account/auth/plugin.ts'
import { hasPermission } from '../../account/auth/rules.ts'
import { authorOf } from '../../account/auth/viewer.ts'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { routeLimit } from '../../core/limits.ts'
import { auditActor } from '../../platform/audit/queries.ts'
import type { ChannelAdapter } from './adapter.ts'
import { adapters } from './adapters.ts'
import { checkUp, readTraffic, replay, reportOf } from './checkup.ts'
import { overviewOf } from './overview.ts'
import { type Channel, findChannel } from './queries.ts'
import { channelNames, channelRules, channelTexts } from './rules.ts'
import { ChannelOverview, ChannelSwitch, Check, DeliveryReport } from './schema.ts'
import { changeChannel, readSettings, recordSetUp, switchChannel, tryChannel } from './settings.ts'
import { register as registerWebhooks } from './webhooks.ts'

/** The settings of a company's channels, and the webhooks by which providers report on them. */
export async function register(app: App): Promise<void> {
  await registerWebhooks(app)
  for (const adapter of Object.values(adapters)) {
    registerSettings(app, adapter)
    registerCheckup(app, adapter)
  }

  app.get(
    '/api/admin/channels',
    {
      config: { access: 'staff:manage_integrations' },
      schema: { summary: 'How the channels of all companies stand', response: { 200: Type.Array(ChannelOverview) } }
    },
    () => app.db.everyCompany(trx => overviewOf(trx, app.config))
  )
}

const access = 'company:manage_channels' as const

/** The settings of one kind of channel, under the names that its calls have. */
function registerSettings(
  app: App,
  { kind, settings: { noun, Change, Settings, read, recorded } }: ChannelAdapter
): void {
  const { calls, name } = channelRules[kind]
  const config = { access, rateLimit: routeLimit(app, 20, '1 minute') }
  const response = { 200: Settings }
  const caller = (request: FastifyRequest) => ({ companyId: request.companyId(), by: auditActor(request) })
  const show = (request: FastifyRequest) =>
    request.company(trx =>
      readSettings(trx, app.config, kind, { mayManage: hasPermission(request.user, 'manage_channels') })
    )

  app.get(
    calls.settings,
    { config: { access: 'company' }, schema: { summary: `The company's ${noun}`, response } },
    show
  )

  app.post(
    calls.change,
    { config, schema: { summary: `Set up the ${noun}`, body: Change, response } },
    async request => {
      const { active, ...change } = read(request.body as never)
      await changeChannel(app, caller(request), kind, change)
      if (active !== undefined) await switchChannel(app, caller(request), kind, active)
      if (recorded) await request.company(trx => recordSetUp(trx, request.companyId(), kind, authorOf(request)))
      return show(request)
    }
  )

  app.post(calls.test, { config, schema: { summary: `Read the ${noun} from ${name}`, response } }, async request => {
    await tryChannel(app, request.companyId(), kind)
    return show(request)
  })

  if (calls.status)
    app.patch(
      calls.status,
      {
        config,
        schema: {
          summary: `Switch the ${noun} on, once it passes a live test, or off`,
          body: ChannelSwitch,
          response
        }
      },
      async request => {
        await switchChannel(app, caller(request), kind, request.body.active)
        return show(request)
      }
    )
}

/** How one kind of channel works, and what its provider reported. */
function registerCheckup(app: App, { kind }: ChannelAdapter): void {
  const channelOf = async (request: FastifyRequest): Promise<Channel> => {
    const channel = await request.company(trx => findChannel(trx, kind))
    if (!channel) throw new AppError('conflict', channelTexts.notConfigured)
    return channel
  }

  app.get(
    `/api/${kind}/checkup`,
    {
      config: { access },
      schema: {
        summary: `Live checks of ${channelNames[kind]}, each with its mend`,
        response: { 200: Type.Array(Check) }
      }
    },
    async request => {
      await tryChannel(app, request.companyId(), kind)
      const channel = await channelOf(request)
      return checkUp(channel, await readTraffic(app.db, channel), new Date())
    }
  )

  app.get(
    `/api/${kind}/deliveries`,
    {
      config: { access },
      schema: {
        summary: `What ${channelNames[kind]} reported in 30 days: received is processed and explained`,
        response: { 200: DeliveryReport }
      }
    },
    async request => reportOf(app.db, await channelOf(request))
  )

  app.post(
    `/api/${kind}/deliveries/replay`,
    {
      config: { access, rateLimit: routeLimit(app, 5, '1 minute') },
      schema: {
        summary: `Process again what ${channelNames[kind]} reported`,
        response: { 202: Type.Object({ deliveries: Type.Integer() }) }
      }
    },
    async (request, reply) => reply.status(202).send({ deliveries: await replay(app.db, await channelOf(request)) })
  )
}
