import type { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import type { ReadMail } from '../../../services/platform/inboundMail/parse.ts'
import { MailReader } from '../../../services/platform/inboundMail/reading.ts'
import { testConfig } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'
import { mailOf } from '../../kit/inboundMail.ts'

const reader = new MailReader(testConfig())
atEnd(() => reader.close())
const read = (raw: Buffer) => reader.read(raw, { from: null, recipients: [] })

async function readable(raw: Buffer): Promise<ReadMail> {
  const answer = await read(raw)
  if ('unreadable' in answer) throw new Error(answer.unreadable)
  return answer.mail
}

const multipart = (parts: readonly string[], subtype = 'mixed') =>
  mailOf(
    { 'Content-Type': `multipart/${subtype}; boundary=b1` },
    [...parts.map(part => `--b1\r\n${part}`), '--b1--'].join('\r\n')
  )

describe('the letters of a mail', () => {
  const body = Buffer.from('Ação “às 10” — €', 'utf8')
  const cp1252 = Buffer.from([0x41, 0xe7, 0xe3, 0x6f, 0x20, 0x93, 0xe0, 0x73, 0x94, 0x20, 0x80])
  const head = (more: string) => Buffer.from(`From: a@b.example\r\n${more}\r\n`, 'latin1')

  test('are read in UTF-8, Windows-1252 and ISO-8859-1, and where nothing says which', async () => {
    const { text } = await readable(Buffer.concat([head('Content-Type: text/plain; charset=utf-8\r\n'), body]))
    expect(text).toBe('Ação “às 10” — €')
    for (const more of [
      'Content-Type: text/plain; charset=windows-1252\r\n',
      'Content-Type: text/plain; charset="iso-8859-1"\r\n',
      ''
    ])
      expect((await readable(Buffer.concat([head(more), cp1252]))).text, more).toBe('Ação “às” €')
  })

  test('are read in a subject and a name, encoded or as they are', async () => {
    const encoded = mailOf({ From: '=?iso-8859-1?Q?Jo=E3o?= <j@b.example>', Subject: '=?windows-1252?Q?=93Oi=94?=' })
    expect(await readable(encoded)).toMatchObject({ from: { name: 'João', address: 'j@b.example' }, subject: '“Oi”' })
    expect(await readable(head('Subject: Aten\xe7\xe3o\r\n'))).toMatchObject({ subject: 'Atenção' })
  })

  const plain = (charset: string, more = '') => head(`Content-Type: text/plain;\r\n\tcharset="${charset}"\r\n${more}`)
  test.each([
    ['UTF-8 that says ISO-8859-1', plain('iso-8859-1'), Buffer.from('Ação às 10')],
    ['UTF-8 that says ASCII', plain('us-ascii'), Buffer.from('Ação às 10')],
    ['UTF-8 that says UTF-16', plain('utf-16le'), Buffer.from('Ação às 10')],
    ['Windows-1252 that says UTF-8', plain('utf-8'), Buffer.from('A\xe7\xe3o \xe0s 10', 'latin1')],
    ['code page 850', plain('cp850'), Buffer.from('A\x87\xc6o \x85s 10', 'latin1')],
    ['code page 437', plain('IBM437'), Buffer.from('A\x87\x84o \x85s 10', 'latin1')],
    ['UTF-7', plain('utf-7'), Buffer.from('A+AOcA4w-o +AOA-s 10')],
    ['an unknown charset', plain('x-none'), Buffer.from('A\xe7\xe3o \xe0s 10', 'latin1')],
    [
      'quoted-printable with the wrong label',
      plain('iso-8859-1', 'Content-Transfer-Encoding: quoted-printable\r\n'),
      Buffer.from('A=C3=A7=C3=A3o =C3=A0s=\r\n 10')
    ],
    [
      'base64 with the wrong label',
      plain('windows-1252', 'Content-Transfer-Encoding: base64\r\n'),
      Buffer.from(Buffer.from('Ação às 10').toString('base64'))
    ]
  ])('are read where they are %s', async (name, headers, letters) => {
    const wanted = name === 'code page 437' ? 'Açäo às 10' : 'Ação às 10'
    expect((await readable(Buffer.concat([headers, letters]))).text).toBe(wanted)
    const part = Buffer.concat([headers.subarray(headers.indexOf('\n') + 1), letters])
    const raw = multipart(['Content-Type: text/plain\r\n\r\nAntes', 'PART']).toString('latin1')
    const many = Buffer.from(
      raw.replace('PART', () => part.toString('latin1')),
      'latin1'
    )
    expect((await readable(many)).text).toBe(`Antes\n\n${wanted}`)
  })

  test('are whole where a letter is cut between two encoded words, and where the label of words is wrong', async () => {
    const [first, second] = [Buffer.from('Atenção').subarray(0, 5), Buffer.from('Atenção').subarray(5)]
    const b64 = (bytes: Buffer) => `=?UTF-8?B?${bytes.toString('base64')}?=`
    for (const Subject of [
      `${b64(first)}\r\n ${b64(second)}`,
      `${b64(first)} =?utf-8?Q?=A7=C3=A3o?=`,
      '=?iso-8859-1?Q?Aten=C3=A7=C3=A3o?=',
      '=?cp850?Q?Aten=87=C6o?=',
      '=?utf-8*pt-BR?Q?Aten=C3=A7?= =?iso-8859-1?Q?=E3o?='
    ])
      expect((await readable(mailOf({ Subject }))).subject, Subject).toBe('Atenção')
    const From = '=?utf-8?Q?Jo=C3?=\r\n =?utf-8?Q?=A3o=2C_Z=C3=A9?= <j@b.example>'
    expect(await readable(mailOf({ From }))).toMatchObject({ from: { name: 'João, Zé', address: 'j@b.example' } })
  })

  test('of a file stay as they are, and its name loses folders and the letter of a drive', async () => {
    const file = (name: string) =>
      `Content-Type: text/plain; charset=iso-8859-1; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('Ação').toString('base64')}`
    const { files } = await readable(multipart(['C:\\\\tmp\\\\a.txt', 'D:b.txt', '/home/ana/c.txt'].map(file)))
    expect(files.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
      ['a.txt', 'Ação'],
      ['b.txt', 'Ação'],
      ['c.txt', 'Ação']
    ])
  })
})

test('a thread that ends or fails between two mails harms neither', async () => {
  const { promise: opened, resolve } = Promise.withResolvers<Worker>()
  process.once('worker', resolve)
  const own = new MailReader(testConfig())
  atEnd(() => own.close())
  const envelope = { from: null, recipients: [] }
  await own.read(mailOf({ Subject: 'Um' }), envelope)
  const thread = await opened
  // A failure that comes late: without a listener it would end the process.
  expect(() => thread.emit('error', new Error('late'))).not.toThrow()
  await thread.terminate()
  expect(await own.read(mailOf({ Subject: 'Dois' }), envelope)).toMatchObject({ mail: { subject: 'Dois' } })
})

test('a bounce says whom it did not reach, and of which mail', async () => {
  const mail = await readable(
    Buffer.concat([
      Buffer.from('Return-Path: <>\r\n'),
      mailOf(
        {
          From: 'MAILER-DAEMON@b.example',
          'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b1'
        },
        [
          '--b1\r\n\r\nNão foi entregue.',
          '--b1\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; b.example\r\n\r\nFinal-Recipient: rfc822; Eva@B.example\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n no such user',
          '--b1\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <abc@prosa.example>\r\nSubject: Visita\r\n\r\nOlá',
          '--b1--'
        ].join('\r\n')
      )
    ])
  )
  expect(mail).toMatchObject({
    kind: 'bounce',
    text: 'Não foi entregue.',
    report: {
      recipients: [
        { address: 'eva@b.example', action: 'failed', status: '5.1.1', diagnostic: '550 5.1.1 no such user' }
      ],
      messageId: '<abc@prosa.example>'
    }
  })
  const complaint = mailOf(
    { 'Content-Type': 'multipart/report; report-type="feedback-report"; boundary=b1' },
    [
      '--b1\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: Abuse\r\nOriginal-Mail-From: <a@prosa.example>\r\n',
      '--b1\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <\u0000abc@prosa.example>\r\n',
      '--b1--'
    ].join('\r\n')
  )
  expect(await readable(complaint)).toMatchObject({
    kind: 'complaint',
    report: { recipients: [], messageId: '<abc@prosa.example>', feedback: 'abuse', returnPath: 'a@prosa.example' }
  })
})

describe('a mail that somebody made to break it', () => {
  const nested = Array.from({ length: 1000 }).reduceRight<string>(
    (inner, _, n) => `Content-Type: multipart/mixed; boundary=n${n}\r\n\r\n--n${n}\r\n${inner}\r\n--n${n}--`,
    'Content-Type: text/plain\r\n\r\nfundo'
  )
  const file = 'Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nx'

  test('with broken MIME says what can be read of it', async () => {
    const open = mailOf(
      { 'Content-Type': 'multipart/mixed; boundary=b1' },
      '--b1\r\nContent-Type: text/plain\r\n\r\nsem fim'
    )
    expect(await readable(open)).toMatchObject({ text: 'sem fim' })
    const noBoundary = mailOf({ 'Content-Type': 'multipart/mixed' }, '--b1\r\n\r\nx')
    expect(await readable(noBoundary)).toMatchObject({ subject: 'Pergunta' })
    expect(await readable(mailOf({ 'Content-Transfer-Encoding': 'base64' }, '!!!não é base64!!!'))).toMatchObject({
      kind: 'ordinary'
    })
    expect(await readable(Buffer.alloc(0))).toMatchObject({ from: null, messageId: null, text: '' })
    expect(await readable(Buffer.from('sem cabeçalho'))).toMatchObject({ from: null })
    const rubbish = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 256))
    expect(await readable(rubbish)).toMatchObject({ kind: 'ordinary' })
  })

  test('with NUL bytes, without a Message-ID, with an address that is none, can be stored', async () => {
    const mail = await readable(Buffer.from('From: "\0" <nao-e>\r\nSubject: a\0b\u202e\r\n\r\nc\0d \ud800'))
    expect(mail).toMatchObject({ from: null, messageId: null, subject: 'ab' })
    expect(mail.text.startsWith('cd')).toBe(true)
    expect(JSON.stringify(mail)).not.toContain('\\u0000')
  })

  test('of 10,000 parts has some of them read, and says how many are left', async () => {
    const mail = await readable(multipart(Array.from({ length: 10_000 }, () => file)))
    expect([mail.files.length, mail.filesLeft]).toEqual([50, 9950])
  })

  test.each([
    [
      'a thousand parts in each other',
      mailOf({}, '').toString().replace('Content-Type: text/plain; charset=utf-8\r\n\r\n', nested)
    ],
    ['headers of more than two megabytes', `X-A: ${'a'.repeat(3 * 1024 * 1024)}\r\n\r\nx`]
  ])('of %s is refused, and the next one is read', async (_, raw) => {
    expect(await read(Buffer.from(raw))).toHaveProperty('unreadable')
    expect(await readable(mailOf({}))).toMatchObject({ text: 'Olá' })
  })

  test('with a header of a megabyte, or many, is read', async () => {
    expect(await readable(mailOf({ 'X-A': 'a'.repeat(1024 * 1024) }))).toMatchObject({ text: 'Olá' })
    const many = { References: '<a@b> '.repeat(20_000), Cc: 'x@b.example, '.repeat(5000) }
    const mail = await readable(mailOf(many))
    expect(mail.references).toEqual(['<a@b>'])
    expect(mail.recipients).toEqual(['respostas@prosa.example', 'x@b.example'])
  })

  test('of 25 MB of short lines is shortened, and of 20 MB of a file is whole', async () => {
    const long = await readable(mailOf({}, 'linha\r\n'.repeat(3_500_000)))
    expect([long.shortened, long.text.length <= 200_000]).toEqual([true, true])
    const content = Buffer.alloc(20 * 1024 * 1024, 'conteúdo ')
    const lines = content.toString('base64').replace(/.{76}/g, '$&\r\n')
    const whole = await readable(
      multipart([`Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}`])
    )
    expect(whole.shortened).toBe(false)
    expect(Buffer.from(whole.files[0]?.content ?? []).equals(content)).toBe(true)
  })

  test('as HTML is words only', async () => {
    const { text } = await readable(
      mailOf(
        { 'Content-Type': 'text/html; charset=utf-8' },
        '<p>Oi<script>alert(1)</script><img src=https://x.example/a.png></p>'
      )
    )
    expect(text).toBe('Oi')
  })
})
