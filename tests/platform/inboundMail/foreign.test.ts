import { describe, expect, test } from 'vitest'
import { htmlToText } from '../../../services/platform/inboundMail/html.ts'
import { MailReader } from '../../../services/platform/inboundMail/reading.ts'
import { testConfig } from '../../kit/app.ts'
import { atEnd } from '../../kit/end.ts'

// Each case is what one of the mails of public corpora taught: `npm run bench mail` reads them all.

const reader = new MailReader(testConfig())
atEnd(() => reader.close())

const latin1 = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1')

async function read(raw: Buffer) {
  const answer = await reader.read(raw, { from: null, recipients: [] })
  if ('unreadable' in answer) throw new Error(answer.unreadable)
  return answer.mail
}

const contents = ({ files }: Awaited<ReturnType<typeof read>>) =>
  files.map(({ name, content }) => [name, Buffer.from(content).toString('latin1')])

describe('letters', () => {
  test('a charset is found after a line that is folded with two spaces, and a boundary too', async () => {
    const korean = Buffer.from('b4ebbacebad0', 'hex').toString('base64')
    const headers = 'Content-Transfer-Encoding: base64\nContent-Type: text/plain;\n  charset=EUC-KR;\n  format=flowed'
    expect((await read(latin1(`${headers}\n\n${korean}\n`))).text).toBe('대부분')
    const mixed = `Content-Type: multipart/mixed;\n   boundary="b1"\n\n--b1\n${headers}\n\n${korean}\n--b1--\n`
    expect((await read(latin1(mixed))).text).toBe('대부분')
  })

  test('an unknown charset is read as UTF-8 where the bytes are that', async () => {
    const mail = 'Content-Type: text/plain; charset=x-unknown\r\n\r\nEnvoyé à Montréal\r\n'
    expect((await read(Buffer.from(mail))).text).toBe('Envoyé à Montréal')
  })

  test.each([
    ['Latin-1', 'Fr\xf6sche'],
    ['UTF-8', 'Fr\xc3\xb6sche']
  ])('an encoded word with bare letters of %s is read as these', async (_, letters) => {
    const mail = `Subject: =?iso-8859-1?Q?Die_${letters}?= e p\xe3o\nContent-Type: text/plain\n\nx\n`
    expect((await read(latin1(mail))).subject).toBe('Die Frösche e pão')
  })

  test('adjacent words in ISO-2022-JP, each of which returns to ASCII, are joined without a broken letter', async () => {
    const word = '=?ISO-2022-JP?B?GyRCJUYlOSVIGyhC?='
    expect((await read(latin1(`Subject: ${word}\n ${word}\n\nx\n`))).subject).toBe('テストテスト')
  })

  test('all entities of HTML 4 are read', () => {
    expect(
      htmlToText('<p>Stra&szlig;e &bdquo;x&rdquo; &Auml;&yuml;&iexcl;&Omega;&ne;&rarr;&Scaron;&dagger;&frac12;</p>')
    ).toBe('Straße „x” Äÿ¡Ω≠→Š†½')
  })
})

test('a page whose words are all in its title shows them', () => {
  expect(htmlToText('<title>Pedido 12\n<p>Olá</p><style>p { color: red }</style>')).toBe('Pedido 12\n\nOlá')
  expect(htmlToText('<title>Pedido 12</title><p>Olá</p>')).toBe('Olá')
})

describe('parts', () => {
  test.each([
    ['no boundary', 'multipart/mixed', 'Segue o boleto'],
    ['a boundary that never comes', 'multipart/mixed; boundary=b1', 'Segue o boleto'],
    [
      'a boundary that is another',
      'multipart/mixed; boundary=b1',
      '--b2\nContent-Type: text/plain\n\nSegue o boleto\n--b2--'
    ],
    [
      'a boundary without a semicolon',
      'multipart/mixed\n\tboundary=b1',
      '--b1\nContent-Type: text/plain\n\nSegue o boleto\n--b1--'
    ],
    [
      'an inner boundary that never comes',
      'multipart/mixed; boundary=b1',
      '--b1\nContent-Type: multipart/alternative; boundary=b2\n\nSegue o boleto\n--b1--'
    ]
  ])('a multipart mail with %s is read', async (_, type, body) => {
    expect((await read(latin1(`Content-Type: ${type}\n\n${body}\n`))).text).toBe('Segue o boleto')
  })

  test('files behind a boundary that the headers do not name are kept', async () => {
    const mail = `Content-Type: multipart/mixed\n\n--b1\n\nVeja\n--b1\nContent-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64\n\naGVsbG8=\n--b1--\n`
    const read1 = await read(latin1(mail))
    expect([read1.text, contents(read1)]).toEqual(['Veja', [['a.png', 'hello']]])
  })

  test('a hundred multiparts without their boundaries are read', async () => {
    const mail = `${Array.from({ length: 100 }, (_, n) => `Content-Type: multipart/mixed\n\n--b${n}\n`).join('')}\nFundo\n`
    expect((await read(latin1(mail))).text).toContain('Fundo')
  })

  test('a text with a name is a file too, with the bytes that it had', async () => {
    const named = (disposition: string, type = 'text/plain; charset=iso-8859-1') =>
      `--b1\nContent-Type: ${type}\nContent-Disposition: ${disposition}\nContent-Transfer-Encoding: quoted-printable\n\nPre=E7o\n`
    const mail = (...parts: string[]) =>
      latin1(`Content-Type: multipart/mixed; boundary=b1\n\n--b1\n\nVeja\n${parts.join('')}--b1--\n`)
    const inline = await read(mail(named('inline; filename="tabela.txt"')))
    expect([inline.text, contents(inline)]).toEqual(['Veja\n\nPreço', [['tabela.txt', 'Pre\xe7o']]])
    const page = await read(mail(named('inline; filename="tabela.html"', 'text/html; charset=utf-8')))
    expect([page.text, contents(page)]).toEqual(['Veja\n\nPreço', [['tabela.html', 'Pre\xe7o']]])
    const byType = await read(mail(named('inline', 'text/plain; charset=iso-8859-1;\n  name="tabela.txt"')))
    expect([byType.text, contents(byType)]).toEqual(['Veja\n\nPreço', [['tabela.txt', 'Pre\xe7o']]])
    expect(contents(await read(mail(named('inline'))))).toEqual([])
    const attached = await read(mail(named('attachment; filename="tabela.txt"')))
    expect([attached.text, contents(attached).length]).toEqual(['Veja', 1])
    const whole = await read(
      latin1('Content-Type: text/plain; name=a.txt\nContent-Disposition: inline; filename=a.txt\n\nVeja\n')
    )
    expect([whole.text, contents(whole)]).toEqual(['Veja', [['a.txt', 'Veja']]])
  })

  test('a text that says base64 and is none is shown as it is', async () => {
    const mail =
      'Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: base64\n\nBoa tarde, segue o pre\xe7o de ontem\n'
    expect((await read(latin1(mail))).text).toBe('Boa tarde, segue o preço de ontem')
  })

  test.each([
    ['a type that is none', '--b1\nContent-Type: <html>\n\nVeja <b>isto</b>\n', 'Veja isto'],
    ['no headers', '--b1\nVeja isto\n\ne isto\n', 'Veja isto\n\ne isto']
  ])('a part with %s is a text', async (_, part, text) => {
    expect((await read(latin1(`Content-Type: multipart/mixed; boundary=b1\n\n${part}--b1--\n`))).text).toBe(text)
  })

  test('a mail without headers is a text', async () => {
    expect((await read(latin1('Bom dia\n\nSegue'))).text).toBe('Bom dia\n\nSegue')
    expect((await read(latin1('Bom dia'))).text).toBe('Bom dia')
  })

  test('a file in uuencode is decoded', async () => {
    const part = 'Content-Type: image/png; name=a.png\nContent-Transfer-Encoding: x-uuencode'
    const encoded = 'begin 644 a.png\n+:&5L;&\\@=V]R;&0 \n \nend'
    const mail = `Content-Type: multipart/mixed; boundary=b1\n\n--b1\n\nVeja\n--b1\n${part}\n\n${encoded}\n--b1--\n`
    expect(contents(await read(latin1(mail)))).toEqual([['a.png', 'hello world']])
  })

  test('a closing boundary with something behind it closes', async () => {
    const mail = `Content-Type: multipart/mixed; boundary=b1\n\n--b1\nContent-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64\n\naGVsbG8=\n--b1-->\nresto\n`
    expect(contents(await read(latin1(mail)))).toEqual([['a.png', 'hello']])
  })

  test('a name that is a path of Windows without escapes is that of its file', async () => {
    const mail = `Content-Type: image/png\nContent-Disposition: inline; filename="C:\\TEMP\\nota.png"\n\nx\n`
    expect((await read(latin1(mail))).files.map(({ name }) => name)).toEqual(['nota.png'])
  })
})
