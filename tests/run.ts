import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from '../build.ts'
import { changedFiles } from './kit/changed.ts'
import { clockAt } from './kit/clock.ts'
import { readDurations, record, report } from './kit/durations.ts'
import { inOrderOf, readOptions } from './kit/options.ts'
import { mayBeUnsteady, run, runTests } from './kit/rounds.ts'

// `npm test`: types, lint, the built web application, then every test. What follows goes to Vitest:
// `npm test tests/leads/leads` runs the tests of that folder alone, and without types and lint. Of its own it has
// `-- --shuffle [seed]`, `-- --clock 2026-12-31T23:55:00-03:00`, `-- --changed` and `-- --record` (CONTRIBUTING.md,
// Testing).

const { seed, clock, changed, record: recording, rest } = readOptions(process.argv.slice(2))
const since = changed ? changedFiles() : null
if (since) {
  console.log(`\n${since.run.length} files of tests import what has changed since main.`)
  if (since.run.length === 0) process.exit(0)
}
const asked = [...rest, ...(since?.run ?? [])]
const how = { args: seed === null ? [] : inOrderOf(seed), env: clock === null ? {} : clockAt(clock) }
// Beside each other, with one checker: the usual four take twice the computing, and the build has use for the other core.
const checking = asked.length > 0 ? [] : [run('tsc', ['-p', '.', '--checkers', '1']), run('biome', ['check', '.'])]
await build({ onBuild: part => console.log(`\n> building: ${part}`) })
const checks = await Promise.all(checking)
// Pictures are compared by name, `npm test tests/whole/looks.test.ts`: they show what a day makes of the demonstration.
const pictures = 'tests/whole/looks.test.ts'
const rounds = asked.length > 0 ? [asked] : [['--exclude', pictures]]
const { passed, failed, skipped, broken, unsteady, measured, seconds } = await runTests(rounds, {
  ...how,
  secondLook: asked.length === 0
})

// Who asks for tests by their name leaves the others out on purpose.
const byName = asked.some(argument => /^(-t|--testNamePattern)/.test(argument))
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

const root = path.join(import.meta.dirname, '..')
const results = path.join(root, 'test-results')
mkdirSync(results, { recursive: true })
const exists = (file: string): boolean => existsSync(path.join(root, file))
record(measured, exists, path.join(results, 'durations.json'))
if (recording && failed.length === 0 && broken.length === 0 && !byName) record(measured, exists)
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
if (since) {
  const folders = Map.groupBy(since.left, file => path.dirname(file))
  console.log(`\nLeft out, as nothing that they import has changed: ${since.left.length} files`)
  for (const [folder, files] of folders)
    console.log(`  ${folder}: ${files.map(file => path.basename(file)).join(', ')}`)
}
console.log(`\n${count.join(', ')}`)
const red = badChecks > 0 || failed.length > 0 || broken.length > 0 || (process.env.CI && missing.length > 0)
process.exit(red ? 1 : 0)
