import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '../services/core/embedded.ts'
import { end, startRedisServer } from '../tests/kit/redis.ts'
import { answers, type Bench } from './environment.ts'
import { percentiles } from './load.ts'
import type { Row } from './report.ts'
import { type SignedIn, signUp } from './session.ts'

const jobs = 4000

/** How soon a lead's notice is there, and how many a worker makes, on both stores. */
export async function benchJobs(bench: Bench): Promise<Row[]> {
  const rows = await onStore(bench, 'PostgreSQL', {})
  const redisPort = await freePort()
  const redis: ChildProcess | null = await startRedisServer(redisPort)
  if (!redis) return rows
  try {
    return [...rows, ...(await onStore(bench, 'Redis', { REDIS_URL: `redis://127.0.0.1:${redisPort}` }))]
  } finally {
    await end(redis, 'SIGTERM')
  }
}

async function onStore(bench: Bench, store: string, env: NodeJS.ProcessEnv): Promise<Row[]> {
  const [api, worker] = await Promise.all([
    bench.start('dist/services/server.js', env),
    bench.start('dist/services/worker.js', env)
  ])
  await answers(api.port)
  const company = await signUp(api.port, bench.sql)
  await latency(bench, api.port, company, 3) // warms both processes up
  await bench.sql.query('analyze') // as autovacuum leaves the tables
  const { p50, p99 } = await latency(bench, api.port, company, 12)
  const goal = store === 'Redis' ? { p50: 10, p99: 40 } : { p50: 15, p99: 60 }
  const drained = await middleOf(() => drain(bench, company))
  await Promise.all([api.stop(), worker.stop()])

  const same = await middleOf(() => bare(bench, company, env, 'notice'))
  const empty = await middleOf(() => bare(bench, company, env, 'empty'))
  return [
    {
      what: `lead sent to notice readable, 50 a second, ${store}`,
      measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      limit: '',
      ratio: null,
      goal: `p50 at most ${goal.p50} ms, p99 at most ${goal.p99} ms`,
      met: p50 <= goal.p50 && p99 <= goal.p99
    },
    {
      what: `jobs with outbox, relay and handler, ${store}`,
      measured: `${drained.toFixed(0)}/s`,
      limit: `bare BullMQ with the same statements ${same.toFixed(0)}/s`,
      ratio: drained / same,
      goal: 'at least 0.50',
      met: drained / same >= 0.5
    },
    {
      what: `the same against an empty handler, ${store}`,
      measured: `${drained.toFixed(0)}/s`,
      limit: `bare BullMQ doing nothing ${empty.toFixed(0)}/s`,
      ratio: drained / empty,
      goal: 'for information',
      met: true
    }
  ]
}

/** Milliseconds from sending a lead to its notice being readable, fifty leads a second. */
async function latency(
  bench: Bench,
  port: number,
  { companyId }: SignedIn,
  seconds: number
): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  const one = async (n: number) => {
    const started = performance.now()
    const body = {
      name: 'Medição',
      email: `m${n}-${Math.random()}@example.com`,
      phone: `119${Math.random().toString().slice(2, 10)}`,
      companyId
    }
    const response = await fetch(`http://127.0.0.1:${port}/api/leads/public`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body)
    })
    if (!response.ok) throw new Error(`A lead was answered with ${response.status}: ${await response.text()}`)
    const { id } = (await response.json()) as { id: string }
    for (;;) {
      const text = `select from mails m join activities a using (company_id, lead_id) where company_id = $1 and lead_id = $2`
      const { rowCount } = await bench.sql.query({ name: 'readable', text, values: [companyId, id] })
      if (rowCount) break
      await new Promise(resolve => setTimeout(resolve, 1))
    }
    times.push(performance.now() - started)
  }
  const running: Promise<void>[] = []
  const started = performance.now()
  for (let n = 0; n < seconds * 50; n++) {
    const wait = started + n * 20 - performance.now()
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
    running.push(one(n))
  }
  await Promise.all(running)
  return percentiles(times)
}

/** The middle of five: a few seconds of work may share the machine with autovacuum, or not. */
async function middleOf(measure: () => Promise<number>): Promise<number> {
  const figures: number[] = []
  for (let n = 0; n < 5; n++) figures.push(await measure())
  return figures.toSorted((a, b) => a - b)[2] ?? 0
}

/** Leads a second of which one worker notifies, finding each alone in the outbox. */
async function drain({ sql }: Bench, { companyId }: SignedIn): Promise<number> {
  await sql.query('delete from mail_days')
  const made = async () =>
    (await sql.query('select count(*)::int as n from mails where company_id = $1', [companyId])).rows[0].n as number
  const target = (await made()) + jobs
  const leads = await sql.query(
    `insert into leads (company_id, name, email, phone, phone_key, source, consent_given)
     select $1, 'Medição', 'm' || n || '@example.com', '11987654321', '1187654321', 'form', true from generate_series(1, $2) as n
     returning id`,
    [companyId, jobs]
  )
  const started = performance.now()
  await sql.query(
    `insert into outbox (queue, name, data)
     select 'leads', 'leads-created', jsonb_build_object('companyId', $1::text, 'leadIds', jsonb_build_array(id))
     from unnest($2::text[]) as id`,
    [companyId, leads.rows.map(({ id }) => id)]
  )
  await sql.query(`select pg_notify('prosa', 'outbox')`)
  // Counting takes a tenth of a core where it is done without a pause; late by half of it, the figure is 2% too low.
  while ((await made()) < target) await new Promise(resolve => setTimeout(resolve, 100))
  return jobs / ((performance.now() - started) / 1000)
}

/** Jobs a second of BullMQ alone on the same store. */
async function bare(bench: Bench, { companyId }: SignedIn, env: NodeJS.ProcessEnv, handler: string): Promise<number> {
  const { rows } = await bench.sql.query('select id from leads where company_id = $1 limit 1', [companyId])
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'bare-worker.ts')],
    {
      env: { ...bench.env, ...env, COUNT: String(jobs), COMPANY: companyId, LEAD: rows[0].id, HANDLER: handler },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc']
    }
  )
  const [{ seconds }] = (await once(child, 'message')) as [{ seconds: number }]
  return jobs / seconds
}
