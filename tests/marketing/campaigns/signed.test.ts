import { Resolver } from 'node:dns/promises'
import { authenticate } from 'mailauth'
import { expect, test } from 'vitest'
import { toStrings } from '../../../services/marketing/senders/records.ts'
import { openApp } from '../../kit/app.ts'
import {
  consenting,
  headersOf,
  moveCampaign,
  sendingCompany,
  workOffCampaign,
  writeCampaign
} from '../../kit/campaigns.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { mailEnv } from '../../kit/inboundMail.ts'
import { startDns } from '../../kit/peers/dns.ts'
import { openSink } from '../../kit/sink.ts'

const dns = await startDns()
atEnd(dns.close)
const sink = await openSink()
const app = await openApp({ DATABASE_URL: await newDatabase(), SMTP_URL: sink.url, ...mailEnv })

test('a campaign’s mail passes at a receiver, with both headers of the way out signed', async () => {
  const ours = await sendingCompany(app)
  const key = await app.db.company(ours.id, trx =>
    trx.selectFrom('email_sender_keys').select(['selector', 'public_key']).executeTakeFirstOrThrow()
  )
  dns.zone.set(`${key.selector}._domainkey.${ours.domain}`, [toStrings(`v=DKIM1; k=rsa; p=${key.public_key}`)])
  dns.zone.set(`_dmarc.${ours.domain}`, ['v=DMARC1; p=reject'])
  dns.zone.set('prosa.example', ['v=spf1 ip4:127.0.0.1 -all'])
  const to = `ana@${ours.domain}`
  await consenting(app, ours, [to])
  const { id } = await writeCampaign(app, ours)
  await moveCampaign(app, ours, id, 'send')
  await workOffCampaign(app, ours, id)
  const mail = sink.taken.find(each => each.to === to)
  const raw = mail?.raw ?? Buffer.alloc(0)

  const resolver = new Resolver()
  resolver.setServers([dns.address])
  const receive = (bytes: Buffer) =>
    authenticate(bytes, {
      ip: '127.0.0.1',
      helo: 'prosa.example',
      sender: mail?.from ?? '',
      resolver: (name, type) => resolver.resolve(name, type) as Promise<string[]>
    })
  const { spf, dkim, dmarc } = await receive(raw)
  expect(dkim.results.map(({ signingDomain, status }) => [signingDomain, status.result])).toEqual([
    [ours.domain, 'pass']
  ])
  const pass = { status: { result: 'pass' } }
  expect({ spf, dmarc }).toMatchObject({ spf: pass, dmarc: pass })
  const signature = headersOf(raw).find(([name]) => name === 'dkim-signature')?.[1] ?? ''
  const signed = /\bh=([^;]+)/.exec(signature)?.[1]?.toLowerCase().replace(/\s/g, '').split(':')
  for (const name of ['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post', 'feedback-id'])
    expect(signed, name).toContain(name)

  // Changing the unsubscribe link or its header breaks the signature.
  const text = raw.toString('latin1')
  for (const [whole, changed] of [
    [text, text.replace('/unsubscribe/', '/unsubscribes/')],
    [text, text.replace('List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Click')]
  ] as const) {
    expect(changed).not.toBe(whole)
    const { dkim: broken } = await receive(Buffer.from(changed, 'latin1'))
    expect(broken.results.map(({ status }) => status.result)).not.toContain('pass')
  }
})
