import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readFiles } from '../../migrations/files.ts'
import type { App } from '../../services/core/http.ts'
import { company, sendLead, testConfig } from '../support/app.ts'
import { newDatabase } from '../support/database.ts'
import { atEnd } from '../support/end.ts'
import { start, upload, usual } from '../support/imports.ts'
import { askErasure, erase } from '../support/privacy.ts'

const root = path.join(import.meta.dirname, '../..')
const lastStep = Object.keys((await readFiles()).steps).at(-1)

/** What a field takes of the server, file by file: behind which text stands what. The sixth is the page of the lead. */
const nickname: Record<string, { behind: string; text: string }> = {
  'services/leads/fields.ts': {
    behind: 'export const leadFields = {',
    text: `
  nickname: {
    column: 'nickname',
    type: 'text',
    label: 'Apelido',
    phrase: 'o apelido',
    longest: 60,
    editable: true,
    mergeable: true,
    exported: 'nickname',
    imported: { as: 'nickname', headings: 'apelido' },
    personal: true
  },`
  },
  'services/leads/tables.ts': { behind: 'company: string | null', text: '\n      nickname: Filled<string | null>' },
  'services/leads/schema.ts': { behind: 'company: Text(200),', text: '\n  nickname: Text(60),' },
  'migrations/files.ts': { behind: `  '${lastStep}'`, text: ",\n  '9001-nickname'" }
}

test('a new field of a lead takes six files, and is edited, told, imported, exported, merged and erased', async () => {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  // Within the project, whose packages it needs.
  const copy = mkdtempSync(path.join(root, '.cache', 'field-'))
  atEnd(() => rmSync(copy, { recursive: true }))
  for (const folder of ['services', 'migrations', 'package.json'])
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true })
  const change = (file: string, behind: string, text: string) => {
    const before = readFileSync(path.join(copy, file), 'utf8')
    expect(before).toContain(behind)
    writeFileSync(path.join(copy, file), before.replace(behind, behind + text))
  }
  for (const [file, { behind, text }] of Object.entries(nickname)) change(file, behind, text)
  change('services/leads/schema.ts', 'export const Lead = Type.Object({', '\n  nickname: Nullable(Type.String()),')
  writeFileSync(
    path.join(copy, 'migrations/steps/9001-nickname.sql'),
    'alter table leads add column nickname text;\nalter table import_rows add column nickname text;\n'
  )
  const load = (file: string) => import(path.join(copy, file))
  const config = testConfig({ DATABASE_URL: await newDatabase() })
  expect(await (await load('migrations/run.ts')).migrate(config)).toContain('9001-nickname')
  const app: App = await (await load('services/app.ts')).buildApp(config)
  atEnd(() => app.close())
  const ours = await company(app)
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }

  const rosa = (await sendLead(app, ours.id, { name: 'Rosa', email: 'rosa@example.com', phone: '11987650002' })).json()
    .id
  expect((await call('PUT', `/api/leads/${rosa}`, { nickname: 'Rosinha' })).nickname).toBe('Rosinha')
  expect((await call('GET', '/api/leads'))[0].nickname).toBe('Rosinha')
  const changes = await app.db.company(ours.id, trx =>
    trx.selectFrom('lead_changes').select(['field', 'before', 'after']).where('lead_id', '=', rosa).execute()
  )
  expect(changes).toEqual([{ field: 'nickname', before: null, after: 'Rosinha' }])

  const sent = (await upload(app, ours, 'Nome;E-mail;Apelido\r\nZé Lima;ze@example.com;Zezé\r\n')).json()
  expect(sent.reading.columns[2].suggestion).toBe('nickname')
  await call('POST', `/api/imports/${sent.id}/check`, usual(sent))
  await (await load('services/imports/stage.ts')).checkImport(app.db, ours.id, sent.id, config)
  await start(app, ours, sent.id)
  await (await load('services/imports/run.ts')).runImport(app.db, ours.id, sent.id, config)
  const leads = await call('GET', '/api/leads')
  const ze = leads.find((lead: { name: string }) => lead.name === 'Zé Lima')
  expect(ze.nickname).toBe('Zezé')

  const asked = await call('POST', '/api/exports', { format: 'csv', columns: ['name', 'nickname'], filter: {} })
  await (await load('services/exports/write.ts')).writeExport(app.db, ours.id, asked.id)
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{ text: string }>`select string_agg(convert_from(p.data, 'UTF8'), '' order by p.n) as text
      from files f join file_pieces p on p.company_id = f.company_id and p.file_id = f.id where f.type = 'export'`.execute(
      trx
    )
  )
  expect(rows[0]?.text).toContain('Nome;Apelido')
  expect(rows[0]?.text).toContain('Zé Lima;Zezé')

  const merged = await call('POST', `/api/leads/${rosa}/merge`, { otherId: ze.id, fields: { nickname: 'other' } })
  expect(merged.lead.nickname).toBe('Zezé')

  const request = await askErasure(app, ours, { name: 'Rosa', email: 'rosa@example.com' })
  const erased = await erase(app, ours, request)
  expect(erased.statusCode, erased.body).toBe(200)
  const left = await app.db.everyCompany(trx => sql`select nickname from import_rows`.execute(trx))
  expect(left.rows).toEqual([{ nickname: null }])
}, 120_000)
