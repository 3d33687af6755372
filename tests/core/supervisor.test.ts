import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readUsage, Silence, type Supervised, supervise } from '../../services/core/supervisor.ts'
import { temporaryFolder } from '../kit/folder.ts'
import { nothingFor } from '../kit/quiet.ts'

const folder = await temporaryFolder('supervisor')
afterAll(() => rm(folder, { recursive: true, force: true }))

const patience = { every: 4000, running: 20_000, starting: 60_000, speechless: 600_000 }

/**
 * How often a process is looked at, every four seconds, until it is replaced; `null` where it never is within an hour.
 */
function looksUntilReplaced(
  process: Silence,
  each: { waited?: number; ran?: number; onDisk?: boolean } | undefined,
  { answers = false, factor = 1 } = {}
): number | null {
  let usage = each && { ran: 0, waited: 0, onDisk: each.onDisk ?? false }
  for (let look = 1; look <= 900; look++) {
    if (usage && each) usage = { ...usage, ran: usage.ran + (each.ran ?? 0), waited: usage.waited + (each.waited ?? 0) }
    const verdict = process.look(look * 4000, usage, factor)
    if (verdict === 'replace') return look
    if (verdict === 'ask' && answers) process.heard(true)
  }
  return null
}

const spoken = (isReady: boolean) => {
  const process = new Silence(patience)
  process.heard(isReady)
  return process
}

test('a process in a loop on a free machine is replaced within a minute, one that waits for its turn never', () => {
  // The first look asks; the silence is counted from the second one on.
  expect(looksUntilReplaced(spoken(true), { ran: 4000 })).toBe(6)
  expect(looksUntilReplaced(spoken(true), { ran: 0 })).toBe(6)
  expect(looksUntilReplaced(spoken(true), { ran: 0, waited: 4000 })).toBeNull()
  // Seventeen share two processors.
  expect(looksUntilReplaced(spoken(true), { ran: 470, waited: 3530 })).toBeGreaterThan(40)
  expect(looksUntilReplaced(spoken(true), { onDisk: true })).toBeNull()
  expect(looksUntilReplaced(spoken(true), { ran: 4000 }, { answers: true })).toBeNull()
})

test('a process that loads has a minute, and one that has not said a word ten without any use of the processor', () => {
  expect(looksUntilReplaced(spoken(false), { ran: 4000 })).toBe(16)
  expect(looksUntilReplaced(new Silence(patience), { ran: 1 })).toBeNull()
  expect(looksUntilReplaced(new Silence(patience), { waited: 4000 })).toBeNull()
  expect(looksUntilReplaced(new Silence(patience), {})).toBe(151)
})

test('patience grows with those that were replaced, and where the system says nothing of the processor', () => {
  expect(looksUntilReplaced(spoken(true), { ran: 4000 }, { factor: 2 })).toBe(11)
  expect(looksUntilReplaced(spoken(true), undefined)).toBe(21)
})

test('a machine that has slept for an hour has not waited for an answer', () => {
  const process = spoken(true)
  expect(process.look(4000, undefined, 1)).toBe('ask')
  expect(process.look(3_604_000, undefined, 1)).toBe('wait')
  expect(process.seconds).toBe(4)
})

test('the kernel says how long a process ran and waited', { skip: process.platform !== 'linux' }, async () => {
  const before = readUsage(process.pid)
  for (const until = process.cpuUsage().user + 50_000; process.cpuUsage().user < until; );
  await expect.poll(() => readUsage(process.pid)?.ran).toBeGreaterThan(before?.ran ?? Number.NaN)
  expect(readUsage(undefined)).toBeUndefined()
})

/** A program of its own, supervised with little patience. */
async function start(name: string, source: string): Promise<{ said: string[]; supervised: Supervised }> {
  const file = path.join(folder, `${name}.mjs`)
  await writeFile(file, source)
  const said: string[] = []
  const supervised = supervise({
    name: 'o teste',
    file,
    env: { ...process.env },
    cwd: folder,
    say: text => said.push(text),
    patience: { every: 50, running: 400, starting: 400, speechless: 60_000 }
  })
  onTestFinished(() => {
    supervised.release()
    supervised.child().kill('SIGKILL')
  })
  return { said, supervised }
}

const speaks = `
  process.on('message', () => process.send('alive'))
  process.send({ doing: 'pronto' })
`

test('a process that computes for long before its first word is left alone', async () => {
  const { said, supervised } = await start(
    'slow',
    `const used = () => process.cpuUsage().user + process.cpuUsage().system
     for (const end = used() + 800_000; used() < end; );${speaks}`
  )
  await expect.poll(() => supervised.doing()).toBe('pronto')
  await nothingFor(1000, () => said, [])
})

test('a process that hangs in a loop, or ends, is started again, and the reason is said in one line', async () => {
  const looping = await start('loop', `${speaks} setTimeout(() => { for (;;); }, 100)`)
  await expect.poll(() => looping.said[0]).toMatch(/^o teste foi iniciado de novo: não respondia havia \d+ s$/)
  const ending = await start('end', `${speaks} setTimeout(() => process.exit(3), 100)`)
  await expect.poll(() => ending.said[0]).toBe('o teste foi iniciado de novo: terminou com o código 3')
})
