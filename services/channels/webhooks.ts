import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../core/errors.ts'
import type { App } from '../core/http.ts'
import { deliveryStore } from './deliveries.ts'
import { forgeries } from './forgeries.ts'
import { appSecretOf } from './queries.ts'
import type { ChannelKind } from './rules.ts'
import { accountsNamed, isSigned, readSignature } from './signatures.ts'
import type {} from './tables.ts'

/** Meta's batches have up to 1,000 updates and 3 MB. */
const longestBody = 4 * 1024 * 1024

const Challenge = Type.Object(
  {
    'hub.mode': Type.Optional(Type.String({ maxLength: 40 })),
    'hub.challenge': Type.Optional(Type.String({ maxLength: 400 })),
    'hub.verify_token': Type.Optional(Type.String({ maxLength: 400 }))
  },
  { additionalProperties: true }
)

/**
 * What Meta tells of WhatsApp and Instagram: verified over its bytes, stored as it came, acknowledged, and worked off by
 * the worker.
 */
export async function register(app: App): Promise<void> {
  const store = deliveryStore(app.db)
  const forged = forgeries(app.db)
  app.addHook('onClose', () => forged.close())

  await app.register(async hooks => {
    // The signature is over the bytes, and what is not signed is not parsed.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: longestBody }, (_request, body, done) =>
      done(null, body)
    )
    for (const provider of ['whatsapp', 'instagram'] as const) {
      hooks.get(
        `/webhooks/${provider}`,
        {
          config: { access: 'public' },
          schema: { summary: `The challenge of ${provider}`, querystring: Challenge, response: { 200: Type.String() } }
        },
        (request, reply) => answerChallenge(app, provider, request, reply)
      )
      hooks.post(
        `/webhooks/${provider}`,
        {
          config: { access: 'public', rateLimit: false },
          bodyLimit: longestBody,
          schema: { summary: `What ${provider} tells`, response: { 200: Type.String() } }
        },
        async (request, reply) => {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const signer = await signerOf(app, provider, body, request.headers['x-hub-signature-256'])
          if (!signer) {
            forged.count(provider, accountsNamed(body))
            throw new AppError('forbidden', 'A assinatura não confere.')
          }
          await store({ provider, body, signedBy: signer.channelId })
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
  const query = request.query as Record<string, string | undefined>
  const token = query['hub.verify_token'] ?? ''
  const known = query['hub.mode'] === 'subscribe' && token !== '' && (await isVerifyToken(app, provider, token))
  if (!known) throw new AppError('forbidden', 'O token de verificação não confere.')
  reply.type('text/plain; charset=utf-8')
  return query['hub.challenge'] ?? ''
}

/** Notes the challenge with the channel whose token it has. */
async function isVerifyToken(app: App, provider: ChannelKind, token: string): Promise<boolean> {
  if (token === app.config.meta.verifyToken) return true
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

/** Channels whose secrets are tried: several companies may have proved one number, of which the active one comes first. */
const mostTried = 16

/**
 * Whose secret signed the body: the installation's app (no channel), or a channel's own. It counts once the live test
 * proved that the company can read the account: anybody may enter the id of a stranger's.
 */
async function signerOf(
  app: App,
  provider: ChannelKind,
  body: Buffer,
  header: string | string[] | undefined
): Promise<{ channelId: string | null } | undefined> {
  const signature = readSignature(header)
  if (!signature || body.length === 0) return undefined
  const { appSecret, instagramSecret } = app.config.meta
  const own = provider === 'instagram' ? [instagramSecret, appSecret] : [appSecret]
  if (own.some(secret => secret !== undefined && isSigned(body, signature, secret))) return { channelId: null }
  const accounts = accountsNamed(body)
  if (accounts.length === 0) return undefined
  const channels = await app.db.everyCompany(trx =>
    trx
      .selectFrom('channels')
      .select(['id', 'app_secret'])
      .where('kind', '=', provider)
      .where('account', 'in', accounts)
      .where('app_secret', 'is not', null)
      .where('proved_at', 'is not', null)
      .orderBy('active', 'desc')
      .orderBy('proved_at')
      .limit(mostTried)
      .execute()
  )
  const signer = channels.find(channel => {
    const secret = appSecretOf(app.config, channel)
    return secret !== null && isSigned(body, signature, secret)
  })
  return signer && { channelId: signer.id }
}
