import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, inject, test } from 'vitest'
import { openDb } from '../services/core/db.ts'
import { freePort } from '../services/core/embedded.ts'
import type { Schedule } from '../services/core/features.ts'
import { scheduleQueue } from '../services/core/jobs.ts'
import { openQueues, type Queues } from '../services/core/queues.ts'
import { features } from '../services/features.ts'
import { openAlone } from '../workers/alone.ts'
import { loadParts } from '../workers/parts.ts'
import { scheduleHandler, startScheduling } from '../workers/schedules.ts'
import { startWorkers } from '../workers/worker.ts'
import { openApp, testConfig } from './kit/app.ts'
import { newDatabase } from './kit/database.ts'
import { atEnd } from './kit/end.ts'
import { staff } from './kit/people.ts'
import { nothingFor } from './kit/quiet.ts'
import { end, redisDatabase, startRedisServer } from './kit/redis.ts'
import { openWorker, startWorkerProcess } from './kit/workers.ts'

const log = pino({ level: 'silent' })

/** A worker of these schedules alone. */
async function work(env: NodeJS.ProcessEnv, schedules: readonly Schedule[]) {
  const config = testConfig(env)
  const db = openDb({ ...config.database, name: 'test schedules', max: 4 })
  const queues = openQueues(config, () => {})
  const handlers = schedules.map(schedule => scheduleHandler(schedule, queues))
  const alone = openAlone()
  const workers = await startWorkers(handlers, queues, { db, config, log }, alone)
  const stop = startScheduling(db, queues, schedules, log)
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    stop()
    await Promise.allSettled(workers.map(worker => worker.close()))
    alone.close()
    await Promise.allSettled([queues.close(), db.close()])
  }
  atEnd(close)
  return { db, queues, close }
}

/** Notes when it ran, and says whether it must fail. */
function counter(name: string, every: number, { lasts = 0, fails = (): boolean => false } = {}) {
  const runs: number[] = []
  const schedule: Schedule = {
    name,
    label: `O que é ${name}`,
    every,
    run: async () => {
      runs.push(Date.now())
      await sleep(lasts)
      if (fails()) throw new Error('not this time')
    }
  }
  return { runs, schedule }
}

const until = (holds: () => unknown) => expect.poll(holds, { interval: 50 }).toBeTruthy()

const stores = [
  { store: 'postgres' as const, env: (): { REDIS_URL?: string } => ({}) },
  { store: 'redis' as const, env: () => ({ REDIS_URL: redisDatabase(inject('redisUrl'), 9) }) }
]

async function empty(url: string): Promise<void> {
  const redis = new Redis(url)
  await redis.flushdb()
  redis.disconnect()
}

describe.each(stores)('schedules on $store', ({ store, env }) => {
  const open = async () => {
    const settings = { ...env(), DATABASE_URL: await newDatabase() }
    if (settings.REDIS_URL) await empty(settings.REDIS_URL)
    return settings
  }
  const here = test.skipIf(store === 'redis' && inject('redisUrl') === null)

  here('each run happens once, however many workers there are', async () => {
    const settings = await open()
    const { runs, schedule } = counter('often', 500)
    const began = Date.now()
    await Promise.all([1, 2, 3].map(() => work(settings, [schedule])))
    await until(() => runs.length > 5)
    // However late they come: one at once, and one for each full half second since.
    const halfSeconds = Math.ceil(((runs.at(-1) ?? 0) - began) / 500)
    expect(runs.length - 1).toBeLessThanOrEqual(halfSeconds)
  })

  here('workers that start in one moment schedule one first run', async () => {
    const { db, queues } = await work(await open(), [])
    const { schedule } = counter('first', 3600_000)
    let [inside, highest, done] = [0, 0, 0]
    const watched: Queues = {
      ...queues,
      schedule: async (...request) => {
        highest = Math.max(highest, ++inside)
        try {
          await queues.schedule(...request)
          done++
        } finally {
          inside--
        }
      }
    }
    for (let n = 0; n < 4; n++) atEnd(startScheduling(db, watched, [schedule], log))
    // One that had to try again has the others look once more meanwhile.
    await until(() => done >= 4)
    expect(highest).toBe(1)
    expect(await queues.counts(scheduleQueue)).toMatchObject({ waiting: 1, delayed: 0 })
  })

  here('no run is begun while another is under way', async () => {
    const settings = await open()
    const { runs, schedule } = counter('slow', 200, { lasts: 1200 })
    await Promise.all([1, 2].map(() => work(settings, [schedule])))
    await until(() => runs.length > 2)
    expect(runs.slice(1).filter((at, n) => at - (runs[n] ?? 0) < 1100)).toEqual([])
  })

  here('of two runs that begin in one moment one goes on, and who was killed keeps no other from running', async () => {
    const settings = await open()
    const { db } = await work(settings, [])
    const ends: (() => void)[] = []
    const run = () => new Promise<void>(resolve => void ends.push(resolve))
    const active = new Set<string>()
    const queues = openQueues(testConfig(settings), () => {})
    atEnd(() => queues.close())
    const listed = { ...queues, active: async () => [...active].map(id => ({ id, name: 'twins' })) }
    const handler = scheduleHandler({ name: 'twins', label: 'O que é twins', every: 60_000, run }, listed)
    /** How many of the jobs that start at once go on, which they do until the others have given up. */
    const goOn = async (...jobIds: string[]) => {
      let gaveUp = 0
      const jobs = jobIds.map(async jobId => {
        active.add(jobId)
        await handler.run({ label: 'x' }, { db, config: testConfig(settings), log, jobId, last: true })
        gaveUp++
      })
      await until(() => ends.length + gaveUp === jobIds.length)
      const running = ends.splice(0)
      for (const end of running) end()
      await Promise.all(jobs)
      return running.length
    }
    // The last one would be the first by its name.
    expect(await goOn('c', 'b', 'a')).toBe(1)
    await db.everyCompany(trx => trx.insertInto('schedule_turns').values({ name: 'twins', job_id: 'd' }).execute())
    active.add('d')
    expect(await goOn('e')).toBe(0)
    active.delete('d')
    expect(await goOn('f', 'g')).toBe(1)
  })

  here('a run that fails is told until one succeeds, and keeps no other from running', async () => {
    const settings = await open()
    let broken = true
    const failing = counter('failing', 300, { fails: () => broken })
    const other = counter('other', 300)
    const { db } = await work(settings, [failing.schedule, other.schedule])
    const letters = () =>
      db.everyCompany(trx =>
        trx
          .selectFrom('failed_jobs')
          .select(['queue', 'name', 'error'])
          .where('name', 'in', ['failing', 'other'])
          .execute()
      )
    await until(() => failing.runs.length > 2 && other.runs.length > 2)
    expect(await letters()).toEqual([{ queue: scheduleQueue, name: 'failing', error: 'not this time' }])
    broken = false
    const before = failing.runs.length
    await until(() => failing.runs.length > before + 1)
    expect(await letters()).toEqual([])
  })

  here('what was due while no worker was there is done at once, and who comes back changes no times', async () => {
    const settings = await open()
    const first = counter('rare', 10_000)
    const { close } = await work(settings, [first.schedule])
    await until(() => first.runs.length > 0)
    await close()
    await nothingFor(10_500, () => first.runs.length, 1)
    const second = counter('rare', 10_000)
    const started = Date.now()
    const { queues } = await work(settings, [second.schedule])
    await until(() => second.runs.length > 0)
    // Well before it is due again, however slow the machine is.
    expect((second.runs[0] ?? 0) - started).toBeLessThan(8000)
    const [times] = await queues.schedules(scheduleQueue)
    expect(times?.next).toBeGreaterThan(started)
    await work(settings, [second.schedule])
    // It may have become due meanwhile.
    const shift = async () => (((await queues.schedules(scheduleQueue))[0]?.next ?? 0) - (times?.next ?? 0)) % 10_000
    await nothingFor(300, shift, 0)
  })

  here('one that no worker declares any more is run no more, and another pace is taken over', async () => {
    const settings = await open()
    const [gone, kept] = [counter('gone', 1000), counter('kept', 60_000)]
    const before = await work(settings, [gone.schedule, kept.schedule])
    await until(() => kept.runs.length > 0 && gone.runs.length > 0)
    await before.close()
    const { queues, db } = await work(settings, [{ ...kept.schedule, every: 30_000 }])
    await expect
      .poll(async () => (await queues.schedules(scheduleQueue)).map(({ name, every }) => ({ name, every })))
      .toEqual([{ name: 'kept', every: 30_000 }])
    expect(await db.everyCompany(trx => trx.selectFrom('failed_jobs').select('name').execute())).toEqual([])
  })

  here('workers of two versions leave each other their schedules, and the runs of these', async () => {
    const settings = await open()
    const [old, young] = [counter('old', 2000), counter('young', 2000)]
    const { queues, db } = await work(settings, [old.schedule])
    await until(() => old.runs.length > 0)
    await work(settings, [young.schedule])
    await until(() => old.runs.length > 2 && young.runs.length > 2)
    expect((await queues.schedules(scheduleQueue)).map(({ name }) => name).sort()).toEqual(['old', 'young'])
    expect(await db.everyCompany(trx => trx.selectFrom('failed_jobs').select('name').execute())).toEqual([])
  })

  here('a run that is requested while another is under way comes after it, each as often as requested', async () => {
    const settings = await open()
    const { runs, schedule } = counter('slow', 3600_000, { lasts: 1500 })
    const { db } = await work(settings, [schedule])
    await until(() => runs.length === 1)
    const [first = 0] = runs
    const queues = openQueues(testConfig(settings), () => {})
    atEnd(() => queues.close())
    const request = (id: string) => queues.add(scheduleQueue, [{ id, name: 'slow', data: { requested: true } }])
    await Promise.all(['one', 'two'].map(request))
    await until(() => runs.length === 3)
    expect((runs[1] ?? 0) - first).toBeGreaterThanOrEqual(1400)
    expect((runs[2] ?? 0) - (runs[1] ?? 0)).toBeGreaterThanOrEqual(1400)
    expect(await db.everyCompany(trx => trx.selectFrom('failed_jobs').select('name').execute())).toEqual([])
  })

  here('staff see what is done again and again, have it run now, and that is on record', async () => {
    const settings = await open()
    const app = await openApp(settings)
    const reader = await staff(app, 'employee', ['view_logs'])
    const { runs, schedule } = counter('hourly', 3600_000)
    const config = testConfig(settings)
    const queues = openQueues(config, () => {})
    atEnd(() => queues.close())
    await openWorker(config, [scheduleHandler(schedule, queues)])
    atEnd(startScheduling(app.db, queues, [schedule], log))
    await until(() => runs.length === 1)
    const path = '/api/admin/logs/schedules'
    const run = (name: string) =>
      app
        .inject({ method: 'POST', url: `${path}/${name}/run`, headers: reader.auth })
        .then(({ statusCode }) => statusCode)
    expect((await app.inject({ url: path, headers: reader.auth })).json()).toEqual([
      {
        name: 'hourly',
        label: 'O que é hourly',
        everySeconds: 3600,
        lastAt: expect.any(String),
        nextAt: expect.any(String),
        error: null
      }
    ])
    expect(await run('hourly')).toBe(204)
    expect(await run('unknown')).toBe(404)
    await until(() => runs.length === 2)
    const { rows } = (await app.inject({ url: '/api/admin/logs/audit?action=schedule', headers: reader.auth })).json()
    expect(rows).toMatchObject([{ action: 'schedule.run', objectName: 'hourly', names: { hourly: 'O que é hourly' } }])
  })
})

test('schedules begin when a Redis that was away at the start is there', async context => {
  const port = await freePort()
  const settings = { DATABASE_URL: await newDatabase(), REDIS_URL: `redis://127.0.0.1:${port}` }
  const { runs, schedule } = counter('often', 300)
  const { close } = await work(settings, [schedule])
  await nothingFor(500, () => runs, [])
  const server = await startRedisServer(port)
  if (!server) return context.skip()
  atEnd(() => end(server, 'SIGKILL'))
  await until(() => runs.length > 1)
  await close()
})

test('a worker runs everything that the features declare, and one that is killed is followed by the next', async () => {
  const settings = { DATABASE_URL: await newDatabase() }
  const declared = (await loadParts()).flatMap(({ schedules = [] }) => schedules.map(({ name }) => name))
  expect(new Set(declared).size).toBe(declared.length)
  const queues = openQueues(testConfig(settings), () => {})
  atEnd(() => queues.close())
  const first = startWorkerProcess(settings)
  await expect
    .poll(async () => (await queues.schedules(scheduleQueue)).map(({ name }) => name).sort())
    .toEqual([...declared, 'hand-over', 'tidy'].sort())
  first.kill('SIGKILL')
  const app = await openApp(settings)
  await app.db.everyCompany(trx =>
    sql`insert into throttles (key, count, resets_at) values ('over', 1, now() - interval '1 minute')`.execute(trx)
  )
  startWorkerProcess(settings)
  const left = () => app.db.everyCompany(trx => trx.selectFrom('throttles').select('key').execute())
  await queues.add(scheduleQueue, [{ id: 'now', name: 'tidy', data: {} }])
  await expect.poll(left).toEqual([])
})

test('every feature has a name of its own, and so has every permission, kind of event, table and step of tidying', async () => {
  const twice = (names: readonly string[]) => names.filter((name, n) => names.indexOf(name) !== n)
  expect(twice(features.map(({ name }) => name))).toEqual([])
  expect(twice(features.flatMap(({ permissions = [] }) => permissions))).toEqual([])
  expect(twice(features.flatMap(({ events = {} }) => Object.keys(events)))).toEqual([])
  expect(
    twice(
      features.flatMap(({ places = [], tables = {} }) => [...places.map(({ table }) => table), ...Object.keys(tables)])
    )
  ).toEqual([])
  expect(twice((await loadParts()).flatMap(({ tidy = {} }) => Object.keys(tidy)))).toEqual([])
})
