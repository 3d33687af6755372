import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/** The last quiet run, which `npm test -- --record` writes. */
export const durationsFile = path.join(root, 'tests/durations.json')

/** How long a test file took, in seconds. */
export type FileDuration = {
  /** Loading it, and its hooks. */
  setup: number
  tests: number
  /** Its tests of `slowTest` seconds and more, by full name. */
  slow: Record<string, number>
}

/** By the file's path from the root of the project. */
export type Durations = Record<string, FileDuration>

/** One file in one run; each test by its full name, in seconds. */
export type Measured = { file: string; worker: number; setup: number; tests: Record<string, number> }

/** Shorter tests are not recorded one by one: on another day they take twice as long for no reason of theirs. */
const slowTest = 2

/** The recorded durations; none where the file is missing. Throws for a file that is no JSON. */
export function readDurations(file = durationsFile): Durations {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Durations
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Records a run over earlier ones: only its files change, and files that are gone go. */
export function record(measured: readonly Measured[], exists: (file: string) => boolean, file = durationsFile): void {
  const earlier = Object.entries(readDurations(file)).filter(([name]) => exists(name))
  const latest = measured.map(({ file, setup, tests }): [string, FileDuration] => {
    const slow = Object.entries(tests).filter(([, seconds]) => seconds >= slowTest)
    return [file, { setup: tenths(setup), tests: tenths(sum(Object.values(tests))), slow: inTenths(slow) }]
  })
  const durations = Object.fromEntries([...earlier, ...latest])
  const sorted = Object.entries(durations).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/** Seconds of a whole file; one without a record counts as longer than any other. */
export const secondsOf = (durations: Durations, file: string): number => {
  const recorded = durations[file]
  return recorded ? recorded.setup + recorded.tests : Number.POSITIVE_INFINITY
}

/**
 * The report of a run: the ten slowest files, how long each worker had nothing to do, and the tests that took longer
 * than twice their recorded time.
 *
 * @param seconds of the whole run
 */
export function report(measured: readonly Measured[], recorded: Durations, seconds: number): string[] {
  const files = measured.map(({ file, worker, setup, tests }) => {
    const inTests = sum(Object.values(tests))
    return { file, worker, setup, tests: inTests, total: setup + inTests }
  })
  const slowest = files.toSorted((a, b) => b.total - a.total).slice(0, 10)
  const workers = [...Map.groupBy(files, ({ worker }) => worker)].sort(([a], [b]) => a - b)
  const lines = [
    'The slowest files, in seconds (set-up + tests):',
    ...slowest.map(({ file, setup, tests }) => `  ${file}: ${whole(setup)} + ${whole(tests)}`),
    `Idle, of ${whole(seconds)} s: ${workers
      .map(([worker, own]) => `worker ${worker} ${whole(seconds - sum(own.map(({ total }) => total)))} s`)
      .join(', ')}`
  ]
  const late = slowed(measured, recorded)
  if (late.length > 0) lines.push(`Longer than twice their recorded time: ${late.length} tests`)
  for (const { file, test, took, usual } of late.slice(0, 20))
    lines.push(`  ${file} > ${test}: ${whole(took)} s, recorded ${usual} s`)
  return lines
}

/**
 * Tests that took longer than twice their recorded time, the worst first; those of files without a record are left out.
 */
export function slowed(
  measured: readonly Measured[],
  recorded: Durations
): { file: string; test: string; took: number; usual: number }[] {
  return measured
    .flatMap(({ file, tests }) => {
      const { slow } = recorded[file] ?? {}
      if (!slow) return []
      return Object.entries(tests).map(([test, took]) => ({ file, test, took, usual: slow[test] ?? slowTest }))
    })
    .filter(({ took, usual }) => took > 2 * usual)
    .sort((a, b) => b.took / b.usual - a.took / a.usual)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
const tenths = (seconds: number): number => Math.round(seconds * 10) / 10
const inTenths = (each: readonly [string, number][]): Record<string, number> =>
  Object.fromEntries(each.map(([name, seconds]) => [name, tenths(seconds)]))
const whole = (seconds: number): number => Math.max(0, Math.round(seconds))
