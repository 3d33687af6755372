import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Context } from '../../../services/core/handlers.ts'
import { keepDeadLetter } from '../../../workers/deadLetters.ts'
import { loadParts } from '../../../workers/parts.ts'
import { company, companyWithLeads, openApp, type Tenant, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { readImport, start, upload, usual } from '../../kit/imports.ts'
import { staff } from '../../kit/people.ts'
import { kill, startWorkerProcess } from '../../kit/workers.ts'

const env = { DATABASE_URL: await newDatabase() }
const app = await openApp(env)
const config = testConfig(env)
const admin = await staff(app, 'global_admin')
/** The owner, who may change tables, and a role that works on leads. */
const owner = new pg.Client({ connectionString: env.DATABASE_URL })
const other = new pg.Client({ connectionString: config.database.staff })
for (const client of [owner, other]) {
  await client.connect()
  atEnd(() => client.end())
}

const call = (who: Pick<Tenant, 'auth'>, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: who.auth, ...(payload && { payload }) })

const withLeads = (count: number) => companyWithLeads(app, count)

/** The lead that has `n` before it in the order in which operations take them. */
const leadAt = async (who: Tenant, n: number): Promise<string> => {
  const { id } = await app.db.company(who.id, trx =>
    trx.selectFrom('leads').select('id').orderBy('id').offset(n).limit(1).executeTakeFirstOrThrow()
  )
  return id
}

/** Until the end of the returned function the database refuses to store rows of the table for which `when` holds. */
async function faultOn(table: string, when: string): Promise<() => Promise<unknown>> {
  await owner.query(`
    create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'no room left'; end $$;
    create trigger refuse before insert or update on ${table} for each row when (${when}) execute function refuse()`)
  const mend = () => owner.query(`drop trigger if exists refuse on ${table}`)
  atEnd(mend)
  return mend
}

type Work = { name: string; data: unknown }

const run = async ({ name, data }: Work, last = false): Promise<void> => {
  const handler = (await loadParts()).flatMap(({ handlers = [] }) => handlers).find(({ job }) => job.name === name)
  await handler?.run(data, { db: app.db, config, last } as Context)
}

/** Takes what is queued of the company out of the outbox. */
const takeQueued = async (who: Tenant): Promise<Work> => {
  const { rows } = await app.db.everyCompany(trx =>
    sql<Work>`delete from outbox where data ->> 'companyId' = ${who.id} returning name, data`.execute(trx)
  )
  expect(rows).toHaveLength(1)
  return rows[0] as Work
}

let letters = 0

/** The last attempt at what is queued breaks down; returns the id of its dead letter. */
async function breakDown(who: Tenant, queue: string): Promise<string> {
  const job = await takeQueued(who)
  const error = await run(job, true).catch(reason => reason)
  expect(error).toMatchObject({ message: 'no room left' })
  const letter = { id: `${job.name} ${who.id} ${++letters}`, ...job, attempts: 8 }
  await app.db.everyCompany(trx => keepDeadLetter(trx, queue, letter, error))
  const { id } = await app.db.everyCompany(trx =>
    trx.selectFrom('failed_jobs').select('id').where('job_id', '=', letter.id).executeTakeFirstOrThrow()
  )
  return id
}

const retry = async (letter: string) =>
  expect((await call(admin, 'POST', `/api/admin/logs/jobs/${letter}/retry`)).statusCode).toBe(204)

const read = async (who: Tenant, id: string) => (await call(who, 'GET', `/api/leads/operations/${id}`)).json()

const tasks = { kind: 'task', params: { title: 'Ligar', dueAt: new Date().toISOString() }, filter: {} }

const tasksOf = async (who: Tenant) => {
  const { rows } = await app.db.company(who.id, trx =>
    sql<{ n: number; leads: number }>`
      select count(*)::integer as n, count(distinct lead_id)::integer as leads from tasks`.execute(trx)
  )
  return rows[0]
}

test('an action that failed for good goes on when its dead letter is retried, once for each lead, though a worker is killed over it', async () => {
  const ours = await withLeads(1700)
  const { id } = (await call(ours, 'POST', '/api/leads/operations', tasks)).json()
  const mend = await faultOn('tasks', `new.lead_id = '${await leadAt(ours, 700)}'`)
  const letter = await breakDown(ours, 'operations')
  expect(await read(ours, id)).toMatchObject({ state: 'failed', done: 500, undoable: true })
  await mend()

  // A lead of the third portion is somebody else's for the moment, so that the worker dies in the middle.
  await other.query('begin')
  await other.query('select from leads where id = $1 for update', [await leadAt(ours, 1200)])
  const first = startWorkerProcess(env)
  await retry(letter)
  await expect.poll(async () => (await read(ours, id)).done, { interval: 50 }).toBe(1000)
  expect(await read(ours, id)).toMatchObject({ state: 'running', error: null, finishedAt: null })
  await kill(first)
  await other.query('rollback')

  startWorkerProcess(env)
  await expect.poll(async () => (await read(ours, id)).state).toBe('done')
  expect(await read(ours, id)).toMatchObject({ total: 1700, done: 1700, changed: 1700, skipped: 0, error: null })
  expect(await tasksOf(ours)).toEqual({ n: 1700, leads: 1700 })
  const letters = () =>
    app.db.everyCompany(trx => trx.selectFrom('failed_jobs').selectAll().where('queue', '=', 'operations').execute())
  expect(await letters()).toEqual([])
})

test('an undoing that failed for good goes on when its letter is retried, and the letter of the action does nothing any more', async () => {
  const ours = await withLeads(1200)
  const { id } = (await call(ours, 'POST', '/api/leads/operations', tasks)).json()
  const mend = await faultOn('tasks', `new.lead_id = '${await leadAt(ours, 700)}'`)
  const doing = await breakDown(ours, 'operations')
  await mend()
  expect((await call(ours, 'POST', `/api/leads/operations/${id}/undo`)).statusCode).toBe(202)
  const cure = await faultOn('leads', `new.id = '${await leadAt(ours, 3)}'`)
  const undoing = await breakDown(ours, 'operations')
  expect(await read(ours, id)).toMatchObject({ state: 'failed' })
  await cure()

  await retry(doing)
  await run(await takeQueued(ours))
  expect(await read(ours, id)).toMatchObject({ state: 'failed', done: 0 })
  await retry(undoing)
  await run(await takeQueued(ours))
  expect(await read(ours, id)).toMatchObject({ state: 'undone', error: null, result: { kept: 0 } })
  expect(await tasksOf(ours)).toEqual({ n: 0, leads: 0 })
})

test('an action is not gone on with when its rows may be gone, and says so', async () => {
  const ours = await withLeads(3)
  const { id } = (await call(ours, 'POST', '/api/leads/operations', tasks)).json()
  const mend = await faultOn('tasks', `new.lead_id = '${await leadAt(ours, 0)}'`)
  const letter = await breakDown(ours, 'operations')
  await mend()
  await app.db.company(ours.id, trx =>
    sql`update operations set created_at = now() - interval '8 days' where id = ${id}`.execute(trx)
  )
  await retry(letter)
  await run(await takeQueued(ours))
  expect(await read(ours, id)).toMatchObject({
    state: 'failed',
    done: 0,
    error: 'Passou o prazo para continuar esta ação. Comece uma nova.'
  })
})

test('an import that failed for good goes on where it stopped, and so does its check', async () => {
  const ours = await company(app)
  const list = Array.from({ length: 3000 }, (_, n) => `Pessoa ${n};p${n}@example.com`)
  const sent = (await upload(app, ours, ['Nome;E-mail', ...list].join('\r\n'))).json()
  await call(ours, 'POST', `/api/imports/${sent.id}/check`, usual(sent))
  const unchecked = await faultOn('import_rows', `new.name = 'Pessoa 2500'`)
  const check = await breakDown(ours, 'imports')
  expect((await readImport(app, ours, sent.id)).check).toMatchObject({ state: 'failed', done: 2000 })
  await unchecked()
  await retry(check)
  await run(await takeQueued(ours))
  expect((await readImport(app, ours, sent.id)).check?.counts).toMatchObject({ created: 3000 })

  expect((await start(app, ours, sent.id)).statusCode).toBe(202)
  const unstored = await faultOn('leads', `new.name = 'Pessoa 2800'`)
  await breakDown(ours, 'imports')
  const failed = { state: 'failed', done: 2600, total: 3000, changed: 2600, retryable: true }
  expect((await readImport(app, ours, sent.id)).run).toMatchObject(failed)
  // The importer may retry it as well; the staff see one failure, however often it fails.
  expect((await start(app, ours, sent.id)).statusCode).toBe(202)
  expect((await readImport(app, ours, sent.id)).run).toMatchObject({ state: 'running', retryable: false })
  const letter = await breakDown(ours, 'imports')
  expect((await readImport(app, ours, sent.id)).run).toMatchObject(failed)
  const seen = async () => (await call(admin, 'GET', `/api/admin/logs/jobs?companyId=${ours.id}`)).json().rows
  expect(await seen()).toMatchObject([{ id: letter, name: 'import-confirmed', error: 'no room left' }])
  await unstored()
  await retry(letter)
  await run(await takeQueued(ours))
  expect((await readImport(app, ours, sent.id)).run).toMatchObject({ state: 'done', error: null, done: 3000 })
  const { rows } = await app.db.company({ id: ours.id, held: true }, trx =>
    sql<{ n: number; names: number }>`
      select count(*)::integer as n, count(distinct name)::integer as names from leads`.execute(trx)
  )
  expect(rows).toEqual([{ n: 3000, names: 3000 }])
  expect(await seen()).toEqual([])
})
