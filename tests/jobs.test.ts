import { Type } from '@sinclair/typebox'
import { UnrecoverableError } from 'bullmq'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, inject, test } from 'vitest'
import { on } from '../services/core/handlers.ts'
import { defineJob, publish } from '../services/core/jobs.ts'
import { listen } from '../services/core/signals.ts'
import { notifyOfNew } from '../services/leads/leads/worker.ts'
import { startRelay, takeBatch } from '../workers/relay.ts'
import { company, openApp, sendLead, testConfig } from './kit/app.ts'
import { analyze, newDatabase } from './kit/database.ts'
import { openWorker } from './kit/workers.ts'

const label = 'Testar'
const Keyed = Type.Object({ key: Type.String() })
const counted = defineJob('test', 'counted', Keyed, { label })
const failing = defineJob('test', 'failing', Type.Object({ key: Type.String(), succeedAt: Type.Integer() }), { label })
const joined = defineJob('test', 'joined', Type.Object({ companyId: Type.String(), keys: Type.Array(Type.String()) }), {
  label,
  joins: 'keys'
})
const hopeless = defineJob('test', 'hopeless', Keyed, { label })

const stores = [
  { store: 'postgres' as const, env: () => ({}) },
  { store: 'redis' as const, env: () => ({ REDIS_URL: inject('redisUrl') ?? '' }) }
]

describe.each(stores)('jobs on $store', async ({ store, env }) => {
  const skipped = store === 'redis' && inject('redisUrl') === null
  if (skipped) return void test.skip('there is no Redis', () => {})

  async function open() {
    const config = testConfig({ ...env(), DATABASE_URL: await newDatabase() })
    const runs: string[] = []
    const batches: { companyId: string; keys: string[] }[] = []
    const app = await openApp({ ...env(), DATABASE_URL: config.database.owner })
    const worker = await openWorker(config, [
      on(counted, async ({ key }) => void runs.push(key)),
      on(failing, async ({ key, succeedAt }) => {
        runs.push(key)
        if (runs.filter(run => run === key).length < succeedAt) throw new Error('not yet')
      }),
      on(joined, async batch => {
        if (batch.keys.includes('poison')) throw new UnrecoverableError('never')
        batches.push(batch)
      }),
      on(hopeless, async ({ key }) => {
        runs.push(key)
        throw new UnrecoverableError('never')
      })
    ])
    return { app, worker, runs, batches, config }
  }
  // Awaited here, so that it is the tests' of this store and ends after them, not with the first that waits for it.
  const opened = await open()

  const dead = async (name: string) => {
    const { app } = opened
    return app.db.everyCompany(trx => trx.selectFrom('failed_jobs').selectAll().where('name', '=', name).execute())
  }

  test('the store is the one that was configured', async () => {
    expect(opened.worker.queues.store).toBe(store)
  })

  test('a new lead is announced to the company once, by a mail that stays in its outbox page', async () => {
    const { app } = opened
    const ours = await company(app, 'Padaria')
    const { id } = (
      await sendLead(app, ours.id, {
        name: 'Zé & <b>',
        preferredDate: '2199-12-31',
        preferredPeriod: 'evening',
        message: 'Linha 1\nLinha 2'
      })
    ).json()
    const mails = async () => (await app.inject({ url: '/api/mails', headers: ours.auth })).json()
    await expect.poll(mails, { interval: 10 }).toHaveLength(1)
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: ours.email, subject: 'Novo lead: Zé & <b>', status: 'kept', leadId: id })
    for (const text of ['(11) 98765-4321', '31/12/2199', 'Noite (após 17h)', 'Linha 1\nLinha 2', `/leads/${id}`])
      expect(mail.text).toContain(text)
    expect((await app.inject({ url: `/api/mails/${mail.id}`, headers: ours.auth })).json()).toEqual(mail)
  })

  test('a job runs when its transaction commits, and never when it is rolled back', async () => {
    const { app, runs } = opened
    const rolledBack = app.db.everyCompany(async trx => {
      await publish(trx, counted, { key: 'rolled back' })
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await app.db.everyCompany(trx => publish(trx, counted, { key: 'committed' }))
    await expect.poll(() => runs).toContain('committed')
    expect(runs).not.toContain('rolled back')
  })

  test('a job that fails is tried again until it succeeds', async () => {
    const { app, runs } = opened
    await app.db.everyCompany(trx => publish(trx, failing, { key: 'third time', succeedAt: 3 }))
    await expect.poll(() => runs.filter(run => run === 'third time').length).toBe(3)
    expect(await dead('failing')).toEqual([])
  })

  test('a job that cannot succeed is kept as a dead letter, with its data and its error', async () => {
    const { app, runs } = opened
    await app.db.everyCompany(trx => publish(trx, hopeless, { key: 'lost cause' }))
    await expect
      .poll(() => dead('hopeless'))
      .toMatchObject([{ queue: 'test', data: { key: 'lost cause' }, error: 'never', attempts: 1 }])
    expect(runs.filter(run => run === 'lost cause')).toHaveLength(1)
  })

  test('a job of another shape, or one that nobody handles, is a dead letter at once', async () => {
    const { app } = opened
    await app.db.everyCompany(async trx => {
      await trx.insertInto('outbox').values({ queue: 'test', name: 'counted', data: '{"key":1}' }).execute()
      await trx.insertInto('outbox').values({ queue: 'test', name: 'unheard', data: '{}' }).execute()
    })
    await expect.poll(() => dead('counted')).toHaveLength(1)
    await expect.poll(() => dead('unheard')).toHaveLength(1)
  })

  test('a job that the store refuses is a dead letter, and holds up no other', async () => {
    const { app, runs } = opened
    await app.db.everyCompany(async trx => {
      await publish(trx, counted, { key: 'before it' })
      // BullMQ takes no number as an id.
      await trx.insertInto('outbox').values({ id: '4711', queue: 'test', name: 'refused', data: '{}' }).execute()
      await publish(trx, counted, { key: 'after it' })
    })
    await expect.poll(() => runs).toEqual(expect.arrayContaining(['before it', 'after it']))
    await expect.poll(() => dead('refused')).toMatchObject([{ job_id: '4711', attempts: 0 }])
  })

  test('five relays hand over a thousand jobs, each once', async () => {
    const { app, worker, runs, config } = opened
    const listener = listen(config.database.staff, () => {})
    const more = Array.from({ length: 4 }, () =>
      startRelay(worker.db, worker.queues, listener, pino({ level: 'silent' }))
    )
    const keys = Array.from({ length: 1000 }, (_, n) => `relayed ${n}`)
    for (let n = 0; n < 1000; n += 50)
      await app.db.everyCompany(async trx => {
        for (const key of keys.slice(n, n + 50)) await publish(trx, counted, { key })
      })
    const relayed = () => runs.filter(run => run.startsWith('relayed'))
    await expect.poll(() => relayed().length, { interval: 50 }).toBe(1000)
    expect(new Set(relayed()).size).toBe(1000)
    await Promise.all(more.map(relay => relay.close()))
    await listener.close()
  })

  test('a job that is handed over twice, or run twice at once, has one effect', async () => {
    const { app, worker, config } = opened
    const ours = await company(app)
    const { id } = (await sendLead(app, ours.id)).json()
    const context = { db: worker.db, config, log: pino({ level: 'silent' }), jobId: `twice-${id}`, last: false }
    const data = { companyId: ours.id, leadIds: [id] }
    await Promise.all(Array.from({ length: 5 }, () => notifyOfNew.run(data, context)))
    const notified = () =>
      app.db.company(ours.id, async trx => ({
        mails: (await trx.selectFrom('mails').select('id').where('lead_id', '=', id).execute()).length,
        news: (await trx.selectFrom('notifications').select('id').where('lead_id', '=', id).execute()).length
      }))
    expect(await notified()).toEqual({ mails: 1, news: 1 })
    const job = { id: `same-${id}`, name: 'leads-created', data }
    for (let n = 0; n < 3; n++) await worker.queues.add('leads', [job])
    const left = () => worker.queues.counts('leads')
    await expect.poll(left).toMatchObject({ waiting: 0, active: 0, delayed: 0 })
    expect(await notified()).toEqual({ mails: 1, news: 1 })
  })

  test('jobs of one company that wait together are handed over as one, and what fails for one holds up no other', async () => {
    const { app, batches } = opened
    await app.db.everyCompany(async trx => {
      for (let n = 0; n < 150; n++)
        await publish(trx, joined, { companyId: n % 2 ? 'odd' : 'even', keys: [`${n}`, `${n}b`] })
      await publish(trx, joined, { companyId: 'poisoned', keys: ['good', 'poison', 'fine'] })
    })
    const handled = () => batches.flatMap(({ companyId, keys }) => keys.map(key => `${companyId} ${key}`))
    await expect.poll(() => handled().length).toBe(302)
    expect(new Set(handled()).size).toBe(302)
    expect(handled()).toEqual(expect.arrayContaining(['poisoned good', 'poisoned fine', 'even 148b', 'odd 1']))
    for (const { companyId, keys } of batches)
      expect(
        keys.every(key => companyId === 'poisoned' || Number.parseInt(key, 10) % 2 === Number(companyId === 'odd'))
      ).toBe(true)
    expect(batches.length).toBeLessThan(20)
    await expect.poll(() => dead('joined')).toMatchObject([{ data: { companyId: 'poisoned', keys: ['poison'] } }])
  })
})

test('a burst after an outbox that was empty is taken by its key, not by reading all of it for each row', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() })
  await analyze(app.config.database.owner, 'outbox')
  const plan = await app.db.everyCompany(async trx => {
    await sql`insert into outbox (queue, name, data) select 'test', 'burst', '{}' from generate_series(1, 3000)`.execute(
      trx
    )
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze) ${takeBatch}`.execute(trx)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/Update on outbox/)
  expect(plan).not.toMatch(/Join|Nested Loop/)
  expect(plan).toMatch(/Index Scan using outbox_pkey on outbox .*rows=200/)
})
