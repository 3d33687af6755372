import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { ZipFile } from 'yazl'
import { nodeFlags } from '../../../services/core/runtime.ts'
import { inspectFile, limits } from '../../../services/leads/imports/reading.ts'
import { company, openApp, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { temporaryFolder } from '../../kit/folder.ts'
import { check, importFile, readImport, upload, usual } from '../../kit/imports.ts'
import { slow } from '../../kit/quiet.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))
const ours = await company(app)

type Cell = Parameters<typeof writeXlsx>[0][number]

const xlsx = (rows: unknown[][]): Promise<Buffer> =>
  writeXlsx(
    rows.map(row =>
      row.map(value => (value === null ? null : typeof value === 'object' ? value : { value }))
    ) as unknown as Cell[]
  ).toBuffer()

const zip = async (files: Record<string, Iterable<string>>): Promise<Buffer> => {
  const archive = new ZipFile()
  for (const [name, text] of Object.entries(files))
    archive.addReadStream(Readable.from(text, { objectMode: false }), name)
  archive.end()
  return buffer(archive.outputStream)
}

/** A workbook whose directory, at its end, says that the sheet unfolds to so many bytes. */
function claimed(workbook: Buffer, bytes: number): Buffer {
  workbook.writeUInt32LE(bytes, workbook.lastIndexOf('xl/worksheets/sheet1.xml') - 46 + 24)
  return workbook
}

const latin1 = Buffer.from('Nome;E-mail;Celular\r\nJoão Conceição;joao@example.com;11 98765-4321\r\n', 'latin1')
const line = 'Ana Lima;ana@example.com;11987650001'

test.each<[string, Buffer | string | Promise<Buffer>, object]>([
  ['UTF-8 with a mark', `\ufeffNome;E-mail;Celular\r\nJoão Conceição;joao@example.com;11 98765-4321`, {}],
  ['Windows-1252', latin1, { encoding: 'windows-1252' }],
  [
    'UTF-16',
    Buffer.from('\ufeffNome\tE-mail\tCelular\nJoão Conceição\tjoao@example.com\t11987654321\n', 'utf16le'),
    { encoding: 'utf-16le', delimiter: '\t' }
  ],
  [
    'commas and quotes',
    'nome_completo,email_address,mobile\n"João Conceição","joao@example.com","(11) 98765-4321"\n',
    { delimiter: ',' }
  ],
  [
    'a title above the headings',
    'Relatório de clientes;;\n;;\nNome;E-mail;Telefone\nJoão Conceição;joao@example.com;1198765-4321\n',
    { headerRow: 3 }
  ],
  [
    'merged cells of XLSX above the headings',
    xlsx([
      [{ value: 'Clientes de 2026', columnSpan: 3 }, null, null],
      ['fullname', 'e-mail', 'telefone'],
      ['João Conceição', 'joao@example.com', 11987654321]
    ]),
    { format: 'xlsx', headerRow: 2 }
  ]
])('%s is read as people would', async (_, file, reading) => {
  const mine = await company(app)
  const found = await check(app, mine, await file)
  expect(found.reading).toMatchObject(reading)
  expect(found.reading.columns.map(({ suggestion }) => suggestion)).toEqual(['name', 'email', 'phone'])
  expect(found.check?.counts).toMatchObject({ created: 1, error: 0 })
  expect(found.reading.columns[0]?.examples).toEqual(['João Conceição'])
})

test.each([
  [
    'a form of Google',
    'Carimbo de data/hora;Endereço de e-mail;Nome e sobrenome;WhatsApp com DDD',
    '05/03/2026 14:02:11;bia@example.com;Bia Prado;(11) 98765-4321',
    ['submittedAt', 'email', 'name', 'phone']
  ],
  [
    'an advertisement of Meta',
    'created_time;full_name;phone_number;email',
    '2026-03-05T14:02:11-03:00;Bia Prado;+5511987654321;bia@example.com',
    ['submittedAt', 'name', 'phone', 'email']
  ],
  [
    'a small program of a shop',
    'Data do cadastro;Nome/Razão social;Telefone/WhatsApp;E-mail do cliente',
    '05/03/2026;Bia Prado;11 98765-4321;bia@example.com',
    ['submittedAt', 'name', 'phone', 'email']
  ]
])('the headings of %s are known', async (_, headings, row, suggested) => {
  const found = await check(app, await company(app), `${headings}\r\n${row}`)
  expect(found.reading.columns.map(({ suggestion }) => suggestion)).toEqual(suggested)
  expect(found.errors).toEqual([])
  expect(found.check?.counts).toMatchObject({ created: 1, error: 0 })
})

test.each<[string, () => Promise<Buffer> | Buffer | string, number, RegExp]>([
  ['an empty file', () => '', 400, /vazio/],
  ['headings alone', () => 'Nome;E-mail\r\n', 400, /só tem a linha de títulos/],
  ['three letters', () => 'abc', 400, /só tem a linha de títulos/],
  [
    'a file that ends within its first line',
    () => 'Nome;E-mail\r\nAna;"ana@ex',
    400,
    /linha 2 abre aspas que não se fecham/
  ],
  ['a page that a program calls a workbook', () => '<html><table><tr><td>Nome', 400, /página da web.*salve como .xlsx/],
  ['an image', () => Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex'), 400, /não é uma planilha/],
  ['an old or locked workbook', () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(200, '0'), 'hex'), 400, /formato antigo/],
  ['half a workbook', async () => (await xlsx([['Nome'], ['Ana']])).subarray(0, 900), 400, /incompleta ou danificada/],
  [
    'more columns than any list',
    () => `${Array.from({ length: 301 }, (_, n) => `c${n}`).join(';')}\r\n${'1;'.repeat(300)}1`,
    400,
    /colunas demais/
  ],
  [
    'a workbook that unfolds to hundreds of megabytes',
    async () =>
      claimed(
        await zip({
          'xl/workbook.xml': ['<workbook/>'],
          'xl/worksheets/sheet1.xml': [randomBytes(1024 * 1024).toString('hex')]
        }),
        420 * 1024 * 1024
      ),
    400,
    /grande demais quando é aberta/
  ],
  ['51 MB', () => Buffer.alloc(51 * 1024 * 1024, 'a'), 413, /mais de 50 MB/]
])('%s is refused with a reason', async (_, file, status, message) => {
  const answer = await upload(app, ours, await file())
  expect(answer.statusCode).toBe(status)
  expect(answer.json().message).toMatch(message)
})

test('a text that is named a workbook is read as the text that it is, and told where it is no list', async () => {
  const refused = await upload(app, ours, 'isto não é uma planilha', 'clientes.xlsx')
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'Este arquivo tem nome de planilha do Excel, mas não é uma. Abra no Excel e salve como .xlsx.'
  ])
  const read = await check(app, await company(app), `Nome;E-mail;Telefone\r\n${line}`, {}, 'clientes.xlsx')
  expect(read.reading).toMatchObject({ format: 'csv', delimiter: ';' })
  expect(read.check?.counts).toMatchObject({ created: 1 })
})

test('of a workbook with several sheets the first list is read, the others are named and may be chosen', async () => {
  const mine = await company(app)
  const people = (...rows: string[][]) =>
    [['Nome', 'E-mail', 'Celular'], ...rows].map(row => row.map(value => ({ value })))
  const file = await writeXlsx([
    { sheet: 'Leia antes', data: [[{ value: 'Preencha as outras abas' }]] },
    { sheet: 'Março & abril', data: people(['Ana Lima', 'ana@example.com', '11987650001']) },
    { sheet: 'Maio', data: people(['Bia Reis', 'bia@example.com', '11987650002'], ['Caio', 'caio@example.com', '']) }
  ]).toBuffer()
  const found = await check(app, mine, file)
  expect(found.reading).toMatchObject({ sheets: ['Leia antes', 'Março & abril', 'Maio'], sheet: 1 })
  expect(found.check?.counts).toMatchObject({ created: 1 })

  const choose = (sheet: number) =>
    app.inject({ method: 'PUT', url: `/api/imports/${found.id}/reading`, headers: mine.auth, payload: { sheet } })
  expect((await choose(3)).json().errors).toEqual({ sheet: 'Esta aba não existe.' })
  expect((await choose(0)).json().message).toMatch(/só tem a linha de títulos/)
  const other = await choose(2)
  expect(other.json()).toMatchObject({ reading: { sheet: 2, headerRow: 1 }, check: null })
  expect(other.json().reading.columns[0].examples).toEqual(['Bia Reis', 'Caio'])
  await app.inject({
    method: 'POST',
    url: `/api/imports/${found.id}/check`,
    headers: mine.auth,
    payload: usual(other.json())
  })
  await expect.poll(async () => (await readImport(app, mine, found.id)).check?.counts?.created).toBe(2)
})

/** The rows name the texts from the last to the first. */
const workbookOf = (texts: number, text: (n: number) => string, rows: number[][]) =>
  zip({
    'xl/workbook.xml': ['<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>'],
    'xl/worksheets/sheet1.xml': [
      '<worksheet><sheetData>',
      ...rows.map(cells => `<row>${cells.map(n => `<c t="s"><v>${n}</v></c>`).join('')}</row>`),
      '</sheetData></worksheet>'
    ],
    'xl/sharedStrings.xml': (function* () {
      yield '<sst>'
      for (let at = 0; at < texts; at += 1000) {
        const some = Array.from({ length: Math.min(1000, texts - at) }, (_, n) => `<si><t>${text(at + n)}</t></si>`)
        yield some.join('')
      }
      yield '</sst>'
    })()
  })

test('a workbook with a million shared texts takes little memory', async () => {
  const last = 1_000_000
  const people = ['Nome', 'E-mail', 'Ana Lima', 'ana@example.com']
  const file = await workbookOf(
    last,
    n => people[last - 1 - n] ?? `um texto comprido que se repete muitas vezes, com ${n % 1000}`,
    [
      [last - 1, last - 2],
      [last - 3, last - 4]
    ]
  )
  expect(file.length).toBeLessThan(5 * 1024 * 1024)
  const folder = await temporaryFolder('hostile')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const name = path.join(folder, 'texts.xlsx')
  await writeFile(name, file)
  const measured = async (what: string) => {
    const script = path.join(import.meta.dirname, '../../kit/sheet.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [...nodeFlags, script, what, name])
    return JSON.parse(stdout)
  }
  const first = await measured('first')
  expect(first).toMatchObject({ rows: [people.slice(0, 2), people.slice(2)] })
  expect(first.megabytes).toBeLessThan(40)
  const all = await measured('all')
  expect(all).toMatchObject({ count: 2 })
  expect(all.megabytes).toBeLessThan(150)

  const found = await check(app, await company(app), file)
  expect(found.reading.columns.map(({ heading }) => heading)).toEqual(people.slice(0, 2))
  expect(found.check?.counts).toMatchObject({ created: 1 })
})

test('more texts than any list has are refused when they are sent', async () => {
  const file = await workbookOf(70_000, n => `${n} ${'x'.repeat(1000)}`, [[69_999], [69_998]])
  expect(await refusal(file)).toEqual([400, expect.stringMatching(/textos demais/)])
})

test('one long text that every cell names does not unfold without end', async () => {
  const text = (n: number) => ['Nome', 'E-mail'][n] ?? 'x'.repeat(30_000)
  const file = await workbookOf(3, text, [[0, 1], ...Array.from({ length: 5000 }, () => Array<number>(30).fill(2))])
  const found = await check(app, await company(app), file)
  expect(found.check).toMatchObject({ state: 'failed', error: expect.stringMatching(/dados demais/) })
  const long = await workbookOf(3, text, [[0, 1], Array<number>(40).fill(2)])
  expect((await check(app, await company(app), long)).check?.error).toMatch(/linha longa demais/)
})

test('a workbook that lies about what it unfolds to is stopped where it passes what it said', async () => {
  const honest = await zip({
    'xl/workbook.xml': ['<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>'],
    'xl/worksheets/sheet1.xml': [' '.repeat(9_000_000)]
  })
  const answer = await upload(app, ours, claimed(honest, 100))
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/incompleta ou danificada/)])
})

const refusal = async (file: Buffer | string): Promise<[number, string]> => {
  const answer = await upload(app, ours, file)
  return [answer.statusCode, answer.json().message]
}

/** A workbook of one sheet, with what stands in its parts. */
const workbook = (sheet: string, parts: Record<string, Iterable<string>> = {}) =>
  zip({
    'xl/workbook.xml': ['<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>'],
    'xl/worksheets/sheet1.xml': [sheet],
    ...parts
  })

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const text = (value: string, reference = '') => `<c${reference && ` r="${reference}"`} t="str"><v>${value}</v></c>`
const people = `<row r="1">${text('Nome', 'A1')}${text('E-mail', 'B1')}</row><row r="2">${text('Ana', 'A2')}${text('ana@example.com', 'B2')}</row>`

test.each<[string, () => Promise<Buffer>, RegExp]>([
  [
    'entities that unfold',
    () => {
      const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')
      const type = `<!DOCTYPE worksheet [<!ENTITY e0 "ha">${levels}]>`
      return workbook(type + sheetOf(`<row>${text('&e9;')}</row>`))
    },
    /incompleta ou danificada/
  ],
  [
    'a file of the machine as an entity',
    () => workbook(`<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]>${sheetOf(`<row>${text('&f;')}</row>`)}`),
    /incompleta ou danificada/
  ],
  ['an entity of nobody', () => workbook(sheetOf(`<row>${text('&nbsp;')}</row>`)), /incompleta ou danificada/],
  ['elements that are never closed', () => workbook('<a>'.repeat(100_000)), /incompleta ou danificada/],
  [
    'a sheet of which there is a thousand times more than was sent',
    () => workbook('', { 'xl/worksheets/sheet1.xml': [' '.repeat(40 * 1024 * 1024)] }),
    /grande demais quando é aberta/
  ],
  [
    'an archive in an archive',
    async () => zip({ 'a.xlsx': [(await workbook(sheetOf(people))).toString('latin1')] }),
    /não é uma planilha do Excel/
  ],
  [
    'a row of a number that no spreadsheet has',
    () => workbook(sheetOf(`${people}<row r="99999999999">${text('Bia')}</row>`)),
    /linha de número impossível \(99999999999\)/
  ],
  [
    'a row behind the last one',
    () => workbook(sheetOf(`${people}<row r="1048576">${text('Bia')}</row><row>${text('Caio')}</row>`)),
    /passa da linha 1.048.576/
  ],
  [
    'a cell at an address that no spreadsheet has',
    () => workbook(sheetOf(`${people}<row r="3">${text('Bia', 'ZZZZZZ3')}</row>`)),
    /endereço impossível \(ZZZZZZ3\)/
  ],
  [
    'a cell far to the right',
    () => workbook(sheetOf(`${people}<row r="3">${text('Bia', 'XFD3')}</row>`)),
    /linha 3 tem colunas demais/
  ],
  [
    '100,000 cells in a row',
    () => workbook(sheetOf(`<row>${text('a').repeat(100_000)}</row>`)),
    /linha 1 tem colunas demais/
  ]
])('a workbook with %s is refused with a reason', async (_, file, message) => {
  expect(await refusal(await file())).toEqual([400, expect.stringMatching(message)])
})

test('a workbook that is locked says so, and one that is cut off anywhere is refused', async () => {
  const whole = await workbook(sheetOf(people))
  const locked = Buffer.from(whole)
  for (let at = locked.indexOf('PK\x01\x02'); at >= 0; at = locked.indexOf('PK\x01\x02', at + 4))
    locked.writeUInt16LE(locked.readUInt16LE(at + 8) | 1, at + 8)
  expect(await refusal(locked)).toEqual([400, 'Esta planilha tem senha. Salve-a sem senha.'])
  for (const part of [0.2, 0.5, 0.9, 0.99])
    expect(await refusal(whole.subarray(0, Math.floor(whole.length * part)))).toEqual([
      400,
      expect.stringMatching(/incompleta ou danificada/)
    ])
})

test('rows without numbers, with the same or with falling ones are all read, in their order', async () => {
  const row = (number: string, name: string) =>
    `<row${number && ` r="${number}"`}>${text(name)}${text(`${name}@example.com`)}</row>`
  const rows = [row('', 'ana'), row('9', 'bia'), row('9', 'caio'), row('2', 'dora'), row('', 'eva')].join('')
  const found = await check(
    app,
    await company(app),
    await workbook(sheetOf(row('', 'Nome').replace('Nome@example.com', 'E-mail') + rows))
  )
  expect(found.check).toMatchObject({ state: 'done', counts: { created: 5 } })
  expect(found.reading.columns[0]?.examples).toEqual(['ana', 'bia', 'caio'])
})

test('columns that are only formatted, up to the last one, are no columns', async () => {
  const file = await workbook(sheetOf(`${people}<row r="3"><c r="XFD3" s="1"/></row>`))
  const found = await check(app, await company(app), file)
  expect([found.reading.columns.length, found.check?.counts?.created]).toEqual([2, 1])
})

test.each<[string, () => Promise<Buffer> | string]>([
  [
    'CSV',
    () => `Nome;E-mail;Mensagem\r\nAna;ana@example.com;${'x'.repeat(1024 * 1024 - 100)}\r\nBia;bia@example.com;Oi`
  ],
  [
    'workbook',
    () =>
      workbook(
        sheetOf(
          [
            ['Nome', 'E-mail', 'Mensagem'],
            ['Ana', 'ana@example.com', 'x'.repeat(1024 * 1024)],
            ['Bia', 'bia@example.com', 'Oi']
          ]
            .map(cells => `<row>${cells.map(cell => text(cell)).join('')}</row>`)
            .join('')
        )
      )
  ]
])('a cell of a megabyte in a %s is in fault, and the other rows are read', async (_, file) => {
  const found = await check(app, await company(app), await file())
  expect(found.errors).toEqual([
    expect.objectContaining({ row: 2, column: 'Mensagem', reason: 'A célula tem mais de 32.767 caracteres.' })
  ])
  expect(found.check?.counts).toMatchObject({ error: 1, created: 1 })
})

test('a row that grows without end ends the reading, and those before it are kept', async () => {
  const rows = `Nome;E-mail\r\nAna;ana@example.com\r\n`
  const found = await check(app, await company(app), `${rows}Bia;"${'x'.repeat(3 * 1024 * 1024)}`)
  expect(found.errors).toEqual([
    expect.objectContaining({ row: 3, reason: expect.stringMatching(/mais de 1 MB, ou abre aspas que não se fecham/) })
  ])
  expect(found.check?.counts).toMatchObject({ error: 1, created: 1 })
})

test('100,000 columns in a later row of a CSV are told, and so are millions that are empty', async () => {
  const rows = `Nome;E-mail\r\nAna;ana@example.com\r\n${`Bia;bia@example.com\r\n`.repeat(20_000)}`
  const wide = await check(app, await company(app), rows + 'x;'.repeat(100_000))
  expect(wide.check).toMatchObject({ state: 'failed', error: expect.stringMatching(/colunas demais/) })
  const heavy = await check(app, await company(app), rows + ';'.repeat(40 * 1024 * 1024))
  expect(heavy.check).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/colunas demais/)
  })
})

test('a file that takes too long is given up on', async () => {
  const usual = limits.inspection
  onTestFinished(() => {
    limits.inspection = usual
  })
  const bytes = Buffer.from('Nome;E-mail\r\nAna;ana@example.com')
  // From a disk that takes its time.
  const source = { size: bytes.length, read: () => slow(2000).then(() => bytes) }
  const inspect = () => inspectFile(ours.id, source, { name: 'a.csv', encoding: 'utf-8', custom: [] })
  limits.inspection = { ...usual, processor: -1 }
  await expect(inspect()).rejects.toThrow(/demora demais/)
  limits.inspection = { ...usual, patience: 1 }
  await expect(inspect()).rejects.toMatchObject({ status: 503, message: expect.stringMatching(/está ocupado/) })
  limits.inspection = usual
  expect((await upload(app, ours, 'Nome;E-mail\r\nAna;ana@example.com')).statusCode).toBe(201)
})

test.each<[string, (n: number) => Promise<Buffer> | string]>([
  ['unclosed cells', n => workbook(`<worksheet><sheetData><row r="1">${'<c '.repeat(n)}`)],
  ['cells without an end', n => workbook(`<worksheet><sheetData><row r="1">${'<c r="A1">'.repeat(n)}`)],
  ['unclosed rows', n => workbook(`<worksheet><sheetData>${'<row '.repeat(n)}`)],
  ['unclosed sheets', n => workbook('', { 'xl/workbook.xml': [`<workbook>${'<sheet '.repeat(n)}`] })],
  ['unclosed styles', n => workbook(sheetOf(people), { 'xl/styles.xml': [`<styleSheet>${'<cellXfs '.repeat(n)}`] })],
  [
    'a format that opens brackets',
    n => workbook(sheetOf(people), { 'xl/styles.xml': [`<a><numFmt numFmtId="1" formatCode="${'['.repeat(n)}"/></a>`] })
  ],
  ['reading aids that are never closed', n => workbook(sheetOf(`<row><c t="inlineStr"><is>${'<rPh>'.repeat(n)}`))],
  ['a cell that is nearly an address', n => `Nome\r\n${'a@'}${'.'.repeat(n)}@\r\n`],
  ['a cell that is nearly a sum', n => `Nome;E-mail\r\nAna;ana@example.com\r\ntotal de ${'1'.repeat(n)}x;\r\n`],
  ['quotes without an end', n => `Nome;E-mail\r\n${'"'.repeat(n)}`]
])('%s are read or refused in moments', async (_, file) => {
  const mine = await company(app)
  const started = performance.now()
  // In proportion to the square of their number it would take minutes.
  expect([201, 400]).toContain((await upload(app, mine, await file(80_000))).statusCode)
  expect(performance.now() - started).toBeLessThan(30_000)
})

test('everybody else is served while a large file is read', async () => {
  const rows = `<row>${text('um texto qualquer').repeat(3)}</row>`.repeat(150)
  const shared = function* () {
    yield '<sst>'
    for (let n = 0; n < 600; n++)
      yield Array.from(
        { length: 1000 },
        (_, k) => `<si><t>um texto que ninguém procura, ${(n * 7919 + k * 104729) % 99991}</t></si>`
      ).join('')
    yield `<si><t>Ana Lima</t></si></sst>`
  }
  const file = await workbook(sheetOf(`${people}${rows}<row><c t="s"><v>600000</v></c></row>`), {
    'xl/sharedStrings.xml': shared()
  })
  let reading = true
  const sent = upload(app, ours, file).finally(() => {
    reading = false
  })
  let served = 0
  while (reading) {
    expect((await app.inject({ url: '/api/auth/me', headers: ours.auth })).statusCode).toBe(200)
    served++
    await sleep(10)
  }
  expect((await sent).statusCode).toBe(201)
  // Of whom one or two would have been let in if the file were read between them.
  expect(served).toBeGreaterThan(10)
})

test('200 columns are read, and those that nobody needs are left out', async () => {
  const mine = await company(app)
  const more = Array.from({ length: 197 }, (_, n) => `extra ${n}`)
  const found = await check(app, mine, `Nome;E-mail;Telefone;${more.join(';')}\r\n${line};${more.join(';')}`)
  expect([found.reading.columns.length, found.check?.counts?.created]).toEqual([200, 1])
})

const headings = 'Nome;E-mail;Telefone;CNPJ;Data;Situação;Responsável;Etiquetas'

test.each([
  [
    'Ana;ana@x.com;5,51199E+12;;;;;',
    'Telefone',
    'O Excel arredondou este número. Formate a coluna como texto e copie de novo.'
  ],
  ['Ana;ana@x.com;=A1&B1;;;;;', 'Telefone', 'A célula é uma fórmula. Cole só o valor.'],
  ['Ana;ana@x.com;98765-4321;;;;;', 'Telefone', 'Falta o DDD.'],
  ['Ana;ana@x.com;(11) 98765-4321 / (11) 98765-4322;;;;;', 'Telefone', 'Tem mais de um telefone. Deixe um só.'],
  [
    'Ana;ana@x.com;1098765432199;;;;;',
    'Telefone',
    'Este telefone não existe no Brasil. Confira o DDD; se for de fora, comece com +.'
  ],
  ['Ana;ana arroba x.com;;;;;;', 'E-mail', 'Email inválido'],
  ['Ana;ana@x.com / ana@y.com;;;;;;', 'E-mail', 'Tem mais de um e-mail. Deixe um só.'],
  ['Ana;ana@x.com;;12345678000199;;;;', 'CNPJ', 'CNPJ inválido: os dígitos não conferem.'],
  [
    'Ana;ana@x.com;;1,2345E+13;;;;',
    'CNPJ',
    'O Excel arredondou este número. Formate a coluna como texto e copie de novo.'
  ],
  ['Ana;ana@x.com;;;31/02/2026;;;', 'Data', 'Esta data não existe.'],
  ['Ana;ana@x.com;;;01/02/96;;;', 'Data', 'Data improvável: um contato chega entre o ano 2000 e hoje.'],
  [
    'Ana;ana@x.com;;;;talvez;;',
    'Situação',
    'Situação desconhecida. Use Novo, Em contato, Agendado, Convertido ou Perdido.'
  ],
  ['Ana;ana@x.com;;;;;Fulano de Tal;', 'Responsável', 'Ninguém ativo na equipe tem este nome ou e-mail.'],
  ['Ana;#REF!;;;;;;', 'E-mail', 'A célula tem um erro da planilha.'],
  ['Ana\ufffd;ana@x.com;;;;;;', 'Nome', 'Tem caracteres que não puderam ser lidos. Salve o arquivo como CSV UTF-8.'],
  [`${'a'.repeat(201)};ana@x.com;;;;;;`, 'Nome', 'É longo demais: até 200 caracteres.'],
  ['Ana;não tem;-;;;;;', null, 'Falta telefone ou e-mail.']
])('%s is a row in fault, with the cell and the reason', async (row, column, reason) => {
  const found = await check(app, ours, `${headings}\r\n${row}\r\nBia;bia@example.com;;;;;;`)
  expect(found.errors).toEqual([expect.objectContaining({ row: 2, column, reason })])
  expect(found.check?.counts).toMatchObject({ error: 1, created: 1 })
})

test('zeros that a spreadsheet took away come back where the check digits agree, and quoted cells keep their lines', async () => {
  const mine = await company(app)
  await importFile(
    app,
    mine,
    'Nome;Telefone;CNPJ;Mensagem\r\n"Ana ""Nina"" Lima";11987654321;191;"linha 1; ""a""\nlinha 2"\r\n'
      .replace(';191;', ';00000191000100;')
      .replace('00000191000100', '000000000191')
  )
  const [lead] = (await app.inject({ url: '/api/leads', headers: mine.auth })).json()
  expect(lead).toMatchObject({ name: 'Ana "Nina" Lima', cnpj: '00000000000191', message: 'linha 1; "a"\nlinha 2' })
})

test('a formula of a workbook is told from its value, and its dates and numbers are exact', async () => {
  const mine = await company(app)
  const file = await xlsx([
    ['Nome', 'Telefone', 'Data', 'E-mail'],
    [
      'Ana Lima',
      5511987654321,
      { value: new Date('2026-03-05T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' },
      'ana@example.com'
    ],
    ['Bia Reis', { value: 'A1', type: 'Formula' }, null, 'bia@example.com']
  ])
  const found = await check(app, mine, file, {}, 'clientes.xlsx')
  expect(found.errors).toEqual([
    expect.objectContaining({ row: 3, column: 'Telefone', reason: 'A célula é uma fórmula. Cole só o valor.' })
  ])
  expect(found.reading.columns.map(({ examples }) => examples[0])).toEqual([
    'Ana Lima',
    '5511987654321',
    '2026-03-05',
    'ana@example.com'
  ])
})

test('letters of two encodings in one file are read as what they were, and told where that is not certain', async () => {
  const file = Buffer.concat([
    Buffer.from('Nome;E-mail\r\nJoão Conceição;joao@example.com\r\nAna “Nina” Brandão;ana@example.com\r\n'),
    Buffer.from('JOSÉ MARÃO;jose@example.com\r\nManhã §5;m@example.com\r\n', 'latin1'),
    Buffer.from('Caio JoÃ£o é;caio@example.com\r\n', 'latin1')
  ])
  const mine = await company(app)
  const found = await importFile(app, mine, file)
  const reason = 'Tem letras trocadas, de outra codificação. Salve o arquivo como CSV UTF-8.'
  expect(found.errors).toEqual([{ row: 6, column: 'Nome', value: 'Caio JoÃ£o é', reason }])
  const { rows } = await app.db.company(mine.id, trx => sql<{ name: string }>`select name from leads`.execute(trx))
  expect(rows.map(({ name }) => name).sort()).toEqual([
    'Ana “Nina” Brandão',
    'José Marão',
    'João Conceição',
    'Manhã §5'
  ])
})

test('repeats inside the file, the row of totals and a quote that never closes are told apart', async () => {
  const mine = await company(app)
  const file = [
    'Nome;E-mail;Telefone',
    line,
    'Ana Lima;outra@example.com;11 8765-0001',
    'Beto Reis;beto@example.com;11987650002',
    'Total;;2',
    'Caio;"caio@example.com;11987650003',
    'Dora;dora@example.com;11987650004'
  ].join('\r\n')
  const found = await check(app, mine, file)
  expect(found.check?.counts).toEqual({
    created: 2,
    updated: 0,
    same: 0,
    skipped: 0,
    duplicate: 1,
    error: 1,
    ignored: 1
  })
  expect(found.errors[0]?.reason).toMatch(/abre aspas que não se fecham/)
  const errors = (await app.inject({ url: `/api/imports/${found.id}/errors`, headers: mine.auth })).body
  expect(errors.startsWith('\ufeffNome;E-mail;Telefone;Motivo\r\n')).toBe(true)
  expect(errors).toContain('Ana Lima;outra@example.com;11 8765-0001;Repete a linha 2 do arquivo.\r\n')
  expect(errors).not.toContain('Beto')
})

test('a stream that says nothing of its length is cut off at the limit', async () => {
  const mine = await company(app)
  const endless = Readable.from(
    (function* () {
      for (let n = 0; n < 60; n++) yield Buffer.alloc(1024 * 1024, 'a')
    })()
  )
  const answer = await app.inject({
    method: 'POST',
    url: '/api/imports?name=x',
    headers: { ...mine.auth, 'content-type': 'application/octet-stream' },
    payload: endless
  })
  expect([answer.statusCode, answer.json().message]).toEqual([413, expect.stringMatching(/mais de 50 MB/)])
  const left = await app.db.company(mine.id, trx =>
    trx.selectFrom('files').select('id').where('name', '=', 'x').execute()
  )
  expect(left).toEqual([])
})
