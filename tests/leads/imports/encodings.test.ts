import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decoderOf } from '../../../services/platform/sheets/encoding.ts'
import type { Encoding } from '../../../services/platform/sheets/rules.ts'
import { company, openApp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { check, ended, importFile, start, upload } from '../../kit/imports.ts'
import { openWorker } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
await openWorker(testConfig(env))

function written(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoderOf(encoding).decode(Uint8Array.of(byte)), byte] as const)
  )
  return Buffer.from(Array.from(text, letter => byteOf.get(letter) ?? 63))
}

const namesOf = async (who: Tenant): Promise<string[]> =>
  (await app.inject({ url: '/api/leads', headers: who.auth }))
    .json()
    .map(({ name }: { name: string }) => name)
    .sort()

const texts = [
  'Nome;E-mail\r\nJoão Conceição;j@example.com\r\nLúcia Sá;l@example.com',
  'NOME;E-MAIL\r\nAÇÃO;j@example.com\r\nLúcia “Lu”;l@example.com'
]
test.each<Encoding>(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850', 'macintosh'])(
  'a list in %s is known by its letters',
  async encoding => {
    for (const [at, text] of texts.entries()) {
      if (at === 1 && encoding === 'cp850') continue // It has no such quotes.
      const ours = await company(app)
      const found = await importFile(app, ours, written(text, encoding))
      expect(found.reading).toMatchObject({ encoding, accented: at === 0 ? 'João Conceição' : 'AÇÃO' })
      expect(await namesOf(ours)).toEqual(at === 0 ? ['João Conceição', 'Lúcia Sá'] : ['AÇÃO', 'Lúcia “Lu”'])
    }
  }
)

test('an encoding that is guessed wrong is chosen, and nothing else changes', async () => {
  const ours = await company(app)
  const file = written('Nome;E-mail\r\nJOSÉ;j@example.com', 'cp850')
  const { id, reading } = (await upload(app, ours, file)).json()
  expect(reading.accented).not.toBe('JOSÉ')
  const read = (payload: object) =>
    app.inject({ method: 'PUT', url: `/api/imports/${id}/reading`, headers: ours.auth, payload })
  const again = (await read({ encoding: 'cp850', headerRow: 1 })).json()
  expect(again.reading).toMatchObject({ encoding: 'cp850', accented: 'JOSÉ', headerRow: 1, delimiter: ';' })
  expect(again.reading.columns.map(({ suggestion }: { suggestion: string }) => suggestion)).toEqual(['name', 'email'])
  expect((await read({ encoding: 'ebcdic' })).statusCode).toBe(400)
})

test('an address is read without what mail programs write around it, and a group of Google is no tag', async () => {
  const ours = await company(app)
  const emails = ['mailto:a@example.com', '<b@example.com>', 'Caio <c@example.com>', '"Dora Lima" <d@example.com>;']
  const rows = emails.map((email, n) => `P${n};"${email.replaceAll('"', '""')}";* myContacts ::: VIP ::: * starred`)
  const found = await importFile(app, ours, ['Nome;E-mail;Etiquetas', ...rows].join('\r\n'))
  expect([found.errors, found.check?.newTags]).toEqual([[], ['VIP']])
  const { rows: leads } = await app.db.company(ours.id, trx =>
    sql<{ email: string }>`select email from leads order by name`.execute(trx)
  )
  expect(leads.map(({ email }) => email)).toEqual(['a', 'b', 'c', 'd'].map(name => `${name}@example.com`))
  const wrong = await check(app, await company(app), 'Nome;E-mail\r\nAna;ana lima@example.com')
  expect(wrong.errors).toMatchObject([{ value: 'ana lima@example.com', reason: 'Email inválido' }])
})

test('a second table below the first is left out with a word, and no lead is named after its rows', async () => {
  const ours = await company(app)
  const file = [
    'Nome;E-mail;Telefone',
    'Ana;ana@example.com;11987654321',
    ';;',
    'Empresa;CNPJ;Contato',
    'Padaria do Beto;11222333000181;beto@example.com',
    'Mercado;11222333000181;(11) 3333-4444'
  ].join('\r\n')
  const found = await check(app, ours, file)
  expect(found.check?.counts).toMatchObject({ created: 1, error: 0, ignored: 3 })
  expect(found.check?.faults).toMatchObject([{ rows: 3, out: 0, firstRow: 4, ways: [] }])
  expect(found.check?.faults[0]?.reason).toMatch(/^Outra tabela começa abaixo da primeira/)
  await start(app, ours, found.id)
  await ended(app, ours, found.id, 'done')
  expect(await namesOf(ours)).toEqual(['Ana'])
})
