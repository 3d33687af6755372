import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readFile as readRecords } from '../../../services/admin/backups/format.ts'
import { makeBackup } from '../../../services/admin/backups/make.ts'
import { reconcile } from '../../../services/admin/backups/reconcile.ts'
import { expired, lastBackupText, newestFirst, sizeText } from '../../../services/admin/backups/rules.ts'
import { decrypted, encrypted } from '../../../services/admin/backups/sealing.ts'
import { verify } from '../../../services/admin/backups/verify.ts'
import { isDue, lastDue } from '../../../services/admin/backups/worker.ts'
import { readConfig } from '../../../services/core/config.ts'
import { company, openApp, sendLead } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { temporaryFolder } from '../../kit/folder.ts'
import { staff } from '../../kit/staff.ts'
import { openWorker } from '../../kit/workers.ts'

const folder = await temporaryFolder('prosa backups')
afterAll(() => rm(folder, { recursive: true, force: true }))

const app = await openApp({ DATABASE_URL: await newDatabase(), DATA_DIR: folder })
const { db, config } = app
const admin = await staff(app, 'global_admin')
await openWorker(config)

const call = (method: 'GET' | 'POST', url: string, who = admin, payload?: object) =>
  app.inject({ method, url: `/api/admin/backups${url}`, headers: who.auth, ...(payload && { payload }) })

test('an administrator has a backup made, sees it checked, and downloads it for the password', async () => {
  expect((await call('GET', '')).json()).toEqual([])
  expect((await call('POST', '')).statusCode).toBe(202)
  await expect.poll(async () => (await call('GET', '')).json()).toHaveLength(1)
  const [backup] = (await call('GET', '')).json()
  expect(backup).toEqual({
    file: expect.stringMatching(/^prosa-.*\.backup$/),
    bytes: expect.any(Number),
    createdAt: expect.stringMatching(/Z$/),
    checked: true,
    here: true
  })
  expect((await call('GET', '/state')).json()).toMatchObject({ failure: null, keepDays: 7, encrypted: false })

  const url = `/${backup.file}/download`
  const wrong = await call('POST', url, admin, { password: 'errada' })
  expect([wrong.statusCode, wrong.json().errors]).toEqual([400, { password: 'Senha incorreta.' }])
  const right = await call('POST', url, admin, { password: admin.password })
  expect(right.statusCode).toBe(200)
  expect(right.rawPayload.equals(await readFile(path.join(config.backups.folder, backup.file)))).toBe(true)
  const { rows } = await db.everyCompany(trx =>
    sql<{ action: string; object: string | null }>`
      select action, object_name as object from audit_log where action like 'backup.%' order by seq`.execute(trx)
  )
  expect(rows).toEqual([
    { action: 'backup.requested', object: null },
    { action: 'backup.downloaded', object: backup.file }
  ])
  const health = (await app.inject({ url: '/api/admin/dashboard', headers: admin.auth })).json().health
  expect(health.backup).toMatchObject({ createdAt: backup.createdAt, checked: true, stale: false, failure: null })
})

test('only global administrators see backups', async () => {
  const manager = await staff(app, 'manager', ['view_logs', 'edit_system_settings'])
  const ours = await company(app)
  for (const who of [manager, ours])
    for (const [method, url] of [
      ['GET', ''],
      ['GET', '/state'],
      ['POST', '']
    ] as const)
      expect(
        (await app.inject({ method, url: `/api/admin/backups${url}`, headers: who.auth })).statusCode,
        `${method} ${url}`
      ).toBe(403)
  const secret = await call('POST', '/prosa-2026-11-28-0300.backup/download', manager, { password: manager.password })
  expect(secret.statusCode).toBe(403)
})

test('no path leads out of the folder', async () => {
  for (const name of ['..%2Fsecret.key', 'erasures.json', 'folder.id'])
    expect((await call('POST', `/${name}/download`, admin, { password: admin.password })).statusCode, name).toBe(400)
  const gone = await call('POST', '/prosa-2020-01-01-0300.backup/download', admin, { password: admin.password })
  expect(gone.statusCode).toBe(404)
})

test('a folder that cannot be written leaves a reason, and nothing that passes for a backup', async () => {
  const blocked = path.join(folder, 'blocked')
  await writeFile(blocked, '')
  const broken = readConfig({
    DATABASE_URL: config.database.owner,
    SECRET_KEY: config.secret,
    DATA_DIR: path.join(blocked, 'inside')
  })
  await expect(makeBackup(db, broken)).rejects.toThrow()
})

test('the list is made what the folder holds', async () => {
  const { file, path: made } = await makeBackup(db, config)
  const copy = 'prosa-2026-01-02-0300.backup'
  const broken = 'prosa-2026-01-03-0300.backup'
  await writeFile(path.join(config.backups.folder, copy), await readFile(made))
  await writeFile(path.join(config.backups.folder, broken), 'nothing')
  await rm(made)
  await reconcile(db, config.backups)
  const listed = (await call('GET', ''))
    .json()
    .map((each: { file: string; checked: boolean }) => [each.file, each.checked])
  expect(listed).toContainEqual([copy, true])
  expect(listed).toContainEqual([broken, false])
  expect(listed.map(([name]: [string]) => name)).not.toContain(file)
  for (const name of [copy, broken]) await rm(path.join(config.backups.folder, name))
  await reconcile(db, config.backups)
})

test('leads that were acknowledged before a backup began are in it, while others come in', async () => {
  const ours = await company(app)
  const sent: string[] = []
  let coming = true
  const visitors = (async () => {
    while (coming)
      sent.push(
        (await sendLead(app, ours.id, { name: `Lead ${sent.length}`, email: `l${sent.length}@example.com` })).json().id
      )
  })()
  await expect.poll(() => sent.length).toBeGreaterThan(20)
  const before = [...sent]
  const { path: file } = await makeBackup(db, config)
  coming = false
  await visitors
  let table = ''
  let text = ''
  for await (const { kind, bytes } of readRecords(file, { password: undefined })) {
    if (kind === 'table') table = JSON.parse(String(bytes)).table
    if (kind === 'data' && table === 'leads') text += bytes
  }
  expect(before.filter(id => !text.includes(id))).toEqual([])
})

test('every table of the database is in a backup', async () => {
  const { path: file } = await makeBackup(db, config)
  const { sums } = await verify(file, { password: undefined })
  const { rows } = await db.everyCompany(trx =>
    sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('kysely_migration', 'kysely_migration_lock', 'repeatable_steps') order by 1`.execute(trx)
  )
  expect(sums.tables.map(each => each.table).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('the nightly backup is due once a night, and not in the first of a new installation', async () => {
  expect(new Date(lastDue(Date.parse('2026-11-28T05:59:00Z'))).toISOString()).toBe('2026-11-27T06:00:00.000Z')
  expect(new Date(lastDue(Date.parse('2026-11-28T06:00:00Z'))).toISOString()).toBe('2026-11-28T06:00:00.000Z')
  const fresh = await openApp({ DATABASE_URL: await newDatabase(), DATA_DIR: path.join(folder, 'fresh') })
  const day = 86_400_000
  // The database of the tests is migrated a moment ago.
  expect(await isDue(fresh.db, Date.now() - day)).toBe(false)
  expect(await isDue(fresh.db, Date.now() + 2 * day)).toBe(true)
  await fresh.db.everyCompany(trx => sql`insert into backups (folder, error) values ('', 'disco cheio')`.execute(trx))
  expect(await isDue(fresh.db, Date.now() + 2 * day)).toBe(false)
})

test('days with a backup are kept, not ages, and never fewer than two', () => {
  const name = (day: string, time = '0300') => `prosa-2026-11-${day}-${time}.backup`
  const names = ['20', '21', '22', '25', '26'].map(day => name(day))
  expect(expired(names, 3)).toEqual([name('21'), name('20')])
  expect(expired([...names, name('26', '1200'), 'prosa-2027-06-01-0300.backup'], 3)).toEqual([
    name('22'),
    name('21'),
    name('20')
  ])
  expect(expired([name('20'), name('21')], 1)).toEqual([])
  expect(newestFirst([name('20'), 'prosa-2026-11-20-0300-2.backup', name('21')])[1]).toBe(
    'prosa-2026-11-20-0300-2.backup'
  )
})

test('the last backup in a sentence', () => {
  const now = Date.parse('2026-11-28T15:00:00Z')
  const last = { createdAt: '2026-11-28T06:00:00Z', bytes: 12_400_000, checked: true }
  expect(lastBackupText(last, now)).toBe('Último backup: hoje, 03:00 · 12 MB · conferido')
  expect(lastBackupText({ ...last, createdAt: '2026-11-27T06:00:00Z' }, now)).toContain('ontem, 03:00')
  expect(lastBackupText({ ...last, createdAt: '2026-11-20T06:00:00Z' }, now)).toContain('20/11, 03:00')
  expect([sizeText(100), sizeText(5_368_709_120)]).toEqual(['1 KB', '5,0 GB'])
})

const whole = async (source: AsyncIterable<Buffer>): Promise<Buffer> =>
  Buffer.concat(await Readable.from(source).toArray())

test('pieces of an encrypted backup cannot be left out, moved or cut off', async () => {
  const [key, header] = [Buffer.alloc(32, 1), Buffer.from('header')]
  const text = Buffer.alloc(200_000, 'abc')
  const read = (bytes: Buffer) => whole(decrypted(Readable.from([bytes]), key, header))
  const sealed = await whole(encrypted(Readable.from([text]), key, header))
  expect((await read(sealed)).equals(text)).toBe(true)
  const size = 64 * 1024 + 16
  const pieces = [0, 1, 2, 3].map(n => sealed.subarray(n * size, (n + 1) * size)) as [Buffer, Buffer, Buffer, Buffer]
  const [a, b, c, d] = pieces
  for (const changed of [
    [a, b, c],
    [a, c, b, d],
    [a, c, d],
    [b, c, d]
  ])
    await expect(read(Buffer.concat(changed))).rejects.toThrow()
})

test('what a backup that was broken off has left goes with the next one', async () => {
  await mkdir(config.backups.folder, { recursive: true })
  await writeFile(path.join(config.backups.folder, 'prosa-2026-11-28-0300.backup.part'), 'half')
  await makeBackup(db, config)
  expect((await readdir(config.backups.folder)).filter(name => name.endsWith('.part'))).toEqual([])
})
