import { expect, test } from 'vitest'
import { readConfig } from '../../../services/core/config.ts'
import type { Answer, Lookups } from '../../../services/marketing/senders/lookups.ts'
import { readHost, readSender } from '../../../services/marketing/senders/reading.ts'
import { checkRecord, expectedRecords, isProved, toStrings } from '../../../services/marketing/senders/records.ts'
import { senderTexts } from '../../../services/marketing/senders/rules.ts'
import { judgeSpf, mergeSpf, spfTermOf } from '../../../services/marketing/senders/spf.ts'

const zoneOf = (zone: Record<string, string[] | 'silent'>): Lookups & { names: string[] } => {
  const names: string[] = []
  const texts = async (name: string): Promise<Answer> => {
    names.push(name)
    const said = zone[name]
    if (said === 'silent') return { kind: 'silent' }
    return said ? { kind: 'texts', texts: said } : { kind: 'missing' }
  }
  return { names, texts }
}

const wanted = 'include:spf.prosa.example'
const includes = (n: number, from = 1) => Array.from({ length: n }, (_, i) => `include:i${from + i}.example`).join(' ')
const leaves = (n: number) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`i${i + 1}.example`, ['v=spf1 ip4:192.0.2.1 -all']]))

const spfCases: [string, Record<string, string[] | 'silent'>, { state: string; problem: string | null }][] = [
  ['none', {}, { state: 'missing', problem: null }],
  ['another text', { 'a.example': ['google-site-verification=x'] }, { state: 'missing', problem: null }],
  ['right', { 'a.example': [`v=spf1 ${wanted} ~all`] }, { state: 'right', problem: null }],
  ['in capitals', { 'a.example': ['V=SPF1 INCLUDE:spf.prosa.example -ALL'] }, { state: 'right', problem: null }],
  [
    'through another',
    { 'a.example': ['v=spf1 include:b.example -all'], 'b.example': [`v=spf1 ${wanted}`] },
    { state: 'right', problem: null }
  ],
  [
    'by redirect',
    { 'a.example': ['v=spf1 redirect=b.example'], 'b.example': [`v=spf1 ${wanted} -all`] },
    { state: 'right', problem: null }
  ],
  ['behind all', { 'a.example': [`v=spf1 -all ${wanted}`] }, { state: 'different', problem: 'not_included' }],
  ['denied', { 'a.example': [`v=spf1 -${wanted} ~all`] }, { state: 'different', problem: 'not_included' }],
  [
    'denied before it is allowed',
    { 'a.example': [`v=spf1 -${wanted} ${wanted} ~all`] },
    { state: 'different', problem: 'not_included' }
  ],
  [
    'denied through another',
    { 'a.example': [`v=spf1 -include:b.example ${wanted} ~all`], 'b.example': [`v=spf1 ${wanted}`] },
    { state: 'different', problem: 'not_included' }
  ],
  [
    'by a redirect beside all',
    { 'a.example': ['v=spf1 redirect=b.example -all'], 'b.example': [`v=spf1 ${wanted} -all`] },
    { state: 'different', problem: 'not_included' }
  ],
  [
    'a term that there is not',
    { 'a.example': [`v=spf1 ipv4:192.0.2.1 ${wanted}`] },
    { state: 'different', problem: 'syntax' }
  ],
  [
    'an include of nothing',
    { 'a.example': [`v=spf1 ${wanted} -all include:`] },
    { state: 'different', problem: 'syntax' }
  ],
  [
    'half an address',
    { 'a.example': [`v=spf1 ip4:192.0.2 ${wanted} -all`] },
    { state: 'different', problem: 'syntax' }
  ],
  [
    'all that there is',
    {
      'a.example': [
        `v=spf1 a a:b.example/24 mx/24//64 ?ptr ip4:192.0.2.0/24 ip6:2001:db8::/32 exists:%{i}.b.example x=y ${wanted} exp=c.example -all`
      ]
    },
    { state: 'right', problem: null }
  ],
  ['not in it', { 'a.example': ['v=spf1 mx -all'] }, { state: 'different', problem: 'not_included' }],
  ['two', { 'a.example': ['v=spf1 mx -all', `v=spf1 ${wanted} -all`] }, { state: 'different', problem: 'several' }],
  [
    'ten lookups',
    { 'a.example': [`v=spf1 ${includes(9)} ${wanted} -all`], ...leaves(9) },
    { state: 'right', problem: null }
  ],
  [
    'eleven lookups',
    { 'a.example': [`v=spf1 mx ${includes(9)} ${wanted} -all`], ...leaves(9) },
    { state: 'different', problem: 'lookups' }
  ],
  [
    'includes what is not there',
    { 'a.example': [`v=spf1 include:gone.example ${wanted} -all`] },
    { state: 'different', problem: 'broken' }
  ],
  ['includes itself', { 'a.example': ['v=spf1 include:a.example -all'] }, { state: 'different', problem: 'broken' }],
  [
    'two include the same one',
    {
      'a.example': [`v=spf1 include:i1.example include:b.example ${wanted} -all`],
      'b.example': [`v=spf1 include:i1.example ${wanted} -all`],
      ...leaves(1)
    },
    { state: 'right', problem: null }
  ],
  ['no answer', { 'a.example': 'silent' }, { state: 'silent', problem: null }],
  [
    'no answer within',
    { 'a.example': [`v=spf1 include:b.example ${wanted}`], 'b.example': 'silent' },
    { state: 'silent', problem: null }
  ]
]

test.each(spfCases)('an SPF record is judged as receivers do: %s', async (_name, zone, judged) => {
  const lookups = zoneOf({ 'spf.prosa.example': ['v=spf1 ip4:192.0.2.7 -all'], ...zone })
  expect(await judgeSpf(lookups, 'a.example', wanted)).toMatchObject(judged)
  expect(lookups.names.length).toBeLessThanOrEqual(11)
})

test('an SPF record is merged with what is there, into one', () => {
  expect(mergeSpf([], wanted)).toBe(`v=spf1 ${wanted} ~all`)
  expect(mergeSpf(['v=spf1 include:_spf.google.com -all'], wanted)).toBe(
    `v=spf1 include:_spf.google.com ${wanted} -all`
  )
  expect(mergeSpf(['v=spf1 mx ~all', `v=spf1 MX ${wanted} -all`], wanted)).toBe(`v=spf1 MX ${wanted} ~all`)
  expect(mergeSpf([`v=spf1 +${wanted} mx -all`], wanted)).toBe(`v=spf1 ${wanted} mx -all`)
  expect(mergeSpf([`v=spf1 -${wanted} mx ~all`], wanted)).toBe(`v=spf1 mx ${wanted} ~all`)
  expect(mergeSpf(['v=spf1 redirect=b.example', 'v=spf1 mx -all'], wanted)).toBe(
    `v=spf1 mx include:b.example ${wanted} -all`
  )
  expect(mergeSpf(['v=spf1 redirect=b.example -all'], wanted)).toBe(`v=spf1 ${wanted} -all`)
  expect(mergeSpf(['v=spf1 redirect=b.example'], wanted)).toBe(`v=spf1 ${wanted} redirect=b.example`)
})

test('SPF names the server that sends: of the company, its provider, or the installation', () => {
  const installation = { smtpUrl: undefined, spfInclude: undefined, publicUrl: 'https://prosa.example' }
  const none = { smtp_host: null, spf_include: null }
  const cases: [Partial<Parameters<typeof spfTermOf>[0]>, Partial<Parameters<typeof spfTermOf>[1]>, string][] = [
    [{ smtpUrl: 'smtps://u:p@smtp.a.example:465' }, {}, 'a:smtp.a.example'],
    [{ smtpUrl: 'smtp://8.8.8.8' }, {}, 'ip4:8.8.8.8'],
    [{ smtpUrl: 'smtp://[2001:4860:4860::8888]:25' }, {}, 'ip6:2001:4860:4860::8888'],
    [{ smtpUrl: 'smtp://localhost' }, {}, 'a:prosa.example'],
    [{ smtpUrl: 'smtp://10.0.0.7' }, {}, 'a:prosa.example'],
    [{ smtpUrl: 'smtp://smtp.a.example', spfInclude: 'spf.a.example' }, {}, 'include:spf.a.example'],
    [{ spfInclude: 'spf.a.example' }, { smtp_host: 'smtp.b.example' }, 'a:smtp.b.example'],
    [{}, { smtp_host: 'smtp.b.example', spf_include: 'spf.b.example' }, 'include:spf.b.example']
  ]
  for (const [config, own, term] of cases)
    expect(spfTermOf({ ...installation, ...config }, { ...none, ...own })).toBe(term)
})

const key = { state: 'signing' as const, selector: 's1', publicKey: 'A'.repeat(392) }

async function checked(kind: 'dkim' | 'dmarc', domain: string, zone: Record<string, string[] | 'silent'>) {
  const expected = expectedRecords(domain, wanted, [key]).find(each => each.kind === kind)
  if (!expected) throw new Error(kind)
  const { state, problem } = await checkRecord(zoneOf(zone), domain, expected)
  return problem ? `${state}: ${problem}` : state
}

test('a DKIM record is judged by its key', async () => {
  const name = 's1._domainkey.a.example'
  const value = `v=DKIM1; k=rsa; p=${key.publicKey}`
  const cases: [string[] | 'silent' | undefined, string][] = [
    [[value], 'right'],
    [[` k=rsa ;  p=${'A'.repeat(200)} ${'A'.repeat(192)};t=s`], 'right'],
    [[value.replace('p=A', 'p=B')], 'different: other_key'],
    [['v=DKIM1; p='], 'different: other_key'],
    [[value, value], 'different: several'],
    [['hello'], 'different: unreadable'],
    [[value.replace('k=rsa', 'k=ed25519')], 'different: unreadable'],
    [[`${value}; h=sha1`], 'different: unreadable'],
    [[`${value}; h=sha1:sha256`], 'right'],
    ['silent', 'silent'],
    [undefined, 'missing']
  ]
  for (const [said, judged] of cases)
    expect(await checked('dkim', 'a.example', said ? { [name]: said } : {}), String(said)).toBe(judged)
  expect(await checked('dkim', 'a.example', { [`${name}.a.example`]: [value] })).toBe('missing: doubled')
  const parts = toStrings(value)
  expect(parts.map(part => part.length)).toEqual([255, value.length - 255])
  expect(parts.join('')).toBe(value)
})

test('a DMARC policy counts for the domains below it', async () => {
  const cases: [string, Record<string, string[] | 'silent'>, string][] = [
    ['a.example', { '_dmarc.a.example': ['v=DMARC1; p=none'] }, 'right'],
    ['a.example', { '_dmarc.a.example': ['v=DMARC1;p=reject; rua=mailto:x@a.example'] }, 'right'],
    ['news.a.example', { '_dmarc.a.example': ['v=DMARC1; p=quarantine'] }, 'right'],
    [
      'news.a.example',
      { '_dmarc.news.a.example': ['of a wildcard'], '_dmarc.a.example': ['v=DMARC1; p=none'] },
      'right'
    ],
    ['news.a.example', { '_dmarc.news.a.example': ['of a wildcard'] }, 'different: unreadable'],
    ['x.news.a.com.br', { '_dmarc.news.a.com.br': ['v=DMARC1; p=none'] }, 'missing'],
    ['x.news.a.com.br', { '_dmarc.a.com.br': ['v=DMARC1; p=none'] }, 'right'],
    ['a.com.br', { '_dmarc.com.br': ['v=DMARC1; p=none'] }, 'missing'],
    ['news.a.com.br', { '_dmarc.news.a.com.br.a.com.br': ['v=DMARC1; p=none'] }, 'missing: doubled'],
    ['a.example', { '_dmarc.example': ['v=DMARC1; p=none'] }, 'missing'],
    ['a.example', { '_dmarc.a.example': ['v=DMARC1; p=always'] }, 'different: unreadable'],
    ['a.example', { '_dmarc.a.example': ['v=DMARC1; p=none', 'v=DMARC1; p=none'] }, 'different: several'],
    ['a.example', { '_dmarc.a.example': ['none'] }, 'different: unreadable'],
    ['a.example', { '_dmarc.a.example': 'silent' }, 'silent']
  ]
  for (const [domain, zone, judged] of cases) expect(await checked('dmarc', domain, zone), judged).toBe(judged)
})

test('what DNS answers is kept in a form and size that can be stored', async () => {
  const [expected] = expectedRecords('a.example', wanted, [])
  if (!expected) throw new Error('no record')
  const long = [`v=spf1 \0 ${'x'.repeat(3000)}`, ...Array.from({ length: 20 }, () => 'v=spf1 \n-all')]
  const { found, value } = await checkRecord(zoneOf({ 'a.example': long }), 'a.example', expected)
  expect(found).toHaveLength(5)
  expect(Math.max(...found.map(text => text.length))).toBeLessThanOrEqual(500)
  expect(found.join('')).not.toMatch(/\p{Cc}/u)
  expect(value).toBeNull()
})

test('where DNS does not answer, a domain stays what it was', () => {
  const checks = (spf: 'right' | 'silent' | 'missing') =>
    [
      { kind: 'spf', state: spf },
      { kind: 'dkim', state: 'right' },
      { kind: 'next_dkim', state: 'missing' },
      { kind: 'dmarc', state: 'right' }
    ] as const
  expect([true, false].map(before => isProved(checks('right'), before))).toEqual([true, true])
  expect([true, false].map(before => isProved(checks('silent'), before))).toEqual([true, false])
  expect([true, false].map(before => isProved(checks('missing'), before))).toEqual([false, false])
})

const config = {
  name: 'Padaria',
  address: 'contato@padaria.example',
  replyTo: null,
  smtp: null,
  pace: { perSecond: null, perHour: null, perDay: null }
}
const refusalOf = (changes: object): Record<string, string> | undefined => {
  try {
    readSender({ ...config, ...changes })
  } catch (error) {
    return (error as { errors?: Record<string, string> }).errors
  }
}

test('a sender is read, and free mail, other letters and whatever could end a header are refused', () => {
  expect(readSender({ ...config, address: 'Contato@Pão.example' })).toMatchObject({
    local: 'contato',
    domain: 'xn--po-sia.example'
  })
  for (const domain of ['gmail.com', 'pop.com.br', 'web.de', 'laposte.net', 'naver.com', 'yahoo.co.jp', 'wp.pl'])
    expect(refusalOf({ address: `padaria@${domain}` })).toEqual({ address: senderTexts.freeMail(domain) })
  expect(refusalOf({ address: 'padaria@yahoo.com.br' })?.address).toContain('registro.br')
  expect(refusalOf({ address: 'pão@padaria.example' })).toEqual({ address: senderTexts.plainAddress })
  expect(refusalOf({ address: `a@${'b.'.repeat(110)}example` })?.address).toBeDefined()
  for (const name of ['Padaria\r\nBcc: x@y.example', 'Padaria <x@y.example>', '\u200b', 'a\u2028b'])
    expect(refusalOf({ name }), JSON.stringify(name)).toEqual({ name: senderTexts.name })
  const smtp = { host: 'smtp.a.example', port: 587, tls: 'starttls', user: null, spfInclude: '192.0.2.1' }
  expect(refusalOf({ smtp })).toEqual({ spfInclude: senderTexts.spf })
  expect(refusalOf({ replyTo: 'a@b.example, c@d.example' })).toEqual({ replyTo: senderTexts.address })
})

test('a host is a name or an address, and nothing else', () => {
  const cases: [string, string | null][] = [
    ['SMTP.Padaria.example.', 'smtp.padaria.example'],
    ['smtp.pão.example', 'smtp.xn--po-sia.example'],
    ['_spf.google.com', '_spf.google.com'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['2130706433', null],
    ['0x7f.1', null],
    ['a.example:25', null],
    ['user@a.example', null],
    ['a.example/x', null],
    ['a.example\r\nX', null],
    ['', null]
  ]
  for (const [text, host] of cases) expect(readHost(text), text).toBe(host)
})

test('DNS servers and internal mail servers are configured, and mistakes are named', () => {
  const read = (env: NodeJS.ProcessEnv) =>
    readConfig({ DATABASE_URL: 'postgres://x@127.0.0.1/x', SECRET_KEY: 'x'.repeat(32), ...env })
  expect(read({})).toMatchObject({ dnsServers: [], smtpInternal: [], spfInclude: undefined })
  expect(read({ DNS_SERVERS: '9.9.9.9, [2620:fe::fe]:53', SMTP_INTERNAL: 'A.example:25,b:587' })).toMatchObject({
    dnsServers: ['9.9.9.9', '[2620:fe::fe]:53'],
    smtpInternal: ['a.example:25', 'b:587']
  })
  for (const wrong of [{ DNS_SERVERS: 'dns.example' }, { SMTP_INTERNAL: 'a.example' }, { SPF_INCLUDE: 'include:a.b' }])
    expect(() => read(wrong)).toThrow(Object.keys(wrong)[0])
})
