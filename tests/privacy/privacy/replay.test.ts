import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { keepErasures } from '../../../services/privacy/privacy/replay.ts'
import { company, openApp, sendLead } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { askErasure, dump, erase } from '../../kit/privacy.ts'

// The database is put back to its former state, as a restore does.
const url = await newDatabase()
const app = await openApp({ DATABASE_URL: url })

const root = path.join(import.meta.dirname, '../../..')

const command = (name: string, input = '') => {
  const env = { ...process.env, DATABASE_URL: url, SECRET_KEY: inject('secret') }
  const { stdout, stderr, status } = spawnSync(process.execPath, ['services/erasures.ts', name], {
    cwd: root,
    env,
    input
  })
  expect(status, String(stderr)).toBe(0)
  return String(stdout).trim()
}

const ada = { name: 'Ada', email: 'ada@example.com', phone: '11987654321' }

test('a person whom a restored backup brings back is erased again, and one who came back on their own is not', async () => {
  const [ours, theirs] = [await company(app), await company(app)]
  await sendLead(app, ours.id, ada)
  await sendLead(app, theirs.id, ada)
  await sendLead(app, ours.id, { name: 'Bia', email: 'bia@example.com', phone: '11987650001' })
  await erase(app, ours, await askErasure(app, ours, ada))
  const kept = command('keep')
  expect(kept).not.toMatch(/ada@|98765/i)
  expect(JSON.parse(kept).certificates).toHaveLength(1)

  // The state of a backup: it has the person, and neither hash, key nor certificate.
  const received = new Date(Date.now() - 3600_000)
  await sendLead(app, ours.id, ada)
  await sendLead(app, ours.id, { name: 'Renata', email: 'ada@example.com', phone: '11987650002' })
  await app.db.everyCompany(async trx => {
    await sql`update leads set received_at = ${received} where company_id = ${ours.id} and name = 'Ada'`.execute(trx)
    await sql`delete from erased_people`.execute(trx)
    await sql`update server_keys set sealed = 'lost'`.execute(trx)
  })
  expect(command('replay', kept)).toBe('leads erased again: 1')
  const names = (await app.inject({ url: '/api/leads?sort=["name","ASC"]', headers: ours.auth })).json()
  expect(names.map(({ name }: { name: string }) => name)).toEqual(['Bia', 'Renata'])
  expect((await app.inject({ url: '/api/leads', headers: theirs.auth })).json()).toHaveLength(1)
  expect(await dump(ours.id, url)).not.toContain('11987654321')
  expect(command('replay', kept)).toBe('leads erased again: 0')
  const certificates = await keepErasures(app.db)
  expect(certificates.certificates.map(({ number, cause }) => [number, cause])).toEqual([
    [1, 'request'],
    [2, 'restore']
  ])
})
