import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readFiles } from '../../../migrations/files.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'

test('lines that an import wrote into a message become telephones and e-mails, and all others stay', async () => {
  const url = await newDatabase()
  const app = await openApp({ DATABASE_URL: url })
  const ours = await company(app)
  const lines =
    'Quer um orçamento\nOutro telefone: (11) 3333-4444\nOutro telefone: recado com a tia\nOutro e-mail: Ana@Trabalho.example'
  await app.db.company(ours.id, trx =>
    sql`insert into leads (company_id, name, email, phone, phone_key, source, message, consent_given, imported_at) values
      (${ours.id}, 'Ana', 'ana@example.com', '11987654321', '1187654321', 'x', ${lines}, true, now()),
      (${ours.id}, 'Bia', null, '11987650002', '1187650002', 'x', 'Outro telefone: +1 212 555 2368', true, now()),
      (${ours.id}, 'Caio', null, '11987650003', '1187650003', 'x', ${lines}, true, null),
      (${ours.id}, 'Davi', null, '11987650004', '1187650004', 'x', ${lines}, true, now()),
      (${ours.id}, 'Eva', null, null, null, 'x', 'Outro telefone: 11 98765-4321', true, now()),
      (${ours.id}, 'Fabio', null, '5511987650006', '1187650006', 'x', 'Outro telefone: 11 8765-0006', true, now())`.execute(
      trx
    )
  )
  // Somebody has written this message since.
  await app.db.company(ours.id, trx =>
    sql`insert into lead_changes (company_id, lead_id, field) select company_id, id, 'message' from leads where name = 'Davi'`.execute(
      trx
    )
  )
  const files = await readFiles()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const step = `begin; ${files.steps['0195-other-telephones-of-imports']}; commit`
  await client.query(step)
  await client.query(step).finally(() => client.end())
  const leads = (await app.inject({ url: '/api/leads?sort=["name","ASC"]', headers: ours.auth })).json()
  const values = (list: { value: string }[]) => list.map(({ value }) => value)
  expect(
    leads.map(({ name, phones, emails, message }: Record<'name' | 'phones' | 'emails' | 'message', never>) => [
      name,
      values(phones),
      values(emails),
      message
    ])
  ).toEqual([
    [
      'Ana',
      ['11987654321', '1133334444'],
      ['ana@example.com', 'Ana@Trabalho.example'],
      'Quer um orçamento\nOutro telefone: recado com a tia'
    ],
    ['Bia', ['11987650002', '+12125552368'], [], null],
    ['Caio', ['11987650003'], [], lines],
    ['Davi', ['11987650004'], [], lines],
    ['Eva', [], [], 'Outro telefone: 11 98765-4321'],
    ['Fabio', ['5511987650006'], [], null]
  ])
  const found = await app.inject({ url: '/api/leads?filter={"q":"11 3333-4444"}', headers: ours.auth })
  expect(found.json().map(({ name }: { name: string }) => name)).toContain('Ana')
})
