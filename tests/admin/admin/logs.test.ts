import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { kindOf } from '../../../services/admin/admin/failures.ts'
import { checkAudit } from '../../../services/admin/admin/worker.ts'
import { AppError } from '../../../services/core/errors.ts'
import { storeMails } from '../../../services/platform/inboundMail/store.ts'
import { company, openApp } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { mailOf } from '../../kit/inboundMail.ts'
import { staff } from '../../kit/staff.ts'

const DATABASE_URL = await newDatabase()
const app = await openApp({ DATABASE_URL })
const [admin, reader, plain] = await Promise.all([
  staff(app, 'global_admin', [], 'Administração'),
  staff(app, 'employee', ['view_logs']),
  staff(app, 'manager')
])

type Who = { auth: { authorization: string } }

const get = (who: Who, url: string) => app.inject({ url: `/api/admin${url}`, headers: who.auth })
const post = (who: Who, url: string, payload?: object) =>
  app.inject({ method: 'POST', url: `/api/admin${url}`, headers: who.auth, ...(payload && { payload }) })
const put = (who: Who, url: string, payload: object) =>
  app.inject({ method: 'PUT', url: `/api/admin${url}`, headers: who.auth, payload })

/** Runs statements as somebody with access to the database itself. */
async function asOwner(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  try {
    // Even the owner is held to the policies of the tables until they say otherwise.
    await client.query('alter table audit_log no force row level security')
    for (const statement of statements) await client.query(statement)
    await client.query('alter table audit_log force row level security')
  } finally {
    await client.end()
  }
}

test('logs are for who may read them', async () => {
  for (const path of ['/logs/audit', '/logs/errors/export?format=csv', '/logs/integrity', '/logs/queues'])
    expect((await get(plain, path)).statusCode, path).toBe(403)
})

test('settings change at once in every process, are recorded with before and after, and can be taken back', async () => {
  const second = await openApp({ DATABASE_URL })
  expect((await second.settings()).trialDays).toBe(14)
  expect((await put(plain, '/settings', { trialDays: 20 })).statusCode).toBe(403)
  for (const wrong of [{ trialDays: 0 }, { trialDays: '20' }, { starterQuestions: ['uma'] }, { unknown: 1 }])
    expect((await put(admin, '/settings', wrong)).statusCode, JSON.stringify(wrong)).toBe(400)
  expect((await put(admin, '/settings', { trialDays: 20, maintenanceNotice: 'Hoje às 22h' })).json().trialDays).toBe(20)
  await expect.poll(async () => (await second.settings()).trialDays).toBe(20)

  const changes = async () => (await get(admin, '/settings/changes')).json()
  const [first] = await changes()
  const since = async () => (await changes()).filter(({ seq }: { seq: number }) => seq >= first.seq)
  expect(first).toMatchObject({
    action: 'settings.changed',
    actorName: 'Administração',
    changes: { trialDays: [14, 20], maintenanceNotice: ['', 'Hoje às 22h'] },
    undoable: true
  })
  await put(admin, '/settings', { trialDays: 30 })
  expect((await since()).map((change: { undoable: boolean }) => change.undoable)).toEqual([true, false])
  expect((await post(admin, '/settings/undo', { seq: first.seq })).statusCode).toBe(409)
  const [latest] = await changes()
  expect((await post(admin, '/settings/undo', { seq: latest.seq })).statusCode).toBe(204)
  expect((await post(admin, '/settings/undo', { seq: first.seq })).statusCode).toBe(204)
  expect((await get(admin, '/settings')).json()).toMatchObject({ trialDays: 14, maintenanceNotice: '' })
  expect((await post(admin, '/settings/undo', { seq: 999_999 })).statusCode).toBe(404)
})

test('a plan changes and is taken back; its key does not', async () => {
  expect((await put(admin, '/plans/pro', { key: 'basic' })).statusCode).toBe(400)
  expect((await put(admin, '/plans/pro', { priceCents: 12_900, users: null })).json()).toMatchObject({
    priceCents: 12_900,
    users: null
  })
  const [change] = (await get(admin, '/settings/changes')).json()
  expect(change).toMatchObject({ action: 'plan.changed', changes: { priceCents: [9900, 12_900], users: [5, null] } })
  expect((await post(admin, '/settings/undo', { seq: change.seq })).statusCode).toBe(204)
  expect((await get(plain, '/plans/pro')).json()).toMatchObject({ priceCents: 9900, users: 5 })
})

test('a test mail goes to the caller and is kept where no server is set; only a global admin reads it, and that is recorded', async () => {
  expect((await post(admin, '/settings/test-mail')).json()).toEqual({ to: admin.email, kept: true })
  expect((await get(plain, '/account-mails')).statusCode).toBe(403)
  const [mail] = (await get(admin, '/account-mails')).json()
  expect(mail).toMatchObject({ to: admin.email, subject: 'Teste de e-mail', text: '', status: 'kept' })
  expect((await get(admin, `/account-mails/${mail.id}`)).json().text).toContain('Se você está lendo')
  const { rows } = (await get(reader, '/logs/audit?action=mail.read')).json()
  expect(rows[0]).toMatchObject({ actorId: admin.userId, objectId: mail.id })
})

test('mails that came in are listed for who reads the logs, and one that is still stored is read again', async () => {
  const raw = mailOf({ From: 'leitora@longe.example' })
  await storeMails(app.db, [{ source: 'port', raw, size: raw.length }])
  const list = async (query = '') => (await get(reader, `/logs/inbound-mails?${query}`)).json().rows
  const [mail] = await list('action=waiting')
  expect(mail).toMatchObject({ source: 'port', size: raw.length, state: 'waiting', outcome: null, kept: true })
  expect(await list('action=handled')).toEqual([])
  const again = (who: typeof reader, id: string) => post(who, `/logs/inbound-mails/${id}/read-again`)
  const change = (to: object) =>
    app.db.everyCompany(trx => trx.updateTable('inbound_mails').set(to).where('id', '=', mail.id).execute())
  await change({ state: 'unreadable', sender: 'leitora@longe.example' })
  expect(await list('person=LEITORA')).toMatchObject([{ id: mail.id, sender: 'leitora@longe.example' }])
  expect((await again(plain, mail.id)).statusCode).toBe(403)
  expect((await again(reader, mail.id)).statusCode).toBe(204)
  expect(await list()).toMatchObject([{ state: 'waiting' }])
  const [entry] = (await get(reader, '/logs/audit?action=mail.read_again')).json().rows
  expect(entry).toMatchObject({ objectId: mail.id, objectName: null })
  await change({ state: 'handled', raw: null })
  expect((await again(reader, mail.id)).json().message).toBe('Este e-mail não está mais guardado como chegou.')
  expect((await again(reader, 'f'.repeat(24))).statusCode).toBe(404)
})

test('the audit log is filtered and paged without a row lost or shown twice', async () => {
  const ours = await company(app)
  for (let n = 1; n <= 12; n++) await put(admin, `/companies/${ours.id}`, { address: `Rua ${n}` })
  const seen: number[] = []
  let after = ''
  do {
    const { rows, next } = (await get(reader, `/logs/audit?companyId=${ours.id}&limit=5${after}`)).json()
    seen.push(...rows.map((row: { seq: number }) => row.seq))
    after = next ? `&after=${encodeURIComponent(next)}` : ''
  } while (after)
  expect(seen).toEqual(Array.from({ length: 12 }, (_, n) => 12 - n))

  const count = async (query: string) =>
    (await get(reader, `/logs/audit?companyId=${ours.id}&${query}`)).json().rows.length
  expect(await count('person=administracao')).toBe(12)
  expect(await count('person=ninguem')).toBe(0)
  expect(await count('action=company')).toBe(12)
  expect(await count(`object=${ours.id}`)).toBe(12)
  expect(await count(`from=${new Date(Date.now() + 60_000).toISOString()}`)).toBe(0)
  const [row] = (await get(reader, `/logs/audit?companyId=${ours.id}`)).json().rows
  expect(await count(`requestId=${row.requestId}`)).toBe(1)
  expect((await get(reader, '/logs/audit?after=x')).statusCode).toBe(400)
})

test('the record keeps ids, and shows the names behind them', async () => {
  const ours = await company(app, 'Padaria Central')
  const url = '/api/distribution'
  const { id: employeeId } = (await app.inject({ url: '/api/auth/me', headers: ours.auth })).json().companyEmployee
  const payload = { mode: 'turns', members: [{ employeeId, away: false, maxOpen: null }], fallbackId: employeeId }
  expect((await app.inject({ method: 'PUT', url, headers: ours.auth, payload })).statusCode).toBe(200)
  const read = (path: string) => get(reader, path).then(answer => answer.json().rows[0])
  for (const path of [`/logs/audit?companyId=${ours.id}`, `/companies/${ours.id}/audit`])
    expect(await read(path)).toMatchObject({
      action: 'company.distribution_changed',
      changes: { fallbackId: [null, employeeId] },
      names: { [employeeId]: expect.stringMatching(/[A-Z]/) }
    })
})

test('sign-ins and support accesses are listed', async () => {
  const { rows } = (await get(reader, `/logs/sign-ins?person=${reader.userId}`)).json()
  expect(rows).toMatchObject([{ userId: reader.userId, outcome: 'ok' }])
  const ours = await company(app, 'Atendida')
  await post(plain, `/companies/${ours.id}/support`, { reason: 'Chamado 7', minutes: 15 })
  expect((await get(reader, '/logs/support')).json().rows[0]).toMatchObject({ companyName: 'Atendida', open: true })
})

test('an export is a file that spreadsheets open harmlessly, and is itself in the record', async () => {
  const ours = await company(app)
  await put(admin, `/companies/${ours.id}`, { address: 'Rua "A"; nº 1' })
  await app.db.everyCompany(trx =>
    sql`update users set name = '=HYPERLINK("x")' where id = ${plain.userId}`.execute(trx)
  )
  app.db.signal('session')
  const me = () => app.inject({ url: '/api/auth/me', headers: plain.auth })
  await expect.poll(async () => (await me()).json().name).toContain('HYPERLINK')
  await put(plain, `/companies/${ours.id}`, { industry: 'Oficina' })
  const csv = await get(reader, `/logs/audit/export?format=csv&companyId=${ours.id}`)
  expect(csv.headers['content-type']).toContain('text/csv')
  expect(csv.headers['content-disposition']).toMatch(/attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"/)
  const [head, ...lines] = csv.body.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(csv.body.startsWith('\ufeff')).toBe(true)
  expect(head).toBe(
    'seq;at;companyId;companyName;actorId;actorName;action;objectType;objectId;objectName;changes;reason;ip;requestId'
  )
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(`"'=HYPERLINK(""x"")"`)
  const jsonl = await get(reader, `/logs/audit/export?format=jsonl&companyId=${ours.id}`)
  expect(
    jsonl.body
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).action)
  ).toEqual(['company.changed', 'company.changed'])
  const { rows } = (await get(reader, '/logs/audit?action=log.exported')).json()
  expect(rows[0]).toMatchObject({
    actorId: reader.userId,
    objectId: 'audit',
    changes: { format: [null, 'jsonl'], rows: [null, 2] }
  })
})

test('failures on our side are grouped by route and kind, with how often and which request', async () => {
  const failing = await openApp({ DATABASE_URL })
  failing.db.company = () => Promise.reject(new Error('no such thing as 1234 for ada@example.com'))
  const ours = await company(app)
  const fail = () => failing.inject({ url: '/api/leads/counts', headers: ours.auth })
  const first = await fail()
  expect(first.statusCode).toBe(500)
  const last = await fail()
  await expect
    .poll(async () => (await get(reader, '/logs/errors?object=/api/leads/counts')).json().rows)
    .toMatchObject([
      { route: 'GET /api/leads/counts', message: 'no such thing as … for [e-mail]', status: 500, count: 2 }
    ])
  const found = (await get(reader, `/logs/errors?requestId=${last.json().requestId}`)).json().rows
  expect(found).toHaveLength(1)
  expect(kindOf(new AppError('unavailable', `a ${'f'.repeat(24)} b`).message)).toBe('a … b')
})

test('a dead letter is handed over again under another id, or discarded, and both are in the record', async () => {
  const letters = await app.db.everyCompany(trx =>
    trx
      .insertInto('failed_jobs')
      .values(
        ['um', 'dois'].map(job_id => ({
          job_id,
          queue: 'email',
          name: 'mail-queued',
          data: JSON.stringify({ mailId: job_id }),
          error: 'connection refused',
          attempts: 8
        }))
      )
      .returning('id')
      .execute()
  )
  const [retried, discarded] = letters.map(letter => letter.id)
  const queues = (await get(reader, '/logs/queues')).json()
  expect(queues.find((queue: { name: string }) => queue.name === 'email')).toMatchObject({
    label: 'E-mail',
    away: false,
    deadLetters: 2
  })
  const { rows: letterRows } = (await get(reader, '/logs/jobs')).json()
  expect(letterRows.map((row: { label: string }) => row.label)).toEqual(Array(2).fill('E-mail: Enviar um e-mail'))
  expect((await post(reader, `/logs/jobs/${retried}/retry`)).statusCode).toBe(204)
  expect((await post(reader, `/logs/jobs/${retried}/retry`)).statusCode).toBe(404)
  expect((await post(reader, `/logs/jobs/${discarded}/discard`)).statusCode).toBe(204)
  const outbox = await app.db.everyCompany(trx =>
    trx.selectFrom('outbox').selectAll().where('name', '=', 'mail-queued').execute()
  )
  expect(outbox).toMatchObject([{ queue: 'email', data: { mailId: 'um' } }])
  expect(outbox[0]?.id).not.toBe('um')
  const { rows } = (await get(reader, '/logs/audit?action=job')).json()
  const named = { objectName: 'email: mail-queued', names: { 'email: mail-queued': 'E-mail: Enviar um e-mail' } }
  expect(rows).toMatchObject([
    { action: 'job.discarded', ...named },
    { action: 'job.retried', ...named }
  ])
})

test('the dashboard shows money to who manages companies and health to who reads logs', async () => {
  await company(app)
  const read = async (who: Who) => (await get(who, '/dashboard')).json()
  const [all, manager, employee] = [await read(admin), await read(plain), await read(reader)]
  expect(all.health).toMatchObject({ version: '0.1.0', mailsFailed: 0 })
  expect(all.health.databaseBytes).toBeGreaterThan(1_000_000)
  expect(all.companies.trial).toBeGreaterThan(0)
  expect(manager.health).toBeNull()
  expect(manager.revenue).toHaveLength(4)
  expect(employee.revenue).toBeNull()
  expect(employee.health).not.toBeNull()
})

test('rows of the audit log that are changed, taken out, put in or cut off are found', async () => {
  const [whole, changed, missing, cut, gone, rewritten] = await Promise.all(
    ['Inteira', 'Alterada', 'Faltando', 'Cortada', 'Apagada', 'Reescrita'].map(name => company(app, name))
  )
  for (const each of [whole, changed, missing, cut, gone, rewritten])
    for (const address of ['Rua 1', 'Rua 2', 'Rua 3']) await put(admin, `/companies/${each?.id}`, { address })
  const check = async () => (await post(reader, '/logs/integrity')).json()
  const before = await check()
  expect(before.broken).toEqual([])
  expect(before.entries).toBeGreaterThan(17)

  await asOwner(
    `update audit_log set actor_name = 'Outra pessoa' where company_id = '${changed?.id}' and seq = 2`,
    `delete from audit_log where company_id = '${missing?.id}' and seq = 2`,
    `delete from audit_log where company_id = '${cut?.id}' and seq = 3`,
    `delete from audit_log where company_id = '${gone?.id}'`,
    // The last row rewritten with a hash that fits: only the earlier check remembers another one.
    `update audit_log set reason = 'nunca' where company_id = '${rewritten?.id}' and seq = 3`,
    `update audit_log a set hash = audit_hash(a, (select hash from audit_log b where b.company_id = a.company_id and b.seq = 2))
       where company_id = '${rewritten?.id}' and seq = 3`
  )
  const found = (await check()).broken
  const of = (id: string | undefined) => found.find((chain: { companyId: string }) => chain.companyId === id)
  expect(of(whole?.id)).toBeUndefined()
  expect(of(changed?.id)).toMatchObject({ seq: 2, problem: 'changed', companyName: 'Alterada' })
  expect(of(missing?.id)).toMatchObject({ seq: 2, problem: 'missing' })
  expect(of(cut?.id)).toMatchObject({ seq: 3, problem: 'cut' })
  expect(of(gone?.id)).toMatchObject({ seq: 1, problem: 'cut' })
  expect(of(rewritten?.id)).toMatchObject({ seq: 3, problem: 'changed' })

  // A later entry does not hide a cut.
  await put(admin, `/companies/${cut?.id}`, { address: 'Rua 4' })
  expect((await check()).broken.find((chain: { companyId: string }) => chain.companyId === cut?.id)).toBeDefined()

  await asOwner('truncate audit_log')
  const emptied = (await check()).broken
  expect(emptied.find((chain: { companyId: string }) => chain.companyId === whole?.id)).toMatchObject({
    problem: 'cut'
  })
  expect(emptied.find((chain: { companyId: string | null }) => chain.companyId === null)).toMatchObject({
    problem: 'cut'
  })
})

test('the nightly check runs where nobody has checked for a day, and not again', async () => {
  const database = await newDatabase()
  const quiet = await openApp({ DATABASE_URL: database })
  const someone = await staff(quiet, 'global_admin')
  await quiet.inject({
    method: 'POST',
    url: '/api/admin/settings/test-mail',
    headers: someone.auth
  })
  const log = pino({ level: 'silent' })
  const checkedAt = async () =>
    (await quiet.inject({ url: '/api/admin/logs/integrity', headers: someone.auth })).json().checkedAt
  expect(await checkedAt()).toBeNull()
  await checkAudit(quiet.db, log)
  const first = await checkedAt()
  expect(first).not.toBeNull()
  await checkAudit(quiet.db, log)
  expect(await checkedAt()).toBe(first)
  await quiet.db.everyCompany(trx => sql`update audit_checks set checked_at = now() - interval '23 hours'`.execute(trx))
  await checkAudit(quiet.db, log)
  expect(Date.parse(await checkedAt())).toBeGreaterThan(Date.now() - 60_000)
})
