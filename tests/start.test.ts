import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { findPlace, freePort, startEmbedded } from '../services/core/embedded.ts'
import { built } from './kit/built.ts'
import { temporaryFolder } from './kit/folder.ts'

const folder = await temporaryFolder('prosa start')
afterAll(() => rm(folder, { recursive: true, force: true }))

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('Ctrl-C while a start is under way leaves no database behind', async () => {
  await built() // which is not to be interrupted
  const dataDir = path.join(folder, 'interrupted')
  const start = path.join(import.meta.dirname, '../start.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', start], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()) },
    stdio: 'ignore'
  })
  onTestFinished(() => void child.kill('SIGINT')) // also where the test fails before it does so
  const ended = once(child, 'exit')
  const pidFile = path.join((await findPlace(dataDir)).root, 'postgres/data/postmaster.pid')
  const server = async () => Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  await expect.poll(server, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0)
  const pid = await server()
  child.kill('SIGINT')
  await ended
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('a process that has the number of an earlier server is left alone', async () => {
  const dataDir = path.join(folder, 'stale')
  // Somebody else's: its command line names postgres, and not our folder.
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'postgres', '-D', '/elsewhere'])
  const data = path.join((await findPlace(dataDir)).root, 'postgres/data')
  await mkdir(data, { recursive: true })
  await writeFile(path.join(data, 'postmaster.pid'), `${other.pid}\n`)
  await writeFile(path.join(data, 'PG_VERSION'), '9')
  try {
    await expect(startEmbedded({ dataDir, password: 'test' })).rejects.toThrow(/foi feita pelo PostgreSQL 9/)
    expect(other.exitCode ?? other.signalCode).toBeNull()
  } finally {
    other.kill('SIGKILL')
  }
})

/** `npm start` as somebody runs it, once it answers. */
async function startProsa(dataDir: string, env: NodeJS.ProcessEnv = {}) {
  await built()
  const port = await freePort()
  const start = path.join(import.meta.dirname, '../start.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', start], {
    env: { ...process.env, DATA_DIR: path.join(folder, dataDir), PORT: String(port), LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let said = ''
  child.stdout.on('data', part => {
    said += part
  })
  await expect.poll(() => said, { timeout: 90_000 }).toContain('Prosa está em')
  return { child, port, said: () => said, pidOf: (file: string) => childOf(child.pid, file) }
}

test('a process that is stuck is reported, ended and started again', async () => {
  const { port, said, pidOf } = await startProsa('stuck', { DEMO: 'false' })
  const parts = [
    { name: 'o servidor', file: 'server.js' },
    { name: 'o worker', file: 'worker.js' }
  ].map(part => ({ ...part, pid: pidOf(part.file) }))
  for (const { pid } of parts) {
    expect(pid).toBeGreaterThan(0)
    process.kill(pid, 'SIGSTOP')
  }
  for (const { name, file, pid } of parts) {
    await expect.poll(said).toMatch(new RegExp(`${name} foi iniciado de novo: não respondia havia \\d+ s`))
    await expect.poll(() => pidOf(file)).toBeGreaterThan(0)
    expect([isRunning(pid), said().match(new RegExp(`${name} foi iniciado de novo: (foi|terminou)`))]).toEqual([
      false,
      null
    ])
  }
  const live = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      answer => answer.ok,
      () => false
    )
  await expect.poll(live).toBe(true)
})

test('whatever it has started ends with it, also where it is killed, and it starts again on the same data', async () => {
  const { child, pidOf } = await startProsa('killed')
  const pids = ['server.js', 'worker.js', 'meta.ts'].map(pidOf)
  expect(pids.every(pid => pid > 0)).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
  await startProsa('killed')
})

test('everything that was started ends when it is stopped', async () => {
  const { child, said, pidOf } = await startProsa('stopped')
  const pids = ['server.js', 'worker.js', 'meta.ts'].map(pidOf)
  expect(pids.every(pid => pid > 0)).toBe(true)
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(pids.filter(isRunning)).toEqual([])
  expect(said()).not.toContain('não terminou')
})

/** The process that another has started with this file, or 0. */
function childOf(pid: number | undefined, file: string): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  return children.find(each => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes(file)) ?? 0
}
