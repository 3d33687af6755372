import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../services/core/config.ts'
import { longestLocal, readReplyAddress, replyAddress } from '../../../services/platform/inboundMail/addresses.ts'
import { htmlToText } from '../../../services/platform/inboundMail/html.ts'
import { piecesOf, writtenIn } from '../../../services/platform/inboundMail/quotes.ts'
import { testConfig } from '../../kit/app.ts'
import { mailEnv } from '../../kit/inboundMail.ts'

const id = '0123456789abcdef01234567'

describe('a reply address', () => {
  const config = testConfig(mailEnv)
  const address = replyAddress(config, 'appointment', id) ?? ''

  test('names what is answered, whatever a mail server makes of its letters, within 64 octets', () => {
    expect(address).toMatch(/^respostas\+a[a-z2-7]{36}@prosa\.example$/)
    for (const each of [address, address.toUpperCase(), ` ${address} `])
      expect(readReplyAddress(config, each)).toEqual({ kind: 'appointment', id })
    const ticket = replyAddress(config, 'ticket', id) ?? ''
    expect(readReplyAddress(config, ticket)).toEqual({ kind: 'ticket', id })
    const long = testConfig({ INBOUND_MAIL_ADDRESS: `${'a'.repeat(longestLocal)}@prosa.example` })
    expect(replyAddress(long, 'bounce', id)?.split('@')[0]).toHaveLength(64)
    expect(readReplyAddress(config, 'Respostas@Prosa.example')).toBe('plain')
  })

  test('is refused where a letter of it was changed, and with it what it names', () => {
    for (let n = address.indexOf('+') + 1; n < address.indexOf('@'); n++) {
      const other = address[n] === 'b' ? 'c' : 'b'
      expect(readReplyAddress(config, address.slice(0, n) + other + address.slice(n + 1)), String(n)).toBeNull()
    }
    for (const each of [
      '',
      '@',
      'a@b',
      address.slice(1),
      `${address}x`,
      address.replace('+', ''),
      'respostas+@prosa.example',
      `${'a'.repeat(5000)}@prosa.example`
    ])
      expect(readReplyAddress(config, each), each).toBeNull()
  })

  test('is of one installation, and outlives the change of its key once', () => {
    const [first, second, third] = ['a', 'b', 'c'].map(letter => letter.repeat(32))
    const made = replyAddress(testConfig({ ...mailEnv, SECRET_KEY: first }), 'ticket', id) ?? ''
    const rotated = testConfig({ ...mailEnv, SECRET_KEY: second, SECRET_KEY_PREVIOUS: first })
    expect(readReplyAddress(rotated, made)).toEqual({ kind: 'ticket', id })
    expect(readReplyAddress(testConfig({ ...mailEnv, SECRET_KEY: third }), made)).toBeNull()
    expect(replyAddress(testConfig(), 'ticket', id)).toBeNull()
    expect(readReplyAddress(testConfig(), made)).toBeNull()
  })
})

describe('the configuration', () => {
  const base = { DATABASE_URL: 'postgres://a@b/c', SECRET_KEY: 'k'.repeat(32) }
  const read = (env: NodeJS.ProcessEnv) => readConfig({ ...base, ...env }).inboundMail

  test('reads a mailbox with what an address escapes', () => {
    expect(
      read({ INBOUND_MAIL_URL: 'imaps://ana%40b.example:a%2Fb%3A@imap.b.example/Caixa%20de%20entrada/Prosa' }).mailbox
    ).toEqual({
      host: 'imap.b.example',
      port: 993,
      secure: true,
      user: 'ana@b.example',
      password: 'a/b:',
      folder: 'Caixa de entrada/Prosa'
    })
    expect(read({ INBOUND_MAIL_URL: 'imap://a:b@127.0.0.1:1430' }).mailbox).toMatchObject({
      port: 1430,
      secure: false,
      folder: 'INBOX'
    })
  })

  test.each([
    { INBOUND_MAIL_URL: 'https://a:b@c' },
    { INBOUND_MAIL_URL: 'imaps://c' },
    { INBOUND_MAIL_URL: 'imaps://a:%zz@c' },
    { INBOUND_MAIL_ADDRESS: `${'a'.repeat(27)}@b.example` },
    { INBOUND_MAIL_ADDRESS: 'a+b@c.example' },
    { INBOUND_SMTP_PORT: '2525' },
    { INBOUND_SMTP_PORT: '2525', INBOUND_MAIL_ADDRESS: 'a@b.example', INBOUND_SMTP_PROTOCOL: 'pop' }
  ])('refuses %j', env => {
    expect(() => read(env)).toThrow(/INBOUND_/)
  })
})

describe('what a person wrote', () => {
  const quoted = '> Olá, Ada.\n> Confirma?'
  test.each([
    ['Gmail', `Sim!\n\nEm seg., 1 de jan. de 2029 às 10:00, Padaria <\na@b.example> escreveu:\n\n${quoted}`],
    ['Gmail in English', `Sim!\n\nOn Mon, Jan 1, 2029 at 10:00 AM Padaria <a@b.example> wrote:\n${quoted}`],
    ['Apple Mail', `Sim!\n\nEm 1 de jan. de 2029, à(s) 10:00, Padaria <a@b.example> escreveu:\n\n${quoted}`],
    ['Apple Mail, older', `Sim!\n\nNo dia 1 de jan de 2029, às 10:00, Padaria escreveu:\n${quoted}`],
    [
      'Outlook',
      'Sim!\n\n________________________________\nDe: Padaria <a@b.example>\nEnviado: segunda-feira, 1 de janeiro\nPara: Ada\nAssunto: Visita\n\nOlá, Ada.'
    ],
    ['Outlook in English', 'Sim!\n\nFrom: Padaria\nSent: Monday\nTo: Ada\nSubject: Visita\n\nOlá, Ada.'],
    ['Outlook, older', 'Sim!\n\n-----Mensagem original-----\nDe: Padaria\nOlá'],
    ['a forwarded mail', 'Sim!\n\n---------- Forwarded message ---------\nFrom: x\nOlá'],
    ['lines of another program', `Sim!\n${quoted}`]
  ])('is separated from what %s quotes', (_, text) => {
    expect(writtenIn(text)).toBe('Sim!')
    expect(piecesOf(text).map(({ kind }) => kind)).toEqual(['text', 'quote'])
  })

  const mail = 'Padaria Central <contato@padaria.example>'
  const letter = 'Olá, Ada.\n\nPodemos entregar na sexta?\n\nPadaria Central'
  const marked = letter.replace(/^/gm, '> ').replace(/ $/gm, '')
  const fields = (sent: string) => `De: ${mail}\n${sent}\nPara: Ada Souza <ada@b.example>\nAssunto: RE: Entrega`
  test.each([
    [
      'Gmail',
      `Em seg., 4 de mai. de 2026 às 10:00, Padaria Central <\ncontato@padaria.example> escreveu:\n\n${marked}`,
      ''
    ],
    ['Outlook for Windows', `${fields('Enviada em: segunda-feira, 4 de maio de 2026 10:00')}\n\n${letter}`, ''],
    [
      'Outlook on the web',
      `________________________________\n${fields('Enviado: segunda-feira, 4 de maio de 2026 10:00')}\n\n${letter}`,
      ''
    ],
    [
      'Outlook on a phone',
      `________________________________\n${fields('Enviado: Monday, May 4, 2026 10:00:00 AM')}\n\n${letter}`,
      'Obter o Outlook para Android<https://aka.ms/AAb9ysg>'
    ],
    [
      'an iPhone',
      `> Em 4 de mai. de 2026, à(s) 10:00, Padaria Central <contato@padaria.example> escreveu:\n> \n${marked}`,
      'Enviado do meu iPhone'
    ],
    ['Apple Mail', `Em 4 de mai. de 2026, à(s) 10:00, ${mail} escreveu:\n\n${letter}`, ''],
    [
      'Yahoo',
      `    Em segunda-feira, 4 de maio de 2026 às 10:00:00 BRT, ${mail} escreveu:  \n \n ${letter}`,
      'Enviado do Yahoo Mail no Android'
    ],
    ['Thunderbird', `Em 04/05/2026 10:00, Padaria Central escreveu:\n${marked}`, ''],
    [
      'BOL and UOL',
      `De: "Padaria Central" <contato@padaria.example>\nEnviada: 2026/05/04 10:00:00\nPara: ada@bol.com.br\nAssunto: Entrega\n\n${letter}`,
      ''
    ],
    ['Terra', `Em Seg 04/05/26 10:00, Padaria Central contato@padaria.example escreveu:\n\n${letter}`, ''],
    [
      'Samsung',
      `-------- Mensagem original --------\nDe: Padaria Central <contato@padaria.example>\nData: 04/05/2026 10:00 (GMT-03:00)\nPara: ada@b.example\nAssunto: Entrega\n\n${letter}`,
      'Enviado do meu Galaxy'
    ],
    ['Zoho', `---- Em seg, 04 mai 2026 10:00:00 -0300 ${mail} escreveu ----\n\n${letter}`, ''],
    ['Locaweb and Roundcube', `Em 2026-05-04 10:00, Padaria Central escreveu:\n${marked}`, '']
  ])('in an answer by %s in Portuguese is its own words alone', (_, quotation, device) => {
    const own = 'Pode ser, sim.\n\nObrigada!'
    const pieces = piecesOf(`${own}\n\n${device && `${device}\n\n`}${quotation}`)
    expect(pieces.map(({ kind }) => kind)).toEqual(device ? ['text', 'signature', 'quote'] : ['text', 'quote'])
    expect(pieces[0]?.text).toBe(own)
    expect(pieces.at(-1)?.text).toContain('Podemos entregar na sexta?')
  })

  test.each([
    'A gerente me escreveu:\n\nNão temos mais o pão.\n\nE agora?',
    'Bom dia.\n\nEm 12/05/2026 às 10:00 o cliente me escreveu:\n\nQuero trocar o pedido.\n\nPosso trocar?',
    'Em 2024 ela escreveu:\nquero trocar.',
    'Preciso do boleto de maio.\n--\nE também preciso da nota fiscal de abril.',
    'De: Santos\nPara: Campinas\nData: 12/05\n\nQuanto fica o frete?',
    'Enviado pelo correio ontem, e ainda não chegou.\nPodem ver?',
    'Para: 20 pessoas\nData: sábado\nAssunto: festa\nQuanto custa?'
  ])('is never folded: %j', text => {
    expect(piecesOf(text)).toEqual([{ kind: 'text', text }])
  })

  test('may stand between what is quoted, before a signature, and be all there is', () => {
    expect(piecesOf('> Pode às 10?\nPosso.\n> E o pão?\nFrancês.\n-- \nAda Souza\nPadaria')).toEqual([
      { kind: 'quote', text: '> Pode às 10?' },
      { kind: 'text', text: 'Posso.' },
      { kind: 'quote', text: '> E o pão?' },
      { kind: 'text', text: 'Francês.' },
      { kind: 'signature', text: 'Ada Souza\nPadaria'.replace(/^/, '-- \n') }
    ])
    expect(writtenIn('Sim\n\nEnviado do meu iPhone')).toBe('Sim')
    expect(writtenIn('> só isto')).toBe('> só isto')
    expect(writtenIn('Em resumo: sim.\nDe: nada a dizer')).toBe('Em resumo: sim.\nDe: nada a dizer')
    expect(writtenIn('')).toBe('')
  })
})

describe('an HTML mail', () => {
  test('becomes its words, without what runs, loads or hides', () => {
    const html = `<html><head><title>x</title><style>p{color:red}</style></head><body>
      <!-- <p>não</p> --><p>Ol&aacute;,&nbsp;<b>Ana</b> &#128512; &lt;b&gt;</p><script>alert("não")</script>
      <img src="https://rastreio.example/a.png" onerror="alert(1)"><a href="https://e.example/x">Veja</a>
      <a href="javascript:alert(1)">aqui</a><ul><li>um<li>dois</ul><blockquote>Antes<br>disse</blockquote></body></html>`
    expect(htmlToText(html)).toBe('Olá, Ana 😀 <b>\n\nVeja <https://e.example/x> aqui\n- um\n- dois\n> Antes\n> disse')
  })

  test.each([
    ['open elements', '<a'.repeat(2_000_000)],
    ['elements without end', '<div '.repeat(2_000_000)],
    ['comments without end', '<!--'.repeat(2_000_000)],
    ['scripts in each other', '<script>'.repeat(1_000_000)],
    ['quotations in each other', '<blockquote>x'.repeat(500_000)],
    ['links without end', '<a href="https://x.example">'.repeat(500_000)],
    ['entities', '&amp;'.repeat(2_000_000)],
    ['half an entity', '&'.repeat(5_000_000)],
    ['spaces', ' '.repeat(10_000_000)],
    ['one word', 'a'.repeat(10_000_000)]
  ])('of %s is read in time, and to a bounded text', (_, html) => {
    const began = process.cpuUsage()
    expect(htmlToText(html).length).toBeLessThanOrEqual(200_000)
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(4000)
  })
})
