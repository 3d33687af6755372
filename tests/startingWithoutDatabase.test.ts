import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../services/core/embedded.ts'
import { scheduleQueue } from '../services/core/jobs.ts'
import { nodeFlags } from '../services/core/runtime.ts'
import { queueNames } from '../services/features.ts'
import { newDataDir } from './kit/app.ts'
import { newDatabase } from './kit/database.ts'

/**
 * A door to the database that lets the first few connections in, then ends them all and refuses as many as are given.
 */
async function openGate(target: string, { first, refused }: { first: number; refused: number }) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<net.Socket>()
  let count = 0
  const server = net.createServer(socket => {
    socket.on('error', () => {})
    count++
    if (count > first && count <= first + refused) {
      for (const each of sockets) each.destroy()
      socket.destroy()
      return
    }
    const database = net.connect(Number(port), hostname)
    for (const each of [socket, database]) {
      sockets.add(each)
      each.on('error', () => {}).on('close', () => sockets.delete(each))
    }
    socket.pipe(database).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const each of sockets) each.destroy()
    server.close()
  })
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
  return { url: url.href, count: () => count }
}

function start(file: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [...nodeFlags, path.join(import.meta.dirname, '..', file)], {
    env: { ...process.env, SECRET_KEY: inject('secret'), LOG_LEVEL: 'silent', DATA_DIR: newDataDir(), ...env },
    stdio: 'ignore'
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const status = (port: number, url: string) =>
  fetch(`http://127.0.0.1:${port}${url}`).then(
    answer => answer.status,
    () => 0
  )

// The checks of the start need few connections, the queues one or more each.
test.for([
  { first: 0, refused: 12 },
  { first: 3, refused: 12 }
])('a worker whose database dies after $first connections waits for it, and then serves every queue', async gaps => {
  const database = await newDatabase()
  const gate = await openGate(database, gaps)
  const child = start('workers/main.ts', { DATABASE_URL: gate.url })
  await expect.poll(gate.count).toBeGreaterThan(gaps.first + gaps.refused)

  const owner = new pg.Client({ connectionString: database })
  await owner.connect()
  onTestFinished(() => owner.end())
  const queues = queueNames.filter(name => name !== scheduleQueue)
  await owner.query(
    `insert into outbox (queue, name, data) select queue, 'nobody knows it', '{}' from unnest($1::text[]) as queue`,
    [queues]
  )
  const served = async () =>
    (await owner.query(`select distinct queue from failed_jobs where name = 'nobody knows it'`)).rows.length
  await expect.poll(served).toBe(queues.length)
  expect(child.exitCode).toBeNull()
})

test('an API whose database is away at its start waits for it', async () => {
  const gate = await openGate(await newDatabase(), { first: 0, refused: 12 })
  const port = await freePort()
  const child = start('services/server.ts', { DATABASE_URL: gate.url, PORT: String(port) })
  await expect.poll(() => status(port, '/health/ready')).toBe(200)
  expect([child.exitCode, gate.count() > 12]).toEqual([null, true])
})
