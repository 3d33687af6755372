import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { nodeFlags } from '../services/core/runtime.ts'
import { answers, type Bench } from './environment.ts'
import { fillLeads } from './fill.ts'
import { load, percentiles, turnByTurn } from './load.ts'
import type { Row } from './report.ts'
import { signUp } from './session.ts'

/** How many sign-ins a second there are of the hashes that the process could do, and what the others notice of them. */
export async function benchSignin(bench: Bench): Promise<Row[]> {
  const api = await bench.start('dist/services/server.js')
  await answers(api.port)
  const { companyId, headers, email, password } = await signUp(api.port, bench.sql)
  await fillLeads(bench.sql, companyId, 1000)
  const list = () => ({ method: 'GET' as const, path: '/api/leads', headers })
  const body = JSON.stringify({ email, password })
  const signIn = () => ({ method: 'POST' as const, path: '/api/auth/login', body })
  const listTimes = (seconds: number) => load(api.port, { connections: 1, seconds }, list)
  await listTimes(2)

  const bare: number[] = []
  const ours: number[] = []
  const calm: number[] = []
  const flooded: number[] = []
  for (let round = 0; round < 3; round++) {
    bare.push(await bareHashes(4))
    calm.push((await listTimes(4)).p95)
    ours.push((await load(api.port, { connections: 16, seconds: 4 }, signIn)).perSecond)
    const [, meanwhile] = await Promise.all([load(api.port, { connections: 16, seconds: 5 }, signIn), listTimes(4)])
    flooded.push(meanwhile.p95)
  }
  const secrets = await secretTimes(api.port, email)
  await api.stop()
  const [hashes, signIns, before, during] = [bare, ours, calm, flooded].map(middle) as [number, number, number, number]
  return [
    {
      what: 'sign-ins, 16 connections',
      measured: `${signIns.toFixed(1)}/s`,
      limit: `the same hashes alone ${hashes.toFixed(1)}/s`,
      ratio: signIns / hashes,
      goal: 'at least 0.80',
      met: signIns / hashes >= 0.8
    },
    {
      what: 'p95 of a list while sign-ins flood',
      measured: `${during.toFixed(1)} ms`,
      limit: `${before.toFixed(1)} ms without`,
      ratio: during / before,
      goal: 'at most 2',
      met: during / before <= 2
    },
    ...secrets
  ]
}

/** Whether the time of an answer reveals that an e-mail has an account. */
async function secretTimes(port: number, email: string): Promise<Row[]> {
  const post = (path: string, body: object) => () =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body)
    }).then(response => response.arrayBuffer())
  const unknown = 'ninguem@example.com'
  const attempts: [string, string, (email: string) => object, number][] = [
    ['a sign-in that fails', '/api/auth/login', email => ({ email, password: 'senha que não confere' }), 30],
    ['a forgotten password', '/public/password/forgot', email => ({ email }), 100]
  ]
  const rows: Row[] = []
  for (const [what, path, body, rounds] of attempts) {
    const times = await turnByTurn({ registered: post(path, body(email)), unknown: post(path, body(unknown)) }, rounds)
    const [registered, stranger] = [times.registered, times.unknown].map(each => percentiles(each ?? []).p50) as [
      number,
      number
    ]
    const ratio = Math.max(registered, stranger) / Math.min(registered, stranger)
    rows.push({
      what: `${what}, of an account`,
      measured: `${registered.toFixed(1)} ms`,
      limit: `of none ${stranger.toFixed(1)} ms`,
      ratio,
      goal: 'at most 1.40',
      met: ratio <= 1.4
    })
  }
  return rows
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function bareHashes(seconds: number): Promise<number> {
  const child = spawn(process.execPath, [...nodeFlags, path.join(import.meta.dirname, 'bare-hash.ts')], {
    env: { ...process.env, SECONDS: String(seconds) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  const [{ perSecond }] = (await once(child, 'message')) as [{ perSecond: number }]
  return perSecond
}
