import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Measured } from './durations.ts'

const root = path.join(import.meta.dirname, '../..')

/** A test that failed, or what failed in a file outside of its tests, and the first 1000 characters of the reason. */
export type Failure = { file: string; test: string; error: string }

/** The outcome of one call of Vitest, as `tests/kit/reporter.ts` writes it. */
export type Round = {
  /** The seed of the order of the tests. */
  seed: number
  passed: number
  failed: Failure[]
  skipped: { file: string; name: string }[]
  /** Failures of no test: a process that ended, an error that nobody caught, nothing to run. */
  broken: string[]
  measured: Measured[]
  /** From the first file's start to the last one's end. */
  seconds: number
}

export type Unsteady = Failure & { seed: number }

export type Result = {
  passed: number
  failed: Failure[]
  skipped: Round['skipped']
  broken: string[]
  /** Tests that failed among the others and passed alone. */
  unsteady: Unsteady[]
  /** Durations of the files, without second looks. */
  measured: Measured[]
  seconds: number
}

export type Options = {
  /** The project whose tests run; this one when it is missing. */
  cwd?: string
  /** `ignore` keeps what Vitest prints from the terminal. */
  stdio?: 'inherit' | 'ignore'
  /** Vitest's arguments of every round, and of a second look. */
  args?: string[]
  /** Added to the environment of the tests. */
  env?: NodeJS.ProcessEnv
  /** Whether files that failed run once more. */
  secondLook?: boolean
}

/** How many files may be unsteady in a run that is green. */
export const mayBeUnsteady = 3

/**
 * Runs the rounds, each a list of Vitest's arguments, then looks again at each file that failed: alone, one after the
 * other, with a database of its own. A test that passes then is unsteady, not failed. Nothing is looked at again when
 * more than `mayBeUnsteady` files failed, or when something broke that no test answers for.
 */
export async function runTests(rounds: string[][], options: Options = {}): Promise<Result> {
  const { secondLook = true } = options
  const first: Round[] = []
  for (const round of rounds) first.push(await runRound(round, options))
  const failures = first.flatMap(({ failed, seed }) => failed.map(failure => ({ ...failure, seed })))
  const byFile = Map.groupBy(failures, ({ file }) => file)
  const result: Result = {
    passed: first.reduce((total, { passed }) => total + passed, 0),
    failed: [],
    skipped: first.flatMap(({ skipped }) => skipped),
    broken: first.flatMap(({ broken }) => broken),
    unsteady: [],
    measured: first.flatMap(({ measured }) => measured),
    seconds: first.reduce((total, { seconds }) => total + seconds, 0)
  }
  if (!secondLook || result.broken.length > 0 || byFile.size > mayBeUnsteady)
    return { ...result, failed: failures.map(withoutSeed) }
  for (const [file, failed] of byFile) {
    const again = await runRound([file], options)
    result.broken.push(...again.broken)
    if (again.failed.length > 0 || again.broken.length > 0) result.failed.push(...failed.map(withoutSeed))
    else {
      result.unsteady.push(...failed)
      result.passed += failed.length
    }
  }
  return result
}

const withoutSeed = ({ file, test, error }: Unsteady): Failure => ({ file, test, error })

async function runRound(args: string[], options: Options): Promise<Round> {
  const folder = await mkdtemp(path.join(tmpdir(), 'prosa-results-'))
  const file = path.join(folder, 'round.json')
  const reporters = ['--reporter=default', `--reporter=${path.join(import.meta.dirname, 'reporter.ts')}`]
  const all = ['run', ...reporters, ...(options.args ?? []), ...args]
  const code = await run('vitest', all, { ...options, env: { ...options.env, ROUND_FILE: file } })
  const written = await readFile(file, 'utf8').catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
  if (written === undefined)
    return {
      seed: 0,
      passed: 0,
      failed: [],
      skipped: [],
      broken: [`Vitest ended with ${code} and no result`],
      measured: [],
      seconds: 0
    }
  const round: Round = JSON.parse(written)
  if (code !== 0 && round.failed.length === 0 && round.broken.length === 0)
    round.broken.push(`Vitest ended with ${code}`)
  return round
}

/** Runs a program of the project's packages; the code it ends with. */
export function run(
  program: string,
  args: string[],
  { cwd = root, stdio = 'inherit', env = {} }: Options = {}
): Promise<number> {
  if (stdio === 'inherit') console.log(`\n> ${program} ${args.join(' ')}`)
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(root, 'node_modules/.bin', program), args, {
      cwd,
      stdio,
      env: { ...process.env, ...env }
    })
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })
}
