import path from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { diedThrice } from '../services/core/jobs.ts'
import { supervise } from '../services/core/supervisor.ts'
import { openApp } from './kit/app.ts'
import { newDatabase } from './kit/database.ts'
import { killer } from './kit/fragile.ts'
import { staff } from './kit/people.ts'
import { nothingFor } from './kit/quiet.ts'
import { redisDatabase } from './kit/redis.ts'

const redis = inject('redisUrl')
const stores = [
  { store: 'PostgreSQL', env: {} },
  ...(redis ? [{ store: 'Redis', env: { REDIS_URL: redisDatabase(redis, 14) } }] : [])
]

/** A worker of the fragile jobs that is started again whenever it dies, on a database of its own. */
async function open(env: NodeJS.ProcessEnv) {
  const database = await newDatabase()
  const owner = new pg.Client({ connectionString: database })
  await owner.connect()
  await owner.query('create table noted (id text primary key); grant all on noted to prosa_staff')
  const deaths: string[] = []
  const environment = { DATABASE_URL: database, SECRET_KEY: inject('secret'), JOB_LOCK: '2', ...env }
  const supervised = supervise({
    name: 'o worker',
    file: path.join(import.meta.dirname, 'kit/fragileWorker.ts'),
    env: { ...process.env, ...environment },
    cwd: import.meta.dirname,
    say: text => deaths.push(text)
  })
  onTestFinished(async () => {
    supervised.release()
    supervised.child().kill('SIGKILL')
    await owner.end()
  })
  const add = (name: string, jobs: object[]) =>
    owner.query(
      `insert into outbox (queue, name, data) select 'fragile', $1, j from jsonb_array_elements($2::jsonb) as j`,
      [name, JSON.stringify(jobs)]
    )
  const noted = async () => (await owner.query('select id from noted order by id')).rows.map(({ id }) => id as string)
  const letters = async () =>
    (await owner.query('select queue, name, data, error from failed_jobs order by failed_at')).rows
  return { environment, deaths, add, noted, letters }
}

const innocent = Array.from({ length: 100 }, (_, n) => `innocent-${n}`).toSorted()

test.for(stores)(
  'a job that kills its worker twice runs alone the third time and is put aside, on $store; the others pass',
  async ({ env }) => {
    const { environment, add, noted, letters, deaths } = await open(env)
    await add(
      'one-noted',
      [killer, ...innocent].map(id => ({ id, lasts: 100 }))
    )
    const letter = { queue: 'fragile', name: 'one-noted', data: { id: killer, lasts: 100 }, error: diedThrice }
    await expect.poll(letters).toEqual([letter])
    await expect.poll(noted).toEqual(innocent)
    expect(deaths).toHaveLength(2)

    // Tried again, it costs no worker any more.
    const app = await openApp(environment)
    const { auth } = await staff(app, 'global_admin')
    const jobs = async () => (await app.inject({ url: '/api/admin/logs/jobs', headers: auth })).json()
    const [shown] = (await jobs()).rows
    expect(shown).toMatchObject({ error: diedThrice })
    const retry = { method: 'POST' as const, url: `/api/admin/logs/jobs/${shown.id}/retry`, headers: auth }
    expect((await app.inject(retry)).statusCode).toBe(204)
    await expect.poll(letters).toEqual([letter])
    expect(deaths).toHaveLength(2)
  }
)

test('a joined job that kills its workers loses only the item that does so', async () => {
  const { add, noted, letters, deaths } = await open({})
  await add(
    'many-noted',
    [...innocent.slice(0, 5), killer].map(id => ({ ids: [id] }))
  )
  await expect
    .poll(letters)
    .toEqual([{ queue: 'fragile', name: 'many-noted', data: { ids: [killer] }, error: diedThrice }])
  await expect.poll(noted).toEqual(innocent.slice(0, 5))
  expect(deaths).toHaveLength(2)
})

test('a schedule that kills its workers runs alone until it no longer does', async () => {
  const { add, noted, letters, deaths } = await open({ FRAGILE_SCHEDULE: 'true' })
  await expect
    .poll(letters)
    .toEqual([expect.objectContaining({ queue: 'schedules', name: 'fragile', error: diedThrice })])
  const before = deaths.length
  await add('one-noted', [{ id: 'after', lasts: 0 }])
  await expect.poll(noted).toEqual(['after'])
  await nothingFor(5000, () => deaths.length, before)
})
