import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from '../build.ts'
import { changedFiles } from './kit/changed.ts'
import { clockAt } from './kit/clock.ts'
import { readDurations, record, report } from './kit/durations.ts'
import { gate } from './kit/gate.ts'
import { longFiles, pictures } from './kit/lists.ts'
import { inOrderOf, readOptions } from './kit/options.ts'
import { mayBeUnsteady, run, runTests } from './kit/rounds.ts'

// `npm test`: types, lint, the built web application, then every test. Further arguments go to Vitest: `npm test
// tests/leads` runs the tests of that folder alone, and without types and lint. It has options of its own, `--shuffle`,
// `--clock`, `--changed`, `--gate`, `--long` and `--record` (CONTRIBUTING.md, Testing).

const options = readOptions(process.argv.slice(2))
const { seed, clock, rest } = options
const since = options.changed ? changedFiles() : null
if (since) {
  console.log(`\n${since.run.length} files of tests import what has changed since main.`)
  if (since.run.length === 0) process.exit(0)
}
const door = options.gate ? gate() : null
if (door) console.log(door.all ? `\nEverything runs: ${door.all}.` : `\n${door.run?.length} files of tests run.`)
const isWhole = rest.length === 0 && !since && !options.long && !door?.run
const named = [...rest, ...(since?.run ?? []), ...(door?.run ?? []), ...(options.long ? longFiles : [])]

const results = path.join(import.meta.dirname, '../test-results')
mkdirSync(results, { recursive: true })
const folder = mkdtempSync(path.join(tmpdir(), 'prosa-build-'))
const outcome = path.join(folder, 'outcome')
const how = {
  args: seed === null ? [] : inOrderOf(seed),
  env: { BUILD_OUTCOME: outcome, ...(clock === null ? {} : clockAt(clock)) },
  secondLook: isWhole || options.gate
}

// All beside each other. One checker: the usual four take twice the computing, and the others have use for the cores.
const checking =
  isWhole || options.gate ? [run('tsc', ['-p', '.', '--checkers', '1']), run('biome', ['check', '.'])] : []
const building = build({ onBuild: part => console.log(`\n> building: ${part}`) }).then(
  () => writeFileSync(outcome, 'built'),
  error => writeFileSync(outcome, `the build failed: ${error instanceof Error ? error.message : error}`)
)
const rounds = isWhole ? [['--exclude', pictures, ...longFiles.flatMap(file => ['--exclude', file])]] : [named]
const { passed, failed, skipped, broken, unsteady, measured, seconds } = await runTests(rounds, how)
await building
const checks = await Promise.all(checking)
rmSync(folder, { recursive: true })

// A run by name leaves the other tests out on purpose.
const byName = named.some(argument => /^(-t|--testNamePattern)/.test(argument))
const missing = byName ? [] : skipped
if (missing.length > 0) {
  console.log(`\n${missing.length} were not run:`)
  for (const { file, name } of missing) console.log(`  ${file}: ${name}`)
  console.log(
    'Those of Redis need redis-server on the path or Docker, those of viruses clamd, those of a mailbox dovecot, those of a mail server postfix (as root), those of the browser: npx playwright install chromium'
  )
}

console.log(`\n${report(measured, readDurations(), seconds).join('\n')}`)

for (const what of broken) console.log(`\nbroken: ${what}`)
if (failed.length > 0) console.log('\nfailed:')
for (const { file, test } of failed) console.log(`  ${file} > ${test}`)
if (new Set(failed.map(({ file }) => file)).size > mayBeUnsteady)
  console.log(`No file was looked at again: more than ${mayBeUnsteady} failed.`)

const exists = (file: string): boolean => existsSync(path.join(import.meta.dirname, '..', file))
record(measured, exists, path.join(results, 'durations.json'))
if (options.record && failed.length === 0 && broken.length === 0 && !byName) record(measured, exists)
writeFileSync(path.join(results, 'unsteady.json'), `${JSON.stringify(unsteady, null, 2)}\n`)
if (unsteady.length > 0)
  console.log('\nFailed among the others and passed alone; each hides a fault of itself or of the product:')
for (const { file, test, error, seed } of unsteady)
  console.log(`  instável: ${file} > ${test} (seed ${seed})\n    ${error.split('\n', 1)[0]}`)

const badChecks = checks.filter(code => code !== 0).length
const count = [`${passed + checks.length - badChecks} passed`, `${failed.length + badChecks} failed`]
if (missing.length > 0) count.push(`${missing.length} not run`)
if (unsteady.length > 0) count.push(`${unsteady.length} instável`)
if (seed !== null) console.log(`\nIn the order of seed ${seed}: npm test -- --shuffle ${seed}`)
const left = since?.left ?? door?.left
if (left) {
  console.log(`\nLeft out, as the change does not reach them: ${left.length} files`)
  for (const [folder, files] of Map.groupBy(left, file => path.dirname(file)))
    console.log(`  ${folder}: ${files.map(file => path.basename(file)).join(', ')}`)
}
console.log(`\n${count.join(', ')}`)
const red = badChecks > 0 || failed.length > 0 || broken.length > 0 || (process.env.CI && missing.length > 0)
process.exit(red ? 1 : 0)
