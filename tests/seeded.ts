import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from '../build.ts'
import { runTests } from './kit/rounds.ts'
import { readSeeded, type Seeded } from './kit/seeded.ts'

// `npm run seeded`: puts each fault of `tests/seeded.json` into the sources, runs the file of tests that must find it,
// takes the fault out and runs the file again. Words after it choose the faults whose file or test has one of them.

const root = path.join(import.meta.dirname, '..')
const chosen = process.argv.slice(2)
const faults = readSeeded().filter(
  ({ file, test }) => chosen.length === 0 || chosen.some(word => file.includes(word) || test.includes(word))
)
const folder = mkdtempSync(path.join(tmpdir(), 'prosa-seeded-'))
const outcome = path.join(folder, 'outcome')

/** Whether the file of tests is green with the sources as they lie. */
async function passes({ file, test }: Seeded): Promise<boolean> {
  if (file.startsWith('web/') || !existsSync(outcome)) await build()
  writeFileSync(outcome, 'built')
  const { passed, failed, broken } = await runTests([[test]], { stdio: 'ignore', env: { BUILD_OUTCOME: outcome } })
  return passed > 0 && failed.length === 0 && broken.length === 0
}

/** The sentence for a fault that is not found, or whose test is red without it; null where it is found. */
async function look(fault: Seeded): Promise<string | null> {
  const at = path.join(root, fault.file)
  const whole = readFileSync(at, 'utf8')
  const restore = () => writeFileSync(at, whole)
  const stop = () => {
    restore()
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    writeFileSync(
      at,
      whole.replace(fault.line, () => fault.broken)
    )
    if (await passes(fault)) return 'NOT FOUND'
  } finally {
    restore()
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
  return (await passes(fault)) ? null : 'red without the fault too'
}

let wrong = 0
for (const fault of faults) {
  const problem = await look(fault)
  if (problem) wrong++
  console.log(`${problem ?? 'found'}: ${fault.area}, ${fault.level}: ${fault.file} by ${fault.test}`)
}
rmSync(folder, { recursive: true })
console.log(`\n${faults.length - wrong} of ${faults.length} found`)
process.exit(wrong > 0 ? 1 : 0)
