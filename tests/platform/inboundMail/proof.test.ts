import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { expect, test } from 'vitest'
import { MailReader } from '../../../services/platform/inboundMail/reading.ts'
import { verdictOf } from '../../../services/platform/inboundMail/verdict.ts'
import { testConfig } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'

import { mailOf } from '../../kit/inboundMail.ts'
import { startDns } from '../../kit/peers/dns.ts'

const dns = await startDns()
atEnd(() => dns.close())

function readerWith(env: Record<string, string>): MailReader {
  const reader = new MailReader(testConfig({ DNS_SERVERS: dns.address, ...env }))
  atEnd(() => reader.close())
  return reader
}

const reader = readerWith({ INBOUND_AUTHSERV_ID: 'mx.prosa.example' })
const envelope = { from: 'ana@cliente.example', recipients: [], peer: null }

async function proofOf(raw: Buffer, from = reader): Promise<string> {
  const answer = await from.read(raw, envelope, { prove: true })
  return 'mail' in answer ? answer.senderProof : answer.unreadable
}

test.each([
  ['dmarc=pass header.from=cliente.example', 'confirmed'],
  ['dmarc=pass (p=none dis=none) header.from=cliente.example', 'confirmed'],
  ['dmarc=pass header.from=outro.example', 'none'],
  ['dmarc=fail header.from=cliente.example', 'failed'],
  ['dmarc=none; dkim=pass header.d=cliente.example', 'confirmed'],
  ['dkim=pass header.i=@mail.cliente.example', 'confirmed'],
  ['dkim=pass header.d=lista.example', 'none'],
  ['dkim=fail header.d=cliente.example; spf=pass smtp.mailfrom=ana@cliente.example', 'confirmed'],
  ['spf=pass smtp.mailfrom=envios.example', 'none'],
  ['spf=softfail smtp.mailfrom=ana@cliente.example', 'none'],
  ['none', 'none'],
  ['dkim=fail (says dkim=pass header.d=cliente.example) header.d=cliente.example', 'none'],
  ['x-spf=pass smtp.mailfrom=ana@cliente.example', 'none']
])('the verdict "%s" makes a sender %s', (results, proof) => {
  const header = (value: string) => ({ key: 'authentication-results', value })
  const own = header(`mx.prosa.example; ${results}`)
  const forged = header('mx.longe.example; dmarc=pass header.from=cliente.example')
  expect(verdictOf([forged, own], 'MX.prosa.example', 'cliente.example')).toBe(proof)
  // A sender may have written the same header before the mail came; the server's own is above it.
  const below = header('mx.prosa.example; dmarc=pass header.from=cliente.example')
  expect(verdictOf([own, below], 'mx.prosa.example', 'cliente.example')).toBe(proof)
  expect(verdictOf([forged], 'mx.prosa.example', 'cliente.example')).toBeNull()
})

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

/** A mail of ana@`domain` that the domain has signed. */
async function signed(domain: string, body = 'Olá', maxBodyLength?: number): Promise<Buffer> {
  const raw = mailOf({ From: `Ana <ana@${domain}>`, 'Message-ID': `<1@${domain}>` }, body)
  const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const { signatures } = await dkimSign(raw, {
    canonicalization: 'relaxed/relaxed',
    signatureData: [{ signingDomain: domain, selector: 's1', privateKey, maxBodyLength }]
    // Its types ask for one signature beside the list.
  } as never)
  return Buffer.concat([Buffer.from(signatures), raw])
}

function publish(domain: string, policy: string | null): void {
  dns.zone.set(`s1._domainkey.${domain}`, [`v=DKIM1; k=rsa; p=${publicKey}`.match(/.{1,200}/g) ?? []])
  if (policy) dns.zone.set(`_dmarc.${domain}`, [`v=DMARC1; p=${policy}`])
}

test('a mail without a verdict is judged by its signature, and by the policy of its domain', async () => {
  for (const [domain, policy] of [
    ['cliente.example', 'reject'],
    ['frouxo.example', 'none'],
    ['sem.example', null]
  ] as const)
    publish(domain, policy)
  for (const domain of ['cliente.example', 'frouxo.example', 'sem.example'])
    expect(await proofOf(await signed(domain)), domain).toBe('confirmed')
  const broken = async (domain: string) => Buffer.concat([await signed(domain), Buffer.from('mais uma linha')])
  expect(await proofOf(await broken('cliente.example'))).toBe('failed')
  expect(await proofOf(await broken('frouxo.example'))).toBe('none')
  expect(await proofOf(await broken('sem.example'))).toBe('none')
  expect(await proofOf(mailOf({ From: 'ana@cliente.example' }))).toBe('failed')
  expect(await proofOf(mailOf({ From: 'ana@sem.example' }))).toBe('none')
  // A foreign domain's signature proves nobody's From.
  const foreign = (await signed('sem.example')).toString().replace(/^From:.*$/m, 'From: ana@cliente.example')
  expect(await proofOf(Buffer.from(foreign))).toBe('failed')
  // The installation's own server has looked already.
  const verdict = 'Authentication-Results: mx.prosa.example; dmarc=fail\r\n'
  expect(await proofOf(Buffer.concat([Buffer.from(verdict), await signed('cliente.example')]))).toBe('failed')
  const two = (await signed('cliente.example')).toString().replace(/^From:/m, 'From: eva@longe.example\r\nFrom:')
  expect(await proofOf(Buffer.from(two))).toBe('none')
})

test.each(['none', null])(
  'a signature of the beginning of a text proves nothing where the policy is %s',
  async policy => {
    const domain = `curta-${policy ?? 'sem'}.example`
    publish(domain, policy)
    expect(await proofOf(await signed(domain, 'Olá\r\n', 6))).toBe('confirmed')
    const longer = Buffer.concat([await signed(domain, 'Olá\r\n', 6), Buffer.from('O boleto novo: 123')])
    expect(await proofOf(longer)).toBe('none')
  }
)

test('five hundred signatures ask for five keys', async () => {
  publish('muitas.example', null)
  const mail = await signed('muitas.example')
  const [signature = ''] = /^DKIM-Signature:[\s\S]*?\r\n(?=\S)/.exec(mail.toString()) ?? []
  dns.queries.length = 0
  const many = Array.from({ length: 500 }, (_, n) => signature.replace('s=s1', `s=x${n}`)).join('')
  expect(await proofOf(Buffer.concat([Buffer.from(many), mail]))).toBe('none')
  expect(dns.queries.filter(name => name.includes('_domainkey')).length).toBeLessThanOrEqual(5)
})

test('DNS that is silent proves nothing, and further mails do not wait for it', async () => {
  dns.zone.set('s1._domainkey.mudo.example', 'silent')
  dns.zone.set('_dmarc.mudo.example', 'silent')
  const own = readerWith({})
  const mail = await signed('mudo.example')
  expect(await proofOf(mail, own)).toBe('none')
  dns.queries.length = 0
  expect(await proofOf(mail, own)).toBe('none')
  expect(dns.queries).toEqual([])
})
