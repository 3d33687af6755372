import { Type } from '@sinclair/typebox'
import type { ChannelAdapter } from '../adapter.ts'
import { accountsNamed, isSigned, readSignature } from './signatures.ts'

/** How Meta asks for an address of webhooks, and signs what it sends there (Meta, "Webhooks: getting started"). */
export const webhooks: Pick<ChannelAdapter, 'challenge' | 'accountsNamed' | 'verify'> = {
  challenge: {
    Query: Type.Object(
      {
        'hub.mode': Type.Optional(Type.String({ maxLength: 40 })),
        'hub.challenge': Type.Optional(Type.String({ maxLength: 400 })),
        'hub.verify_token': Type.Optional(Type.String({ maxLength: 400 }))
      },
      { additionalProperties: true }
    ),
    read: query =>
      query['hub.mode'] === 'subscribe'
        ? { token: query['hub.verify_token'] ?? '', answer: query['hub.challenge'] ?? '' }
        : undefined
  },
  accountsNamed,
  verify(headers, body) {
    const signature = readSignature(headers['x-hub-signature-256'])
    return signature && (secret => isSigned(body, signature, secret))
  }
}

/** The secrets that are set. */
export const secretsOf = (...secrets: readonly (string | undefined)[]): string[] =>
  secrets.filter(secret => secret !== undefined)
