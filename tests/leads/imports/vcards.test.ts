import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Import } from '../../../services/leads/imports/schema.ts'
import { textOfCell } from '../../../services/platform/sheets/cells.ts'
import { EncodingGuess } from '../../../services/platform/sheets/encoding.ts'
import { cardColumns, cardRows } from '../../../services/platform/sheets/vcard.ts'
import { company, openApp, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { check, ended, start, upload } from '../../kit/imports.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

type Card = Partial<Record<(typeof cardColumns)[number], string>>

/** The filled columns of each card of a file, which is given in parts of this many bytes. */
async function cardsOf(file: Buffer): Promise<Card[]> {
  const guess = new EncodingGuess()
  guess.add(file)
  const source = { size: file.length, read: async (at: number, length: number) => file.subarray(at, at + length) }
  const cards: Card[] = []
  for await (const { n, cells } of cardRows(source, guess.end()))
    if (n > 1)
      cards.push(
        Object.fromEntries(
          cardColumns.flatMap((column, at) => (textOfCell(cells[at]) ? [[column, textOfCell(cells[at])]] : []))
        )
      )
  return cards
}

const card = (version: string, ...lines: string[]) =>
  ['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD', ''].join('\r\n')
const latin = (text: string) => Buffer.from(text, 'latin1')

const readings: [title: string, file: Buffer, cards: Card[]][] = [
  [
    'one of Android, with quoted letters that go on in the next line',
    latin(
      card(
        '2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Concei=C3=A7=C3=A3o;Jos=C3=A9;;;',
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jos=C3=A9 Concei=C3=A7=C3=',
        '=A3o',
        'TEL;HOME:1133334444',
        'TEL;CELL;PREF:11987654321',
        'NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Quer um or=C3=A7amento=0D=0Aurgente'
      )
    ),
    [
      {
        Nome: 'José Conceição',
        Telefone: '11987654321',
        'Telefone 2': '1133334444',
        Observações: 'Quer um orçamento\nurgente'
      }
    ]
  ],
  [
    'letters of other encodings, each of its own property',
    Buffer.concat([
      latin(
        'BEGIN:VCARD\nVERSION:2.1\nFN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Jo=E3o\nORG;CHARSET=ISO-8859-1:P\xe3o\n'
      ),
      Buffer.from('TITLE:Padeiro à mão\nNICKNAME;CHARSET=x-unknown:Joãozinho\n'),
      latin('NOTE:caf\xe9\nEMAIL:joao@example.com\nEND:VCARD')
    ]),
    [
      {
        Nome: 'João',
        Empresa: 'Pão',
        Cargo: 'Padeiro à mão',
        Apelido: 'Joãozinho',
        Observações: 'café',
        'E-mail': 'joao@example.com'
      }
    ]
  ],
  [
    'one of the iPhone, with labels of its own',
    Buffer.from(
      card(
        '3.0',
        'N:Lima;Ana;Maria;;',
        'ORG:Padaria Lima;Vendas',
        'item1.TEL;type=pref:+55 11 3333-4444',
        'item1.X-ABLabel:_$!<WorkFAX>!$_',
        'item2.TEL:+55 11 98765-4321',
        'item2.X-ABLabel:WhatsApp',
        'item3.ADR;type=HOME:;;Rua das Flores\\, 120;São Paulo;SP;01000-000;Brasil',
        'BDAY;value=date:1980-05-12',
        'CATEGORIES:myContacts,Cliente',
        'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQEAYABgAAD',
        ' 4QBoRXhpZgAASUk='
      )
    ),
    [
      {
        Nome: 'Ana Maria Lima',
        Empresa: 'Padaria Lima - Vendas',
        Telefone: '+55 11 98765-4321',
        Fax: '+55 11 3333-4444',
        Endereço: 'Rua das Flores, 120, São Paulo, SP, 01000-000, Brasil',
        País: 'Brasil',
        Aniversário: '1980-05-12',
        Etiquetas: 'Cliente'
      }
    ]
  ],
  [
    'version 4, with addresses as links',
    Buffer.from(
      card(
        '4.0',
        'FN:Ana\\; Lima',
        'TEL;VALUE=uri;TYPE="voice,home":tel:+55-11-3333-4444;ext=12',
        'EMAIL:mailto:ana@example.com',
        'BDAY:--0512',
        'NOTE:um\\ndois\\, tr',
        ' ês'
      )
    ),
    [
      {
        Nome: 'Ana; Lima',
        Telefone: '+55-11-3333-4444 ramal 12',
        'E-mail': 'ana@example.com',
        Aniversário: '12/05',
        Observações: 'um\ndois, três'
      }
    ]
  ],
  [
    'cards without an end, and one within another',
    latin(
      'BEGIN:VCARD\nFN:Ana\nTEL:1\nBEGIN:VCARD\nFN:Bia\nAGENT:\nBEGIN:VCARD\nFN:Caio\nEND:VCARD\nTEL:2\nEND:VCARD\nBEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:Davi=\nEND:VCARD\nBEGIN:VCARD\nTEL:3'
    ),
    [{ Nome: 'Ana', Telefone: '1' }, { Nome: 'Bia', Telefone: '2' }, { Nome: 'Davi' }, { Telefone: '3' }]
  ],
  [
    'letters of two bytes',
    Buffer.from(`\ufeff${card('3.0', 'FN:José', 'TEL:11987654321')}`, 'utf16le'),
    [{ Nome: 'José', Telefone: '11987654321' }]
  ],
  [
    'a photo without folds, and many telephones',
    latin(
      card(
        '2.1',
        'FN:Ana',
        `PHOTO;ENCODING=BASE64;JPEG:${'A'.repeat(3_000_000)}`,
        ...[1, 2, 3, 4, 4].map(n => `TEL:${n}`)
      )
    ),
    [{ Nome: 'Ana', Telefone: '1', 'Telefone 2': '2', 'Telefone 3': '3; 4' }]
  ]
]

test.each(readings)('cards are read: %s', async (_, file, cards) => {
  expect(await cardsOf(file)).toEqual(cards)
})

test('a file of contacts comes in as a spreadsheet does, and its empty columns are kept in mind', async () => {
  const ours = await company(app)
  const file =
    card(
      '2.1',
      'N:Lima;Ana;;;',
      'FN:Ana Lima',
      'TEL;WORK:1133334444',
      'TEL;CELL:11987654321',
      'EMAIL:ana@example.com'
    ) +
    card('3.0', 'FN:John Miller', 'TEL:(415) 555-2671', 'ADR:;;;;;;USA') +
    card('3.0', 'FN:Sem contato', 'TITLE:Dona')
  const found = await check(app, ours, file, {}, 'contatos.vcf')
  expect(found.reading).toMatchObject({ format: 'vcard', headerRow: 1, accented: null })
  expect(Object.fromEntries(found.reading.columns.map(({ heading, suggestion }) => [heading, suggestion]))).toEqual({
    ...{ Nome: 'name', Empresa: 'company', Cargo: 'companyRole', Telefone: 'phone', 'Telefone 2': 'otherPhone' },
    ...{ 'Telefone 3': 'otherPhone', Fax: 'otherPhone', 'E-mail': 'email', 'E-mail 2': 'otherEmail' },
    ...{ 'E-mail 3': 'otherEmail', Endereço: null, País: null, Aniversário: null, Site: null, Redes: null },
    ...{ Apelido: null, Etiquetas: 'tags', Observações: 'message' }
  })
  expect(found.errors).toMatchObject([{ row: 4, reason: 'Falta telefone ou e-mail.' }])
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  const { rows } = await app.db.company(ours.id, trx =>
    sql`select name, phone, email, phones #>> '{1,value}' as other, phones #>> '{1,label}' as label, message from leads order by name`.execute(
      trx
    )
  )
  expect(rows).toEqual([
    {
      name: 'Ana Lima',
      phone: '11987654321',
      email: 'ana@example.com',
      other: '1133334444',
      label: 'trabalho',
      message: null
    },
    { name: 'John Miller', phone: '+14155552671', email: null, other: null, label: null, message: null }
  ])
  const again = await check(app, ours, file, {}, 'contatos.vcf')
  expect(again.check?.counts).toMatchObject({ created: 0, updated: 0, same: 2, error: 1 })
})

test.each([
  ['BEGIN:VCARD\r\nEND:VCARD\r\n', 'Este arquivo não tem nenhum contato. Exporte os contatos de novo.'],
  ['Nome;Telefone\r\nAna;11987654321', 'Este arquivo não tem nenhum contato. Exporte os contatos de novo.']
])('a file of contacts without any is refused: %j', async (file, message) => {
  const sent = await upload(app, await company(app), file, 'contatos.vcf')
  expect([sent.statusCode, sent.json<Import & { errors: object }>().errors]).toEqual([400, { file: message }])
})
