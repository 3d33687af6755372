import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { readConfig } from '../../services/core/config.ts'
import { MailReader } from '../../services/platform/inboundMail/reading.ts'
import { type Dns, startDns } from '../../tests/kit/peers/dns.ts'
import type { Row } from '../report.ts'

const own = 'mx.prosa.example'
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed = generateKeyPairSync('ed25519')

/** The domain of the forger, who signs with keys of their own, and three that are forged, with their policies. */
const forger = 'golpe.example'
const victims = { 'cliente.example': 'reject', 'frouxo.example': 'none', 'sem.example': null } as const

type Signing = {
  domain: string
  selector?: string
  canonicalization?: string
  expires?: Date
  maxBodyLength?: number
}

const mailOf = (from: string, body = 'Por favor, mande o boleto para esta conta.', more: readonly string[] = []) =>
  [
    ...more,
    `From: ${from}`,
    'To: respostas@prosa.example',
    'Subject: Boleto',
    `Message-ID: <1@${forger}>`,
    'Date: Fri, 02 Jan 2026 10:00:00 -0300',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
    ''
  ].join('\r\n')

async function sign(mail: string, { domain, selector = 'rsa', canonicalization, expires, maxBodyLength }: Signing) {
  const key = selector === 'ed' ? ed.privateKey : rsa.privateKey
  const { signatures } = await dkimSign(mail, {
    canonicalization: canonicalization ?? 'relaxed/relaxed',
    ...(expires && { expires, signTime: new Date(expires.getTime() - 1000) }),
    signatureData: [
      {
        signingDomain: domain,
        selector,
        privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
        ...(maxBodyLength !== undefined && { maxBodyLength })
      }
    ]
    // Its types ask for one signature beside the list.
  } as never)
  return `${signatures}${mail}`
}

function publish(dns: Dns): void {
  const base64 = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })
  const record = {
    rsa: base64(rsa.publicKey).toString('base64'),
    ed: base64(ed.publicKey).subarray(-32).toString('base64')
  }
  const chunks = (text: string) => text.match(/.{1,200}/g) ?? []
  for (const domain of [...Object.keys(victims), forger]) {
    dns.zone.set(`rsa._domainkey.${domain}`, [chunks(`v=DKIM1; k=rsa; p=${record.rsa}`)])
    dns.zone.set(`ed._domainkey.${domain}`, [chunks(`v=DKIM1; k=ed25519; p=${record.ed}`)])
    dns.zone.set(`revoked._domainkey.${domain}`, ['v=DKIM1; k=rsa; p='])
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
    dns.zone.set(`other._domainkey.${domain}`, [chunks(`v=DKIM1; k=rsa; p=${base64(other).toString('base64')}`)])
    dns.zone.set(`silent._domainkey.${domain}`, 'servfail')
  }
  dns.zone.set(`_dmarc.${forger}`, ['v=DMARC1; p=reject'])
  for (const [domain, policy] of Object.entries(victims))
    if (policy) dns.zone.set(`_dmarc.${domain}`, [`v=DMARC1; p=${policy}`])
}

const verdict = (server: string, results: string) => `Authentication-Results: ${server}; ${results}`

/** Mails that say to be of `domain` and are not, by the way in which they are forged. */
async function forged(domain: string): Promise<Record<string, string[]>> {
  const [from, pass] = [`Ana <ana@${domain}>`, `dmarc=pass header.from=${domain}`]
  const signed = (more: Partial<Signing> = {}, body?: string) => sign(mailOf(from, body), { domain, ...more })
  const beside = (...headers: string[]) => mailOf(from, undefined, headers)
  const failing = ['dmarc=fail', 'dkim=fail', 'spf=softfail', 'none', 'dmarc=pass header.from=golpe.example']
  // Parsers differ in whom they take for the sender of these.
  const senders = [
    `ana@${domain}, eva@${forger}`,
    `eva@${forger}, ana@${domain}`,
    `Equipe: ana@${domain}, eva@${forger};`,
    `Equipe: eva@${forger}, ana@${domain};`,
    `<ana@${domain}> <eva@${forger}>`,
    `<eva@${forger}> <ana@${domain}>`,
    `ana@${domain} (<eva@${forger}>)`,
    `"eva@${forger}" <ana@${domain}>`,
    `=?utf-8?Q?eva=40${forger}=3E=2C?= <ana@${domain}>`,
    `<ana@${domain}>\r\nFrom: <eva@${forger}>`,
    `<ana@${domain}>\r\nFrom : <eva@${forger}>`,
    `<@${forger}:ana@${domain}>`,
    `<"eva@${forger}"@${domain}>`,
    `Ana <ana@${domain}>, <>`,
    `ana@${domain}\r\n eva@${forger}`
  ]
  return {
    'without a verdict': [
      mailOf(from),
      mailOf(`ana@${domain}`),
      mailOf(`<ana@${domain}>`),
      mailOf(`"Ana" <ana@${domain}>`)
    ],
    'a verdict of another server': [
      beside(verdict('mx.golpe.example', pass)),
      beside(verdict(`x${own}`, pass)),
      beside(verdict(`${own}.golpe.example`, pass)),
      beside(verdict(`golpe.example (${own})`, pass)),
      beside(verdict(`"golpe.example" ${own}`, pass)),
      beside(verdict(`golpe.example; ${own}`, pass)),
      beside(verdict('', `${own}; ${pass}`)),
      beside(`X-Authentication-Results: ${own}; ${pass}`),
      beside(`ARC-Authentication-Results: i=1; ${own}; ${pass}`),
      beside(`Received-SPF: pass smtp.mailfrom=ana@${domain}`),
      `${mailOf(from)}\r\n${verdict(own, pass)}\r\n`
    ],
    'a verdict that fails': failing.flatMap(result => [
      beside(verdict(own, result)),
      beside(verdict(own, `${result} (says ${pass})`))
    ]),
    'two verdicts': failing.flatMap(result => [
      beside(verdict(own, result), verdict(own, pass)),
      beside(verdict('mx.golpe.example', pass), verdict(own, result))
    ]),
    'a signature that is broken': [
      ...(await Promise.all([
        signed({}, 'Oi').then(mail => `${mail}mais uma linha\r\n`),
        signed({ selector: 'ed' }, 'Oi').then(mail => `${mail}mais uma linha\r\n`),
        signed({ canonicalization: 'simple/simple' }, 'Oi').then(mail => mail.replace('\r\nOi', '\r\nOi ')),
        signed().then(mail => mail.replace('Subject: Boleto', 'Subject: Pix')),
        signed().then(mail => mail.replace('From: Ana', 'From: Eva')),
        signed().then(mail => mail.replace('From: ', `From: <eva@${forger}>\r\nFrom: `)),
        signed({ selector: 'other' }),
        signed({ selector: 'revoked' }),
        signed({ selector: 'missing' }),
        signed({ selector: 'silent' }),
        signed({ expires: new Date('2026-01-01') }),
        signed().then(mail => mail.replace(/bh=[^;]+/, 'bh=AAAA')),
        signed().then(mail => mail.replace(/h=[^;]+;/i, 'h=subject;')),
        // A signature of the beginning alone, with words of somebody else behind it.
        signed({ maxBodyLength: 4 }, 'Oi').then(mail => `${mail}O boleto novo: 123\r\n`),
        signed({ maxBodyLength: 0 }, 'Oi').then(mail => mail.replace('\r\nOi', '\r\nO boleto novo: 123')),
        sign(mailOf(from), { domain: forger }),
        sign(mailOf(from), { domain: forger, selector: 'ed' }),
        sign(mailOf(from), { domain: forger }).then(mail => mail.replace(`d=${forger}`, `d=${domain}`))
      ]))
    ],
    'a sender whom parsers read differently, signed by another': await Promise.all(
      senders.map(sender => sign(mailOf(sender), { domain: forger }))
    )
  }
}

/** How often a forged sender is believed, and one that signed is not: through the thread that reads mail. */
export async function benchProofs(env: NodeJS.ProcessEnv): Promise<Row[]> {
  const dns = await startDns()
  publish(dns)
  const settings = { ...env, DNS_SERVERS: dns.address, INBOUND_MAIL_ADDRESS: 'respostas@prosa.example' }
  const reader = new MailReader(readConfig({ ...settings, INBOUND_AUTHSERV_ID: own }))
  const isConfirmed = async (mail: string, domain: string): Promise<boolean> => {
    const answer = await reader.read(
      Buffer.from(mail),
      { from: `eva@${forger}`, recipients: [], peer: null },
      { prove: true }
    )
    if ('unreadable' in answer) throw new Error(answer.unreadable)
    return answer.senderProof === 'confirmed' && answer.mail.from?.address.endsWith(`@${domain}`) === true
  }
  try {
    const sum = { forged: 0, believed: 0, signed: 0, confirmed: 0 }
    for (const domain of Object.keys(victims)) {
      for (const [way, mails] of Object.entries(await forged(domain)))
        for (const [n, mail] of mails.entries()) {
          sum.forged++
          if (!(await isConfirmed(mail, domain))) continue
          sum.believed++
          console.error(`believed: ${way}, ${n + 1}, ${domain}`)
        }
      for (const selector of ['rsa', 'ed'])
        for (const canonicalization of ['relaxed/relaxed', 'relaxed/simple', 'simple/relaxed', 'simple/simple']) {
          const mail = await sign(mailOf(`Ana <ana@${domain}>`), { domain, selector, canonicalization })
          sum.signed++
          if (await isConfirmed(mail, domain)) sum.confirmed++
          else console.error(`not believed: ${selector} ${canonicalization} ${domain}`)
        }
    }
    return [
      {
        what: `${sum.forged} forged senders: no verdict, another server's, failed or doubled ones, broken signatures`,
        measured: `${sum.believed} believed`,
        limit: '',
        ratio: null,
        goal: 'none',
        met: sum.believed === 0
      },
      {
        what: `${sum.signed} mails signed by DKIM (RSA and Ed25519, relaxed and simple), without a verdict`,
        measured: `${sum.confirmed} confirmed`,
        limit: '',
        ratio: null,
        goal: 'all',
        met: sum.confirmed === sum.signed
      }
    ]
  } finally {
    reader.close()
    await dns.close()
  }
}
