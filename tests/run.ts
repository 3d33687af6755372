import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from '../build.ts'

// `npm test`: types, lint, the built web application, then every test. `npm test tests/leads` runs some of them.

const root = path.join(import.meta.dirname, '..')
const bin = path.join(root, 'node_modules/.bin')

function run(program: string, args: string[]): Promise<number> {
  console.log(`\n> ${program} ${args.join(' ')}`)
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(bin, program), args, { cwd: root, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })
}

type Results = { numPassedTests: number; numFailedTests: number; numPendingTests: number; success: boolean }

const folder = await mkdtemp(path.join(tmpdir(), 'prosa-results-'))
const checks = [await run('tsc', ['-p', '.']), await run('biome', ['check', '.'])]
await build({ onBuild: part => console.log(`\n> building: ${part}`) })
// What measures time has the machine to itself.
const timed = 'tests/web/budgets.test.ts'
// Pictures are compared by name, `npm test tests/web/looks.test.ts`: they show what a day makes of the demonstration.
const pictures = 'tests/web/looks.test.ts'
const asked = process.argv.slice(2)
const rounds = asked.length > 0 ? [asked] : [['--exclude', timed, '--exclude', pictures], [timed]]
const results: Results[] = []
let broken = false
for (const [n, round] of rounds.entries()) {
  const file = path.join(folder, `results-${n}.json`)
  const code = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...round
  ])
  const result = JSON.parse(await readFile(file, 'utf8').catch(() => 'null')) as Results | null
  if (result) results.push(result)
  broken ||= code !== 0 || !result?.success
}
await rm(folder, { recursive: true, force: true })

const sum = (figure: 'numPassedTests' | 'numFailedTests' | 'numPendingTests') =>
  results.reduce((total, result) => total + result[figure], 0)
const failedChecks = checks.filter(code => code !== 0).length
const passed = sum('numPassedTests') + checks.length - failedChecks
const failed = sum('numFailedTests') + failedChecks
const skipped = sum('numPendingTests')
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 || broken ? 1 : 0)
