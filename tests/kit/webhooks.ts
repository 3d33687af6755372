import { createHmac, randomInt } from 'node:crypto'
import type { App } from '../../services/core/http.ts'
import type { Tenant } from './app.ts'

export type Channel = { account: string; secret: string; kind: 'whatsapp' | 'instagram' }

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(1, 10)).join('')

/**
 * Connects a company to a number or account of its own app, which signs its webhooks with a secret of its own: as if it
 * had passed the live test, without which the secret does not count.
 */
export async function connect(
  app: App,
  who: Tenant,
  kind: Channel['kind'] = 'whatsapp',
  { account = digits(15), proved = true } = {}
): Promise<Channel> {
  const channel = { kind, account, secret: `secret-${digits(20)}` }
  const [url, name] =
    kind === 'whatsapp' ? ['/api/whatsapp/settings', 'phoneNumberId'] : ['/api/instagram/config', 'accountId']
  const payload = { [name]: channel.account, appSecret: channel.secret }
  const answer = await app.inject({ method: 'POST', url, headers: who.auth, payload })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  if (proved)
    await app.db.company(who.id, trx =>
      trx.updateTable('channels').set({ proved_at: new Date().toISOString() }).where('kind', '=', kind).execute()
    )
  return channel
}

/** JSON as Meta writes it: in ASCII, and with escaped slashes. */
export const asMeta = (body: unknown): string =>
  JSON.stringify(body)
    .replace(/[\u007f-\uffff]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')

export const sign = (body: string | Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Delivers a body as the provider does. */
export function deliver(app: App, { kind, secret }: Pick<Channel, 'kind' | 'secret'>, body: unknown) {
  const payload = typeof body === 'string' ? body : asMeta(body)
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(payload, secret) }
  return app.inject({ method: 'POST', url: `/webhooks/${kind}`, headers, payload })
}

/** A delivery of WhatsApp with these messages and states. */
export const whatsapp = (
  account: string,
  { messages, statuses, contacts }: { messages?: object[]; statuses?: object[]; contacts?: object[] }
) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '551140028922', phone_number_id: account },
            ...(contacts && { contacts }),
            ...(messages && { messages }),
            ...(statuses && { statuses })
          }
        }
      ]
    }
  ]
})

/** A text that a customer writes. */
export const written = (from: string, id: string, body: string, at = Date.now()) => ({
  from,
  id,
  timestamp: String(Math.floor(at / 1000)),
  type: 'text',
  text: { body }
})

export const profile = (wa_id: string, name: string) => ({ profile: { name }, wa_id })

/** A delivery of Instagram with these events. */
export const instagram = (account: string, messaging: object[]) => ({
  object: 'instagram',
  entry: [{ id: account, time: Date.now(), messaging }]
})
