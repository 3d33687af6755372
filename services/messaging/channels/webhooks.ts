import type { IncomingHttpHeaders } from 'node:http'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import type { App } from '../../core/http.ts'
import { adapters } from './adapters.ts'
import { deliveryStore } from './deliveries.ts'
import { forgeries } from './forgeries.ts'
import { appSecretOf } from './queries.ts'
import { type ChannelKind, channelKinds, channelNames } from './rules.ts'
import type {} from './tables.ts'

/** The largest batches have up to 1,000 updates and 3 MB. */
const longestBody = 4 * 1024 * 1024

/**
 * Deliveries of providers: verified over their bytes, stored as they came, acknowledged, and processed by the worker.
 */
export async function register(app: App): Promise<void> {
  const store = deliveryStore(app.db)
  const forged = forgeries(app.db)
  app.addHook('onClose', () => forged.close())

  await app.register(async hooks => {
    // The signature covers the bytes, and an unsigned body is not parsed.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: longestBody }, (_request, body, done) =>
      done(null, body)
    )
    for (const provider of channelKinds) {
      const { accountsNamed, challenge } = adapters[provider]
      if (challenge)
        hooks.get(
          `/webhooks/${provider}`,
          {
            config: { access: 'public' },
            schema: {
              summary: `The challenge of ${channelNames[provider]}`,
              querystring: challenge.Query,
              response: { 200: Type.String() }
            }
          },
          (request, reply) => answerChallenge(app, provider, request, reply)
        )
      hooks.post(
        `/webhooks/${provider}`,
        {
          config: { access: 'public', rateLimit: false },
          bodyLimit: longestBody,
          schema: { summary: `What ${channelNames[provider]} reports`, response: { 200: Type.String() } }
        },
        async (request, reply) => {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const signers = await signersOf(app, provider, body, request.headers)
          if (signers === undefined) {
            forged.count(provider, accountsNamed(body))
            throw new AppError('forbidden', 'A assinatura não confere.')
          }
          await store({ provider, body, signedBy: signers })
          return reply.type('text/plain; charset=utf-8').send('OK')
        }
      )
    }
  })
}

async function answerChallenge(
  app: App,
  provider: ChannelKind,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<string> {
  const challenge = adapters[provider].challenge?.read(request.query as Record<string, string | undefined>)
  if (!challenge?.token || !(await isVerifyToken(app, provider, challenge.token)))
    throw new AppError('forbidden', 'O token de verificação não confere.')
  reply.type('text/plain; charset=utf-8')
  return challenge.answer
}

/** Notes the challenge with the channel whose token it has. */
async function isVerifyToken(app: App, provider: ChannelKind, token: string): Promise<boolean> {
  if (token === adapters[provider].app(app.config).verifyToken) return true
  const rows = await app.db.everyCompany(trx =>
    trx
      .updateTable('channels')
      .set({ verified_at: new Date() })
      .where('kind', '=', provider)
      .where('verify_token', '=', token)
      .returning('id')
      .execute()
  )
  return rows.length > 0
}

/**
 * Channels whose secrets are tried, and different secrets among them: several companies may have proved one number, of
 * which the active one comes first.
 */
const [maxChannels, maxTried] = [256, 16]

/**
 * The signers of the body: null for the installation's app, else every channel that has the secret, as the numbers of
 * one app may be in several companies. Undefined for a forged body. A secret counts once the live test proved that the
 * company can read the account: anybody may enter the id of a stranger's.
 */
async function signersOf(
  app: App,
  provider: ChannelKind,
  body: Buffer,
  headers: IncomingHttpHeaders
): Promise<string[] | null | undefined> {
  const adapter = adapters[provider]
  const isSignedWith = body.length > 0 ? adapter.verify(headers, body) : undefined
  if (!isSignedWith) return undefined
  if (adapter.app(app.config).secrets.some(isSignedWith)) return null
  const accounts = adapter.accountsNamed(body)
  if (accounts.length === 0) return undefined
  const channels = await app.db.everyCompany(trx =>
    trx
      .selectFrom('channels')
      .select(['id', 'app_secret'])
      .where('kind', '=', provider)
      .where(({ or, eb }) => or([eb('account', 'in', accounts), eb('parent_account', 'in', accounts)]))
      .where('app_secret', 'is not', null)
      .where('proved_at', 'is not', null)
      .orderBy('active', 'desc')
      .orderBy('proved_at')
      .limit(maxChannels)
      .execute()
  )
  const bySecret = Map.groupBy(channels, channel => appSecretOf(app.config, channel))
  const tried = [...bySecret.keys()].filter(secret => secret !== null).slice(0, maxTried)
  const right = tried.find(isSignedWith)
  return right === undefined ? undefined : bySecret.get(right)?.map(({ id }) => id)
}
