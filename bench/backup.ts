import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { to as copyTo } from 'pg-copy-streams'
import { makeBackup } from '../services/admin/backups/make.ts'
import { listTables } from '../services/admin/backups/snapshot.ts'
import { readConfig } from '../services/core/config.ts'
import { openDb } from '../services/core/db.ts'
import { openConnection } from '../services/core/ownConnection.ts'
import { answers, type Bench, memory } from './environment.ts'
import { fillLeads } from './fill.ts'
import { percentiles } from './load.ts'
import type { Row } from './report.ts'

const rounds = 5

/** A backup of 100,000 leads against `COPY` of the same tables alone, and what visitors notice of one in the worker. */
export async function benchBackup(bench: Bench): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'prosa-bench-backup-'))
  const env = { ...bench.env, DATA_DIR: folder, BACKUP_KEEP: '1' }
  try {
    const text = `insert into companies (name, plan) values ('Backup', 'enterprise') returning id`
    const companyId = (await bench.sql.query(text)).rows[0].id
    await fillLeads(bench.sql, companyId, 100_000)
    await bench.sql.query('vacuum analyze')
    return [...(await againstCopy(env)), ...(await besideCapture(bench, env, companyId))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function againstCopy(env: NodeJS.ProcessEnv): Promise<Row[]> {
  const config = readConfig(env)
  const db = openDb({ ...config.database, name: 'bench' })
  const times: Record<'copy' | 'backup', number[]> = { copy: [], backup: [] }
  let bytes = 0
  for (let round = -1; round < rounds; round++)
    for (const [name, act] of Object.entries({
      copy: () => copyAll(config.database.staff),
      backup: async () => {
        bytes = (await makeBackup(db, config)).bytes
      }
    })) {
      const started = performance.now()
      await act()
      if (round >= 0) times[name as keyof typeof times].push(performance.now() - started)
    }
  await db.close()
  const [copy, backup] = [percentiles(times.copy).p50, percentiles(times.backup).p50]
  return [
    {
      what: `backup of 100,000 leads, compressed, read back and compared (${(bytes / 1_048_576).toFixed(0)} MB)`,
      measured: `${(backup / 1000).toFixed(2)} s`,
      limit: `COPY of the same tables alone ${(copy / 1000).toFixed(2)} s`,
      ratio: backup / copy,
      goal: 'at most 2',
      met: backup / copy <= 2
    }
  ]
}

/** Reads every table and keeps nothing. */
async function copyAll(url: string): Promise<void> {
  const connection = await openConnection(url, 'bench')
  for (const { name, columns } of await listTables(connection))
    for await (const _ of connection.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`)));
  await connection.close()
}

const perSecond = 50
const seconds = 10

async function besideCapture(bench: Bench, env: NodeJS.ProcessEnv, companyId: string): Promise<Row[]> {
  const [api, worker] = await Promise.all([
    bench.start('dist/services/server.js', env),
    bench.start('dist/services/worker.js', env)
  ])
  await answers(api.port)
  await capture(api.port, companyId, 3)
  const idle = await memory(worker.child.pid)
  const times: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] }
  let made = 0
  let peak = idle
  for (let round = 0; round < 3; round++) {
    times.alone.push(...(await capture(api.port, companyId, seconds)))
    const stop = new AbortController()
    const backups = (async () => {
      while (!stop.signal.aborted) {
        await makeByWorker(bench)
        made++
      }
    })()
    const watching = setInterval(() => void memory(worker.child.pid).then(now => (peak = Math.max(peak, now))), 100)
    times.beside.push(...(await capture(api.port, companyId, seconds)))
    stop.abort()
    await backups
    clearInterval(watching)
    await sleep(1000)
  }
  await Promise.all([api.stop(), worker.stop()])
  const [alone, beside] = [percentiles(times.alone), percentiles(times.beside)]
  return [
    {
      what: `lead capture, ${perSecond} a second, while the worker makes one backup after the other (${made})`,
      measured: `p50 ${beside.p50.toFixed(1)} ms, p99 ${beside.p99.toFixed(1)} ms`,
      limit: `without p50 ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms`,
      ratio: beside.p99 / alone.p99,
      goal: 'at most 1.50',
      met: beside.p99 / alone.p99 <= 1.5
    },
    {
      what: 'memory of the worker over idle, meanwhile; the backup has a process of its own',
      measured: `${(peak - idle).toFixed(0)} MiB`,
      limit: `${idle.toFixed(0)} MiB idle`,
      ratio: null,
      goal: 'at most 100 MiB',
      met: peak - idle <= 100
    }
  ]
}

/** Milliseconds of each lead, sent at a fixed pace whatever the answers take. */
async function capture(port: number, companyId: string, seconds: number): Promise<number[]> {
  const times: Promise<number>[] = []
  for (let n = 0, start = performance.now(); n < perSecond * seconds; n++) {
    await sleep(Math.max(0, start + (n * 1000) / perSecond - performance.now()))
    times.push(sendOne(port, companyId))
  }
  return Promise.all(times)
}

async function sendOne(port: number, companyId: string): Promise<number> {
  const n = Math.random().toString().slice(2, 10)
  const started = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api/leads/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `Pessoa ${n}`,
      email: `p${n}@example.com`,
      phone: `119${n}`,
      companyId,
      consentGiven: true
    })
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`a lead was answered with ${response.status}`)
  return performance.now() - started
}

async function makeByWorker({ sql }: Bench): Promise<void> {
  const count = async () =>
    Number((await sql.query('select count(*) as n from backups where checked_at is not null')).rows[0].n)
  const before = await count()
  await sql.query(`insert into outbox (queue, name, data) values ('operations', 'backup-requested', '{}')`)
  await sql.query(`select pg_notify('prosa', 'outbox')`)
  while ((await count()) === before) await sleep(50)
}
