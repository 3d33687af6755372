import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { App } from '../../../services/core/http.ts'
import { company, sendLead, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { start, upload, usual } from '../../kit/imports.ts'
import { askErasure, erase } from '../../kit/privacy.ts'
import { typeFaults } from '../../kit/types.ts'

const root = path.join(import.meta.dirname, '../../..')

/** The lines that a field needs beside its step, by file: each text, and the text before it. */
const trial: Record<string, { behind: string; text: string }> = {
  'services/leads/leads/fields.ts': {
    behind: 'export const leadFields = {',
    text: `
  trial: {
    column: 'trial',
    type: 'text',
    label: 'Teste',
    phrase: 'o teste',
    longest: 60,
    editable: true,
    typed: true,
    mergeable: true,
    exported: 'trial',
    imported: { as: 'trial', headings: 'teste' },
    personal: true
  },`
  },
  'services/leads/leads/tables.ts': { behind: 'company: string | null', text: '\n      trial: Filled<string | null>' },
  'services/leads/leads/schema.ts': {
    behind: 'export const Lead = Type.Object({',
    text: '\n  trial: Nullable(Type.String()),'
  },
  'web/src/leads/leads/list/columns.tsx': {
    behind: 'export const columns = {',
    text: "\n  trial: { label: 'Teste', from: 'laptop', Cell: ({ lead }) => lead.trial },"
  },
  'web/src/leads/leads/page/LeadData.tsx': {
    behind: "<EditableFact {...plain('name')} />",
    text: "\n          <EditableFact {...plain('trial')} />"
  }
}

test('a new field of a lead takes six files, and is typed, edited, imported, exported, merged and erased', async () => {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  // Within the project, whose packages it needs.
  const copy = mkdtempSync(path.join(root, '.cache', 'field-'))
  atEnd(() => rmSync(copy, { recursive: true }))
  for (const folder of ['services', 'migrations', 'web/src', 'package.json'])
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true })
  const change = (file: string, behind: string, text: string) => {
    const before = readFileSync(path.join(copy, file), 'utf8')
    expect(before).toContain(behind)
    writeFileSync(path.join(copy, file), before.replace(behind, behind + text))
  }
  for (const [file, { behind, text }] of Object.entries(trial)) change(file, behind, text)
  writeFileSync(
    path.join(copy, 'migrations/steps/9999-trial.sql'),
    'alter table leads add column trial text;\nalter table import_rows add column trial text;\n'
  )
  expect(typeFaults(copy, ['services', 'migrations', 'web/src'])).toBe('')

  const load = (file: string) => import(path.join(copy, file))
  const config = testConfig({ DATABASE_URL: await newDatabase() })
  expect(await (await load('migrations/run.ts')).migrate(config)).toContain('9999-trial')
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
  expect((await call('PUT', `/api/leads/${rosa}`, { trial: 'Rosinha' })).trial).toBe('Rosinha')
  expect((await call('GET', '/api/leads'))[0].trial).toBe('Rosinha')
  const changes = await app.db.company(ours.id, trx =>
    trx.selectFrom('lead_changes').select(['field', 'before', 'after']).where('lead_id', '=', rosa).execute()
  )
  expect(changes).toEqual([{ field: 'trial', before: null, after: 'Rosinha' }])

  const long = {
    method: 'PUT',
    url: `/api/leads/${rosa}`,
    headers: ours.auth,
    payload: { trial: 'x'.repeat(61) }
  } as const
  expect((await app.inject(long)).json().message).toBe('Teste: Use no máximo 60 caracteres.')

  const typed = await call('POST', '/api/leads', { name: 'Eva', email: 'eva@example.com', trial: 'Evinha' })
  expect(typed.lead.trial).toBe('Evinha')
  const { inputs } = await load('web/src/leads/leads/new/inputs.ts')
  expect(inputs.at(-1)).toEqual({ field: 'trial', label: 'Teste', max: 60 })

  expect((await load('web/src/leads/leads/page/values.ts')).fieldTitles.trial).toBe('Teste')

  const sent = (await upload(app, ours, 'Nome;E-mail;Teste\r\nZé Lima;ze@example.com;Zezé\r\n')).json()
  expect(sent.reading.columns[2].suggestion).toBe('trial')
  await call('POST', `/api/imports/${sent.id}/check`, usual(sent))
  await (await load('services/leads/imports/stage.ts')).checkImport(app.db, ours.id, sent.id, config)
  await start(app, ours, sent.id)
  await (await load('services/leads/imports/run.ts')).runImport(app.db, ours.id, sent.id, config)
  const leads = await call('GET', '/api/leads')
  const ze = leads.find((lead: { name: string }) => lead.name === 'Zé Lima')
  expect(ze.trial).toBe('Zezé')

  const created = await call('POST', '/api/exports', { format: 'csv', columns: ['name', 'trial'], filter: {} })
  await (await load('services/leads/exports/write.ts')).writeExport(app.db, ours.id, created.id)
  const { rows } = await app.db.company(ours.id, trx =>
    sql<{ text: string }>`select string_agg(convert_from(p.data, 'UTF8'), '' order by p.n) as text
      from files f join file_pieces p on p.company_id = f.company_id and p.file_id = f.id where f.type = 'export'`.execute(
      trx
    )
  )
  expect(rows[0]?.text).toContain('Nome;Teste')
  expect(rows[0]?.text).toContain('Zé Lima;Zezé')

  const merged = await call('POST', `/api/leads/${rosa}/merge`, { otherId: ze.id, fields: { trial: 'other' } })
  expect(merged.lead.trial).toBe('Zezé')

  const request = await askErasure(app, ours, { name: 'Rosa', email: 'rosa@example.com' })
  const erased = await erase(app, ours, request)
  expect(erased.statusCode, erased.body).toBe(200)
  const left = await app.db.everyCompany(trx => sql`select trial from import_rows`.execute(trx))
  expect(left.rows).toEqual([{ trial: null }])
})
