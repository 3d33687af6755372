import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { phoneText } from '../../../services/core/telephone/rules.ts'
import { readBody } from '../../../services/marketing/mailTemplates/body.ts'
import { mjmlToHtml } from '../../../services/marketing/mailTemplates/mjml.ts'
import { readyTemplates } from '../../../services/marketing/mailTemplates/ready.ts'
import { compileTemplate, type MailFor, renderFor } from '../../../services/marketing/mailTemplates/render.ts'
import {
  type Block,
  clippedAt,
  commonVariables,
  exampleLine,
  examplePerson,
  type Inline,
  type MailBody,
  type MailContent,
  mailWarnings,
  partsOf,
  placeholderText,
  safeLink,
  variableName
} from '../../../services/marketing/mailTemplates/rules.ts'

const company = '0'.repeat(24)

const to: MailFor = {
  variables: { nome: 'Ada Souza', primeiro_nome: 'Ada' },
  company: { name: 'Padaria & Filhos', cnpj: '12.345.678/0001-95', address: 'Rua das Flores, 10' },
  unsubscribeUrl: 'https://prosa.example/sair?a=1&b=2'
}

const body = (...blocks: Record<string, unknown>[]): MailBody => ({
  format: 1,
  accent: '#0f766e',
  blocks: blocks.map((block, n) => ({ id: String(n), ...block }) as Block)
})
const content = (more: Partial<MailContent> = {}): MailContent => ({
  subject: 'Olá',
  preheader: '',
  body: body(),
  ...more
})
const heading = (text: string) => ({ type: 'heading', text, align: 'left' })
const text = (...inlines: Inline[]) => ({
  type: 'text',
  doc: { type: 'doc', content: [{ type: 'paragraph', content: inlines }] }
})
const render = async (mail: Partial<MailContent>, who: Partial<MailFor> = {}) =>
  renderFor(await compileTemplate(content(mail), 'https://prosa.example'), { ...to, ...who })

test('a mail says to each person what the template says of them, and the fallback to whom nobody knows', async () => {
  const compiled = await compileTemplate(
    content({
      subject: 'Oi, {{ primeiro_nome | default: "tudo bem" }}!',
      preheader: 'De {{empresa}}',
      body: body(heading('Olá {{ NOME }}'), text({ type: 'text', text: 'Que tal {{ cidade | default: "por aí" }}?' }))
    }),
    'https://prosa.example'
  )
  const ada = renderFor(compiled, { ...to, variables: { ...to.variables, cidade: 'Recife' } })
  const nobody = renderFor(compiled, { ...to, variables: { cidade: '  ' } })
  expect([ada.subject, nobody.subject]).toEqual(['Oi, Ada!', 'Oi, tudo bem!'])
  expect(ada.preheader).toBe('De Padaria & Filhos')
  expect(ada.html).toContain('>Olá Ada Souza<')
  expect(ada.html).toContain('Que tal Recife?')
  expect(nobody.html).toContain('Que tal por aí?')
  expect(ada.text).toContain('Olá Ada Souza\n\nQue tal Recife?')
})

test('neither what a company types nor what a lead says becomes HTML or a command', async () => {
  const hostile = `"><img src=x onerror=alert(1)><script>alert(1)</script><mj-include path="/etc/passwd"/>`
  const liquid = '{{ descadastro }}{% for i in (1..10) %}x{% endfor %}{% include "/etc/passwd" %}'
  const {
    html,
    text: plain,
    subject
  } = await render(
    {
      subject: '{{ nome }}',
      body: body(
        heading(`${hostile} {{ nome }}`),
        text(
          { type: 'text', text: `${hostile}${liquid}` },
          { type: 'text', text: 'aqui', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
          { type: 'text', text: '{{ cons' },
          { type: 'text', text: 'tructor }}{{ __proto__ }}{{ toString }}' }
        ),
        { type: 'button', text: `${hostile}`, link: `https://loja.example/" onclick="alert(1)`, align: 'left' },
        {
          type: 'picture',
          src: 'https://loja.example/a.png" onload="x',
          alt: `${hostile}{{ nome }}`,
          link: 'data:text/html,x'
        }
      )
    },
    { variables: { nome: `${hostile}${liquid}` } }
  )
  const tags = new Set([...html.matchAll(/<([a-z0-9-]+)[\s>]/gi)].map(([, tag]) => tag))
  for (const tag of ['script', 'mj-include', 'svg', 'iframe']) expect(tags).not.toContain(tag)
  expect(html.match(/<img /g)).toHaveLength(1)
  expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+=/)
  expect(html).not.toMatch(/href="(javascript|data):/)
  expect(html).not.toContain('root:')
  expect(html).not.toContain('native code')
  // The name is a text: its placeholders stay as they are.
  expect(subject).toContain('{{ descadastro }}{% for')
  expect(plain).toContain('{% for i in (1..10) %}x{% endfor %}')
})

test('every mail ends with who sends it, why it came and the way out, whatever its blocks are', async () => {
  for (const blocks of [[], [heading('</table></div><!-- ')], [heading('<style>.mail-footer{display:none}</style>')]]) {
    const { html, text: plain } = await render({ body: body(...blocks) })
    for (const part of [html.slice(html.indexOf('class="mail-footer"')), plain]) {
      expect(part).toMatch(/Padaria (&amp;|&) Filhos/)
      expect(part).toContain('CNPJ 12.345.678/0001-95\u00a0· Rua das Flores, 10')
      expect(part).toContain('deixou seu contato')
    }
    expect(html).toContain('href="https://prosa.example/sair?a=1&amp;b=2"')
    expect(plain).toContain('https://prosa.example/sair?a=1&b=2')
    expect(html).not.toMatch(/<!--(?!\[if|<!\[endif|>)/)
  }
  const compiled = await compileTemplate(content(), 'https://prosa.example')
  expect(() => renderFor(compiled, { ...to, unsubscribeUrl: '' })).toThrow('unsubscribing')
})

test('a company’s own field cannot take the place of what the product says', async () => {
  const { html } = await render(
    { body: body(heading('x')) },
    { variables: { _descadastro: 'https://mau.example', empresa: 'Outra', _identificacao: 'nada', _subject: 'y' } }
  )
  expect(html).not.toContain('mau.example')
  expect(html).not.toContain('Outra')
  expect(html).toContain('<title>Olá</title>')
  expect(html).not.toContain('nada')
})

test('a line break in a subject begins no other header', async () => {
  const { subject } = await render(
    { subject: '{{ nome }} e você' },
    { variables: { nome: 'Ada\r\nBcc: outra@example.com\u2028\u0000X: y' } }
  )
  expect(subject).toBe('Ada Bcc: outra@example.com X: y e você')
  const long = await render({ subject: '{{ nome }}' }, { variables: { nome: 'x'.repeat(100_000) } })
  expect(long.subject.length).toBeLessThanOrEqual(300)
})

test('what costs most is refused, and the dearest body that is accepted is rendered in moments', async () => {
  const variables = '{{ a | default: "b" }}{{{{%%}}'.repeat(300)
  const braces = '{{{%<&'.repeat(1600)
  const many = (count: number, words: string) =>
    body(...Array.from({ length: count }, () => text({ type: 'text', text: words })))
  expect(() => readBody(many(2, variables), company)).toThrow('300 variáveis')
  expect(() => readBody(many(16, braces), company)).toThrow('grande demais')
  const dearest = body(
    ...many(1, variables).blocks,
    ...many(14, braces).blocks.map(block => ({ ...block, id: `x${block.id}` }))
  )
  const started = performance.now()
  const { html } = await render({ body: readBody(dearest, company) })
  // It takes some tenths of a second.
  expect(performance.now() - started).toBeLessThan(30_000)
  expect(html).toContain('b&#123;&#123;&#123;&#123;%%&#125;&#125;b')
})

test('a mail that MJML does not take leaves the next ones alone', async () => {
  const wrong = mjmlToHtml('<mjml><mj-body><mj-spacer /></mj-body></mjml>')
  const next = render({ body: body(heading('Depois')) })
  await expect(wrong).rejects.toThrow('MJML refused')
  expect((await next).html).toContain('Depois')
})

test('the text part is made of the blocks', async () => {
  const list = {
    type: 'doc',
    content: [
      {
        type: 'orderedList',
        content: ['Um', 'Dois'].map(item => ({
          type: 'listItem',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: item }] }]
        }))
      }
    ]
  }
  const link = { type: 'link' as const, attrs: { href: 'https://loja.example/x' } }
  const { text: plain } = await render({
    body: body(
      heading('Título'),
      text(
        { type: 'text', text: 'Veja ' },
        { type: 'text', text: 'a loja', marks: [link, { type: 'bold' }] },
        { type: 'text', text: ' agora', marks: [link] },
        { type: 'hardBreak' },
        { type: 'text', text: 'Fim' }
      ),
      { type: 'text', doc: list },
      { type: 'divider' },
      { type: 'picture', src: '', alt: 'Um bolo', link: '' },
      { type: 'button', text: 'Comprar', link: 'https://loja.example', align: 'left' }
    )
  })
  expect(plain.split('\n--\n')[0]).toBe(
    `Título

Veja a loja agora (https://loja.example/x)
Fim

1. Um
2. Dois

----------

[Um bolo]

Comprar: https://loja.example/
`
  )
})

test('each ready mail, sent and read back, is whole in HTML and in text', async () => {
  const transport = createTransport({ streamTransport: true, buffer: true } as never)
  for (const ready of readyTemplates) {
    const mail = renderFor(await compileTemplate(ready, 'https://prosa.example'), to)
    const { message } = (await transport.sendMail({
      from: 'loja@example.com',
      to: 'ada@example.com',
      ...mail
    })) as never
    const read = await PostalMime.parse(message)
    expect(read.subject).toBe(mail.subject)
    expect(read.subject).not.toMatch(/[{}]/)
    expect(read.html?.trim()).toBe(mail.html.trim())
    expect(read.text?.trim()).toBe(mail.text.trim())
    expect(mail.text).not.toMatch(/[{}]/)
    const warnings = mailWarnings(ready, {
      bytes: Buffer.byteLength(mail.html),
      variables: commonVariables,
      identified: true
    })
    // The company fills in the link, and the parts in square brackets.
    const toFill = warnings.map(warning => warning.text).filter(words => !words.includes('entre colchetes'))
    expect(toFill).toEqual(['Botão sem link.'])
  }
})

test('what is to be looked at before sending is said', () => {
  const facts = { bytes: 10, variables: commonVariables, identified: true }
  const of = (more: Partial<MailContent>, other = {}) =>
    mailWarnings(content(more), { ...facts, ...other }).map(warning => warning.text)
  const fine = body(heading('Olá'))
  expect(of({ body: fine })).toEqual([])
  expect(of({ body: fine, subject: ' ' })).toEqual(['Falta o assunto.'])
  expect(of({ body: fine }, { bytes: clippedAt + 1 })).toEqual([expect.stringContaining('102 KB')])
  expect(of({ body: fine }, { identified: false })).toEqual([expect.stringContaining('CNPJ')])
  expect(of({ body: fine, subject: '{{ nome }} {{ nada | default: "x" }} {{ empresa }}' })).toEqual([
    expect.stringContaining('“Nome completo” está sem texto alternativo'),
    expect.stringContaining('{{ nada }} não existe')
  ])
  expect(of({ body: body(heading('{{ primeiro nome }}')) })).toEqual([expect.stringContaining('chaves')])
  expect(of({ body: body({ type: 'picture', src: 'https://x.example/a.png', alt: '', link: '' }) })).toEqual([
    expect.stringContaining('sem descrição')
  ])
  expect(of({ body: body({ type: 'picture', src: 'http://x.example/a.png', alt: 'x', link: 'ftp://x' }) })).toEqual([
    expect.stringContaining('https://'),
    'Link que não funciona: ftp://x'
  ])
  expect(of({ body: body(heading('Leve [nome do produto]')) })).toEqual([
    'Falta trocar o que está entre colchetes: [nome do produto]'
  ])
  expect(of({ body: body() })).toEqual([expect.stringContaining('nenhum bloco')])
})

test.each([
  ['https://loja.example/a b', 'https://loja.example/a%20b'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['tel:+5511999999999', 'tel:+5511999999999'],
  ['loja.example', undefined],
  ['javascript:alert(1)', undefined],
  [' JaVaScRiPt:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['https://loja', undefined],
  ['https://loja.example/{{ nome }}', 'https://loja.example/%7B%7B%20nome%20%7D%7D']
])('%s leads to %s', (link, expected) => expect(safeLink(link)).toBe(expected))

test('a placeholder is read as it was written', () => {
  const made = placeholderText({ name: 'cidade', fallback: 'sua "cidade" {x}' })
  expect(made).toBe('{{ cidade | default: "sua cidade x" }}')
  expect(partsOf(`a ${made} b`)).toEqual(['a ', { name: 'cidade', fallback: 'sua cidade x' }, ' b'])
  expect(partsOf('{{ nome | upcase }}{{}}')).toEqual(['{{ nome | upcase }}{{}}'])
  expect(variableName('Cidade Natal (UF)')).toBe('cidade_natal_uf')
  expect(variableName('__proto__')).toBe('proto')
  expect(variableName('_Identificação')).toBe('identificacao')
  expect(variableName('Empresa')).toBe('campo_empresa')
})

test('an example is read as a mail is: every variable of a person, a fallback, and the name of a field of one’s own', () => {
  const line = '{{ primeiro_nome | default: "você" }}, {{ nome }} {{ telefone }} {{ email }} {{ empresa }} {{ cidade }}'
  const { name, email, phone } = examplePerson
  expect(exampleLine(line, 'Padaria')).toBe(`Maria, ${name} ${phoneText(phone)} ${email} Padaria [cidade]`)
  expect(exampleLine('{{ cidade | default: "sua cidade" }}', 'Padaria')).toBe('sua cidade')
})
