import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { type Durations, type Measured, readDurations, record, report, slowed } from './kit/durations.ts'
import { atEnd } from './kit/end.ts'
import { chooseTests } from './kit/gate.ts'
import { longFiles } from './kit/lists.ts'
import { LongestFirst } from './kit/longestFirst.ts'
import { mayBeUnsteady, type Result, runTests } from './kit/rounds.ts'
import { readSeeded } from './kit/seeded.ts'

const root = path.join(import.meta.dirname, '..')

/** Runs test files as `npm test` does, in a folder within the project, whose packages they need. */
async function runFiles(files: Record<string, string>, round: string[] = []): Promise<Result> {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.cache', 'runner-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'vitest.config.js'), 'export default { test: { maxWorkers: 2, isolate: false } }\n')
  for (const [name, text] of Object.entries(files))
    writeFileSync(
      path.join(folder, `${name}.test.js`),
      `import { existsSync, writeFileSync } from 'node:fs'\nimport { beforeAll, expect, test } from 'vitest'\n${text}\n`
    )
  return runTests([round], { cwd: folder, stdio: 'ignore' })
}

const passes = "test('passes', () => {})"
const fails = "test('fails', () => expect(1, 'one is two').toBe(2))"
/** The second look is another process, so the first one leaves a file. */
const failsOnce = `test('fails once', () => {
  const seen = \`\${import.meta.filename}.seen\`
  if (existsSync(seen)) return
  writeFileSync(seen, '')
  expect(1, 'one is two').toBe(2)
})`

test('a file that fails once is unsteady, and the run is green', async () => {
  const result = await runFiles({ once: `${failsOnce}\n${passes}`, other: passes })
  expect(result).toMatchObject({ passed: 3, failed: [], broken: [] })
  expect(result.unsteady).toEqual([
    {
      file: 'once.test.js',
      test: 'fails once',
      error: expect.stringContaining('one is two'),
      seed: expect.any(Number)
    }
  ])
})

test('a file that fails twice is red, and what passed beside it counts', async () => {
  const result = await runFiles({ twice: `${fails}\n${passes}`, other: passes })
  expect(result).toMatchObject({ passed: 2, broken: [], unsteady: [] })
  expect(result.failed).toEqual([
    { file: 'twice.test.js', test: 'fails', error: expect.stringContaining('one is two') }
  ])
})

test('more files than may be unsteady are red, and none is looked at again', async () => {
  const names = Array.from({ length: mayBeUnsteady + 1 }, (_, n) => `once${n}`)
  const result = await runFiles(Object.fromEntries(names.map(name => [name, failsOnce])))
  expect(result).toMatchObject({ passed: 0, unsteady: [] })
  expect(result.failed.map(({ file }) => file).sort()).toEqual(names.map(name => `${name}.test.js`))
})

test.each([
  ['a worker that ends', "test('ends', () => process.kill(process.pid, 'SIGKILL'))"],
  ['an error that nobody caught', `${passes}\nPromise.reject(new Error('nobody caught it'))`]
])('%s is red', async (_, text) => {
  const result = await runFiles({ broken: text, other: passes })
  expect(result.broken.length).toBeGreaterThan(0)
  expect(result.unsteady).toEqual([])
})

test.each([
  ['a file that does not load', "throw new Error('it does not load')"],
  ['a hook that fails', `beforeAll(() => { throw new Error('the hook fails') })\n${passes}`],
  ['a file without a test', 'expect(1).toBe(1)']
])('%s is red', async (_, text) => {
  const result = await runFiles({ broken: text, other: passes })
  expect(result.failed).toMatchObject([{ file: 'broken.test.js' }])
})

test('no file at all is red', async () => {
  const result = await runFiles({ other: passes }, ['nothing-of-this-name'])
  expect(result).toMatchObject({ passed: 0, failed: [] })
  expect(result.broken.length).toBeGreaterThan(0)
})

test('a run measures each file and test, set-up apart', async () => {
  const { measured, seconds } = await runFiles({
    slow: `beforeAll(() => new Promise(resolve => setTimeout(resolve, 300)))
test('sleeps', () => new Promise(resolve => setTimeout(resolve, 200)))`
  })
  expect(measured).toEqual([
    { file: 'slow.test.js', worker: 1, setup: expect.any(Number), tests: { sleeps: expect.any(Number) } }
  ])
  const [{ setup = 0, tests = {} } = {}] = measured
  expect(setup).toBeGreaterThanOrEqual(0.29)
  expect(tests.sleeps).toBeGreaterThanOrEqual(0.19)
  expect(seconds).toBeGreaterThanOrEqual(0.49)
})

const durations: Durations = {
  'tests/long.test.ts': { setup: 1, tests: 60, slow: { 'plays chaos': 50 } },
  'tests/short.test.ts': { setup: 4, tests: 2, slow: {} }
}

test('files start longest first, and one without a record before them', async () => {
  const root = path.join(import.meta.dirname, '..')
  const [short, long, unknown] = ['short', 'long', 'unknown'].map(
    name => ({ moduleId: path.join(root, 'tests', `${name}.test.ts`) }) as TestSpecification
  )
  const sequencer = new LongestFirst({ config: { root, maxWorkers: 1 } } as Vitest, durations)
  expect(await sequencer.sort([short, unknown, long] as TestSpecification[])).toEqual([unknown, long, short])
})

test('while the pages are built each worker has a file that needs none', async () => {
  const root = path.join(import.meta.dirname, '..')
  const [sweep, inbox, long, short] = ['whole/sweep', 'messaging/screens/inbox', 'long', 'short'].map(
    name => ({ moduleId: path.join(root, 'tests', `${name}.test.ts`) }) as TestSpecification
  )
  const sequencer = new LongestFirst({ config: { root, maxWorkers: 1 } } as Vitest, {
    ...durations,
    'tests/whole/sweep.test.ts': { setup: 0, tests: 200, slow: {} },
    'tests/messaging/screens/inbox.test.ts': { setup: 0, tests: 100, slow: {} }
  })
  const files = [short, inbox, sweep, long] as TestSpecification[]
  expect(await sequencer.sort(files)).toEqual([long, sweep, inbox, short])
})

test('the durations in the repository are sorted and cover the tests', () => {
  const names = Object.keys(readDurations())
  expect(names.length).toBeGreaterThan(200)
  expect(names.toSorted()).toEqual(names)
})

const measured: Measured[] = [
  { file: 'tests/long.test.ts', worker: 1, setup: 2, tests: { 'plays chaos': 101, quick: 3 } },
  { file: 'tests/short.test.ts', worker: 2, setup: 1, tests: { one: 4.1, two: 0.1 } },
  { file: 'tests/new.test.ts', worker: 2, setup: 0, tests: { 'has no record': 90 } }
]

test('tests that take longer than twice their recorded time are named', () => {
  expect(slowed(measured, durations)).toEqual([
    { file: 'tests/short.test.ts', test: 'one', took: 4.1, usual: 2 },
    { file: 'tests/long.test.ts', test: 'plays chaos', took: 101, usual: 50 }
  ])
  expect(report(measured, durations, 110)).toEqual([
    'The slowest files, in seconds (set-up + tests):',
    '  tests/long.test.ts: 2 + 104',
    '  tests/new.test.ts: 0 + 90',
    '  tests/short.test.ts: 1 + 4',
    'Idle, of 110 s: worker 1 4 s, worker 2 15 s',
    'Longer than twice their recorded time: 2 tests',
    '  tests/short.test.ts > one: 4 s, recorded 2 s',
    '  tests/long.test.ts > plays chaos: 101 s, recorded 50 s'
  ])
})

test('a run of some files changes the record of these alone, and files that are gone leave it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'prosa-durations-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'durations.json')
  writeFileSync(file, JSON.stringify({ ...durations, 'tests/gone.test.ts': { setup: 1, tests: 1, slow: {} } }))
  record(measured.slice(1), name => !name.includes('gone'), file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    'tests/long.test.ts': durations['tests/long.test.ts'],
    'tests/new.test.ts': { setup: 0, tests: 90, slow: { 'has no record': 90 } },
    'tests/short.test.ts': { setup: 1, tests: 4.2, slow: { one: 4.1 } }
  })
})

const tests = [
  'tests/architecture.test.ts',
  'tests/start.test.ts',
  'tests/leads/tags/tags.test.ts',
  'tests/leads/screens/tasks.test.ts',
  'tests/support/tickets/tickets.test.ts'
]

test('a change in one area runs its tests, a journey of each area and what holds for everything', () => {
  expect(chooseTests(['services/support/tickets/queries.ts', 'docs/architecture.md'], tests)).toEqual({
    run: ['tests/architecture.test.ts', 'tests/leads/screens/tasks.test.ts', 'tests/support/tickets/tickets.test.ts'],
    left: ['tests/start.test.ts', 'tests/leads/tags/tags.test.ts']
  })
  expect(chooseTests(['README.md'], tests)).toMatchObject({
    run: ['tests/architecture.test.ts', 'tests/leads/screens/tasks.test.ts']
  })
})

test.each([
  'services/core/db.ts',
  'services/app.ts',
  'web/src/ui/Panel.tsx',
  'web/src/shell/features.ts',
  'web/src/ClientArea.tsx',
  'web/vite.config.ts',
  'migrations/steps/0001-core.sql',
  'workers/main.ts',
  'tests/kit/app.ts',
  'tests/architecture.test.ts',
  'package.json',
  'package-lock.json',
  'start.ts'
])('a change of %s means everything', file => {
  expect(chooseTests(['services/support/tickets/queries.ts', file], tests)).toEqual({ all: `${file} has changed` })
})

test('the files of the long list and the journeys of the gate are there', () => {
  for (const file of longFiles) expect(existsSync(path.join(import.meta.dirname, '..', file)), file).toBe(true)
  const all = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const inTests = all.filter(name => name.endsWith('.test.ts')).map(name => `tests/${name}`)
  const { run = [] } = chooseTests([], inTests)
  expect(run.filter(file => file.includes('/screens/'))).toHaveLength(8)
})

test('each seeded fault changes one piece of its source, and names a file of the list that it says', () => {
  const faults = readSeeded()
  expect(new Set(faults.map(({ area }) => area)).size).toBeGreaterThanOrEqual(13)
  for (const { file, line, broken, test: name, in: list } of faults) {
    expect(readFileSync(path.join(root, file), 'utf8').split(line), `${file}: ${line}`).toHaveLength(2)
    expect(broken, file).not.toBe(line)
    expect(existsSync(path.join(root, name)), name).toBe(true)
    expect(longFiles.includes(name), name).toBe(list === 'test:long')
  }
})
