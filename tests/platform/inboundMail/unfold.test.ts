import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MailReader } from '../../../services/platform/inboundMail/reading.ts'
import { testConfig } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'
import { mailOf } from '../../kit/inboundMail.ts'

const reader = new MailReader(testConfig())
atEnd(() => reader.close())

async function read(headers: Record<string, string>, body: string) {
  const answer = await reader.read(mailOf(headers, body), { from: null, recipients: [] })
  if ('unreadable' in answer) throw new Error(answer.unreadable)
  return answer.mail
}

const part = (headers: string, content: Buffer | string) =>
  `--b1\r\n${headers}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`
const mixed = { 'Content-Type': 'multipart/mixed; boundary=b1' }
const words = part('Content-Type: text/plain; charset=utf-8', 'Veja abaixo')
const attached = (inner: Buffer) => `--b1\r\nContent-Type: message/rfc822\r\n\r\n${inner.toString('latin1')}\r\n`

test('a mail in a mail is a file, and its author, subject, text and files are shown', async () => {
  const inner = mailOf(
    { From: 'Rui <rui@longe.example>', Subject: 'Pedido 77', ...mixed, 'Content-Type': 'multipart/mixed; boundary=b2' },
    `--b2\r\nContent-Type: text/plain\r\n\r\nPreciso do boleto\r\n--b2\r\nContent-Type: application/pdf; name="boleto.pdf"\r\n\r\n%PDF\r\n--b2--\r\n`
  )
  const { text, files } = await read(mixed, `${words}${attached(inner)}--b1--\r\n`)
  expect(text).toBe('Veja abaixo\n\nE-mail anexo de Rui <rui@longe.example>: Pedido 77\n\nPreciso do boleto')
  expect(files.map(({ name, type }) => [name, type])).toEqual([
    [null, 'message/rfc822'],
    ['boleto.pdf', 'application/pdf']
  ])
})

test('mails in mails to a hundred levels are read as far as people read', async () => {
  let inner = mailOf({ Subject: 'Nivel 0' }, 'Fundo')
  for (let n = 1; n < 100; n++)
    inner = mailOf({ Subject: `Nivel ${n}`, 'Content-Type': 'message/rfc822' }, inner.toString())
  const { text } = await read(mixed, `${words}${attached(inner)}--b1--\r\n`)
  expect(text).toContain('Nivel 99')
  expect(text).not.toContain('Nivel 90')
})

/** An attribute of TNEF: its level, id, length, data and checksum. */
function attribute(level: number, id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUInt8(level, 0)
  head.writeUInt32LE(id, 1)
  head.writeUInt32LE(data.length, 5)
  const sum = Buffer.alloc(2)
  sum.writeUInt16LE(data.reduce((total, byte) => (total + byte) & 0xffff, 0))
  return Buffer.concat([head, data, sum])
}

const tnef = Buffer.concat([
  Buffer.from('789f3e220100', 'hex'),
  attribute(1, 0x0002800c, Buffer.from('Segue o or\xe7amento\0', 'latin1')),
  attribute(2, 0x00069002, Buffer.alloc(14)),
  attribute(2, 0x00018010, Buffer.from('ORCAME~1.PDF\0')),
  attribute(2, 0x0006800f, Buffer.from('%PDF-1.4')),
  attribute(
    2,
    0x00069005,
    Buffer.concat([
      // One property: PR_ATTACH_LONG_FILENAME as UTF-16, one value.
      Buffer.from('010000001f0007370100000020000000', 'hex'),
      Buffer.from('orçamento.pdf\0\0\0', 'utf16le')
    ])
  )
])

test('the text and the files of Outlook’s winmail.dat are read, and one that is cut off as far as it goes', async () => {
  const file = (bytes: Buffer) =>
    part(
      'Content-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Disposition: attachment; filename="winmail.dat"',
      bytes
    )
  const { text, files } = await read(mixed, `${words}${file(tnef)}--b1--\r\n`)
  expect(text).toBe('Veja abaixo\n\nSegue o orçamento')
  expect(files.map(({ name, content }) => [name, Buffer.from(content).toString('latin1').slice(0, 4)])).toEqual([
    ['winmail.dat', expect.any(String)],
    ['orçamento.pdf', '%PDF']
  ])
  for (let length = 0; length < tnef.length; length += 7)
    await read(mixed, `${words}${file(tnef.subarray(0, length))}--b1--\r\n`)
  // Lengths that promise more than there is.
  const lying = Buffer.from(tnef)
  lying.writeUInt32LE(0xffffffff, 11)
  expect((await read(mixed, `${words}${file(lying)}--b1--\r\n`)).text).toContain('Veja abaixo')
})

test('winmail.dat shows its page, and has a document in a document as a file', async () => {
  /** A list of one property of MAPI, with one value. */
  const property = (type: number, id: number, value: Buffer) => {
    const head = Buffer.alloc(16)
    head.writeUInt32LE(1, 0)
    head.writeUInt16LE(type, 4)
    head.writeUInt16LE(id, 6)
    head.writeUInt32LE(1, 8)
    head.writeUInt32LE(value.length, 12)
    return Buffer.concat([head, value, Buffer.alloc(-value.length & 3)])
  }
  const bytes = Buffer.concat([
    Buffer.from('789f3e220100', 'hex'),
    attribute(1, 0x00069003, property(0x102, 0x1013, Buffer.from('<p>Segue a <b>nota</b></p>'))),
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from('nota.doc\0')),
    attribute(2, 0x00069005, property(0x0d, 0x3701, Buffer.concat([Buffer.alloc(16, 1), Buffer.from('DOC')])))
  ])
  const { text, files } = await read(
    mixed,
    `${words}${part('Content-Type: application/ms-tnef; name="winmail.dat"', bytes)}--b1--\r\n`
  )
  expect(text).toBe('Veja abaixo\n\nSegue a nota')
  expect(files.map(({ name, content }) => [name, content.length])).toEqual([
    ['winmail.dat', bytes.length],
    ['nota.doc', 3]
  ])
})

test('an opaque signature shows its text, and its file stays', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'prosa-smime-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => path.join(folder, name)
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  run(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=ana',
    '-keyout',
    at('key'),
    '-out',
    at('cert'),
    '-days',
    '2'
  )
  writeFileSync(at('part'), 'Content-Type: text/plain; charset=utf-8\r\n\r\nTexto assinado é este\r\n')
  for (const stream of [[], ['-stream']]) {
    run(
      'smime',
      '-sign',
      '-nodetach',
      '-binary',
      ...stream,
      '-in',
      at('part'),
      '-signer',
      at('cert'),
      '-inkey',
      at('key'),
      '-outform',
      'DER',
      '-out',
      at('p7m')
    )
    const { text, files } = await read(
      {
        'Content-Type': 'application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
        'Content-Transfer-Encoding': 'base64'
      },
      readFileSync(at('p7m')).toString('base64').replace(/.{76}/g, '$&\r\n')
    )
    expect(text).toBe('Texto assinado é este')
    expect(files.map(({ name }) => name)).toEqual(['smime.p7m'])
  }
})

test('a page wins over a stub, names lose their folders, and a text that is too long is a file as a whole', async () => {
  const alternative = { 'Content-Type': 'multipart/alternative; boundary=b1' }
  const page = `<p>${'Orçamento para a festa de sábado. '.repeat(20)}</p>`
  const stub = await read(
    alternative,
    `${part('Content-Type: text/plain; charset=utf-8', 'Seu programa não mostra HTML.')}${part('Content-Type: text/html; charset=utf-8', page)}--b1--\r\n`
  )
  expect(stub.text).toMatch(/^Orçamento para a festa/)
  const same = await read(
    alternative,
    `${part('Content-Type: text/plain; charset=utf-8', 'Oi, tudo bem?')}${part('Content-Type: text/html; charset=utf-8', '<p>Oi, tudo <b>bem</b>?</p>')}--b1--\r\n`
  )
  expect(same.text).toBe('Oi, tudo bem?')
  const named = part(
    'Content-Type: application/pdf; name="x"\r\nContent-Disposition: attachment; filename="C:\\\\Users\\\\Ana\\\\nota.pdf"',
    '%PDF'
  )
  expect((await read(mixed, `${words}${named}--b1--\r\n`)).files.map(({ name }) => name)).toEqual(['nota.pdf'])
  const long = await read(mixed, `${part('Content-Type: text/plain', 'palavra '.repeat(30_000))}--b1--\r\n`)
  expect(long.text).toHaveLength(200_000 - 1)
  expect(long.files).toMatchObject([{ name: 'texto completo.txt' }])
})
