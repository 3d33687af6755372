import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../services/core/embedded.ts'
import { demoAccount } from '../services/demo/accounts.ts'
import { temporaryFolder } from './kit/folder.ts'
import { type Installation, install, signal } from './kit/installation.ts'
import { end, startRedisServer } from './kit/redis.ts'

type Lead = { id: string; name: string }

async function call<T>(
  url: string,
  options: { method?: string; body?: object; token?: string; key?: string } = {}
): Promise<{ status: number; json: T }> {
  // A connection of its own: a server that was killed has closed those that were kept.
  const response = await fetch(url, {
    method: options.method ?? (options.body ? 'POST' : 'GET'),
    signal: AbortSignal.timeout(15_000),
    headers: {
      connection: 'close',
      ...(options.body && { 'content-type': 'application/json' }),
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.key && { 'idempotency-key': options.key })
    },
    ...(options.body && { body: JSON.stringify(options.body) })
  })
  return { status: response.status, json: (await response.json()) as T }
}

const signIn = async (url: string): Promise<{ token: string; companyId: string }> => {
  const { email, password } = demoAccount
  const { json } = await call<{ token: string; user: { companyId: string } }>(`${url}/api/auth/login`, {
    body: { email, password }
  })
  return { token: json.token, companyId: json.user.companyId }
}

/** Sends leads as browsers do, each until it is acknowledged; returns what was acknowledged. */
async function sendMany(
  url: string,
  companyId: string,
  count: number,
  connections: number,
  onSent: (sent: number) => void
): Promise<Lead[]> {
  const acknowledged: Lead[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) {
        const n = next++
        const body = {
          name: `Carga ${n}`,
          email: `c${n}@example.com`,
          phone: `119${String(10_000_000 + n)}`,
          companyId,
          consentGiven: true
        }
        const key = randomUUID()
        for (;;) {
          const answer = await call<{ id: string }>(`${url}/api/leads/public`, { body, key }).catch(() => undefined)
          if (answer?.status === 201) {
            acknowledged.push({ id: answer.json.id, name: body.name })
            onSent(acknowledged.length)
            break
          }
          // Anything but a connection that broke or a service that is away for a moment would be a lost lead.
          if (answer) expect(answer.status).toBe(503)
          await new Promise(resolve => setTimeout(resolve, 100))
        }
      }
    })
  )
  return acknowledged
}

async function readAll<T>(url: string, token: string): Promise<T[]> {
  const all: T[] = []
  for (let skip = 0; ; skip += 1000) {
    const { json } = await call<T[]>(`${url}?range=${encodeURIComponent(JSON.stringify([skip, skip + 999]))}`, {
      token
    })
    all.push(...json)
    if (json.length < 1000) return all
  }
}

describe('an installation whose processes are killed', () => {
  let folder: string
  let prosa: Installation

  beforeAll(async () => {
    folder = await temporaryFolder('prosa faults')
    prosa = await install(folder)
  })
  afterAll(async () => {
    await prosa?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('loses no acknowledged lead and notifies each once, while API, worker and PostgreSQL are killed under load', async () => {
    const { token, companyId } = await signIn(prosa.url)
    const before = new Set((await readAll<Lead>(`${prosa.url}/api/leads`, token)).map(lead => lead.id))
    const parts = ['server.js', 'worker.js', 'postgres', 'server.js', 'worker.js']
    const killed: string[] = []
    // In turn, and once it is there: on a slow machine what was killed before may be starting still.
    let kills = Promise.resolve()
    const kill = (part: string) => {
      kills = kills.then(async () => {
        const hit = async () => (await prosa.pids(part)).filter(pid => signal(pid, 'SIGKILL'))
        await expect.poll(hit).not.toEqual([])
        killed.push(part)
      })
      kills.catch(() => {}) // reported where it is awaited, after the last lead
    }
    const count = 2000
    const marks = parts.map((_, n) => Math.floor(((n + 1) * count) / (parts.length + 1)))
    const acknowledged = await sendMany(prosa.url, companyId, count, 20, sent => {
      const part = parts[marks.indexOf(sent)]
      if (part) kill(part)
    })
    await kills
    expect(killed).toEqual(parts)
    expect(new Set(acknowledged.map(lead => lead.id)).size).toBe(count)

    const leads = (await readAll<Lead>(`${prosa.url}/api/leads`, token)).filter(lead => !before.has(lead.id))
    expect(leads.map(({ id, name }) => ({ id, name })).toSorted(byName)).toEqual(acknowledged.toSorted(byName))
    const notified = async () => {
      const mails = await readAll<{ leadId: string }>(`${prosa.url}/api/mails`, token)
      return mails
        .map(mail => mail.leadId)
        .filter(id => !before.has(id))
        .toSorted()
    }
    await expect.poll(async () => (await notified()).length, { timeout: 90_000, interval: 1000 }).toBe(count)
    expect(await notified()).toEqual(acknowledged.map(lead => lead.id).toSorted())
    for (const lead of acknowledged.filter((_, n) => n % 100 === 0)) {
      const { json } = await call<{ type: string }[]>(
        `${prosa.url}/api/companies/${companyId}/activities?leadId=${lead.id}`,
        { token }
      )
      expect(json.map(activity => activity.type)).toEqual(['new_lead'])
    }
    expect(await call(`${prosa.url}/health/ready`)).toMatchObject({ status: 200, json: { status: 'ok' } })
  })

  test('answers 503 in Portuguese within seconds while PostgreSQL hangs, and recovers on its own', async () => {
    const { token, companyId } = await signIn(prosa.url)
    const pids = await prosa.pids('postgres')
    expect(pids).toHaveLength(1)
    // A stopped server process accepts connections and never answers them; its running backends are stopped too, and
    // after it, as it starts none any more.
    for (const pid of pids) signal(pid, 'SIGSTOP')
    const backends = await backendsOf(pids[0] ?? 0)
    for (const pid of backends) signal(pid, 'SIGSTOP')
    const started = Date.now()
    const body = { name: 'A', email: 'a@example.com', phone: '11987654321', companyId }
    const answers = await Promise.all([
      call<{ message: string }>(`${prosa.url}/api/leads/public`, { body }),
      call<{ message: string }>(`${prosa.url}/api/leads`, { token })
    ]).finally(() => {
      for (const pid of [...backends, ...pids]) signal(pid, 'SIGCONT')
    })
    expect(answers.map(answer => answer.status)).toEqual([503, 503])
    expect(answers[0]?.json.message).toMatch(/temporariamente indisponível/)
    expect(Date.now() - started).toBeLessThan(30_000)
    await expect.poll(async () => (await call(`${prosa.url}/api/leads`, { token })).status).toBe(200)
  })

  test('a second start on the same folder is refused with a sentence that says what to do', async () => {
    await expect(install(folder)).rejects.toThrow(/outro Prosa \(processo \d+\) está usando/)
  })
})

const byName = (a: Lead, b: Lead) => (a.name < b.name ? -1 : 1)

async function backendsOf(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return children.trim().split(/\s+/).filter(Boolean).map(Number)
}

describe('an installation with Redis', () => {
  test('accepts leads while Redis is away, says so, and handles them when it is back', async context => {
    const redisPort = await freePort()
    let redis = await startRedisServer(redisPort)
    if (!redis) return context.skip()
    const folder = await temporaryFolder('prosa redis')
    const prosa = await install(folder, { REDIS_URL: `redis://127.0.0.1:${redisPort}` })
    try {
      const { token, companyId } = await signIn(prosa.url)
      // The demonstration writes to the guests of its appointments too.
      const mails = async () =>
        (await readAll<{ subject: string }>(`${prosa.url}/api/mails`, token)).filter(({ subject }) =>
          /^Novo (lead|envio)/.test(subject)
        ).length
      await sendMany(prosa.url, companyId, 5, 5, () => {})
      await expect.poll(mails).toBe(5)

      await end(redis, 'SIGKILL')
      const started = Date.now()
      expect(await sendMany(prosa.url, companyId, 40, 4, () => {})).toHaveLength(40)
      expect(Date.now() - started).toBeLessThan(60_000)
      const ready = await call<{ status: string; problems: string[] }>(`${prosa.url}/health/ready`)
      expect(ready).toMatchObject({ status: 200, json: { status: 'degraded' } })
      expect(ready.json.problems[0]).toMatch(/filas não responde/)
      expect(await mails()).toBe(5)

      redis = await startRedisServer(redisPort)
      await expect.poll(mails, { interval: 500 }).toBe(45)
    } finally {
      await prosa.stop()
      if (redis) await end(redis, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    }
  })
})
