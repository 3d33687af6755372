import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWeb } from '../web/build.ts'

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
const file = path.join(folder, 'results.json')
const checks = [await run('tsc', ['-p', '.']), await run('biome', ['check', '.'])]
await buildWeb({ onBuild: () => console.log('\n> building the web application') })
const tests = await run('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${file}`,
  ...process.argv.slice(2)
])
const results = JSON.parse(await readFile(file, 'utf8').catch(() => 'null')) as Results | null
await rm(folder, { recursive: true, force: true })

const failedChecks = checks.filter(code => code !== 0).length
const passed = (results?.numPassedTests ?? 0) + checks.length - failedChecks
const failed = (results?.numFailedTests ?? 0) + failedChecks
const skipped = results?.numPendingTests ?? 0
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 || tests !== 0 || !results?.success ? 1 : 0)
