import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from '../build.ts'
import type { Round } from './support/reporter.ts'

// `npm test`: types, lint, the built web application, then every test. What follows goes to Vitest:
// `npm test tests/leads` runs the tests of that folder alone, and without types and lint.

const root = path.join(import.meta.dirname, '..')
const bin = path.join(root, 'node_modules/.bin')

function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  console.log(`\n> ${program} ${args.join(' ')}`)
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(bin, program), args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })
}

const folder = await mkdtemp(path.join(tmpdir(), 'prosa-results-'))
const asked = process.argv.slice(2)
// Beside each other, with one checker: the usual four take twice the computing, and the build has use for the other core.
const checking = asked.length > 0 ? [] : [run('tsc', ['-p', '.', '--checkers', '1']), run('biome', ['check', '.'])]
await build({ onBuild: part => console.log(`\n> building: ${part}`) })
const checks = await Promise.all(checking)
// What measures time has the machine to itself.
const timed = 'tests/web/budgets.test.ts'
// Pictures are compared by name, `npm test tests/web/looks.test.ts`: they show what a day makes of the demonstration.
const pictures = 'tests/web/looks.test.ts'
const rounds = asked.length > 0 ? [asked] : [['--exclude', timed, '--exclude', pictures], [timed]]
const results: Round[] = []
let broken = false
for (const [n, round] of rounds.entries()) {
  const file = path.join(folder, `round-${n}.json`)
  const code = await run('vitest', ['run', '--reporter=default', '--reporter=./tests/support/reporter.ts', ...round], {
    ROUND_FILE: file
  })
  const result = JSON.parse(await readFile(file, 'utf8').catch(() => 'null')) as Round | null
  if (result) results.push(result)
  broken ||= code !== 0 || !result
}
await rm(folder, { recursive: true, force: true })

const unsteady = results.flatMap(result => result.unsteady)
if (unsteady.length > 0) console.log(`\n${unsteady.length} may be asked again (tests/support/unsteady.ts):`)
for (const { name, reason, again } of unsteady)
  console.log(`  ${name}: ${reason}${again > 0 ? `; asked ${again + 1} times` : ''}`)

// Who asks for tests by their name leaves the others out on purpose.
const byName = asked.some(argument => /^(-t|--testNamePattern)/.test(argument))
const skipped = byName ? [] : results.flatMap(result => result.skipped)
if (skipped.length > 0) {
  console.log(`\n${skipped.length} were not run:`)
  for (const { file, name } of skipped) console.log(`  ${file}: ${name}`)
  console.log(
    'Those of Redis need redis-server on the path or Docker, those of viruses clamd, those of a mailbox dovecot, those of the browser: npx playwright install chromium'
  )
}

const failedChecks = checks.filter(code => code !== 0).length
const passed = results.reduce((total, result) => total + result.passed, checks.length - failedChecks)
const failed = results.reduce((total, result) => total + result.failed, failedChecks)
console.log(`\n${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} not run` : ''}`)
process.exit(failed > 0 || broken || (process.env.CI && skipped.length > 0) ? 1 : 0)
