import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from './support/end.ts'
import { mayBeUnsteady, type Result, runTests } from './support/rounds.ts'

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
/** The second look is another process: what it is to remember lies in a file. */
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
