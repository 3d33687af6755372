import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { longFiles, pictures } from './lists.ts'

const root = path.join(import.meta.dirname, '../..')

/** One journey of each area, which runs whatever has changed. */
const journeys: readonly string[] = [
  'tests/account/screens/people.test.ts',
  'tests/leads/screens/tasks.test.ts',
  'tests/messaging/screens/instagramLogin.test.ts',
  'tests/calendar/screens/reminders.test.ts',
  'tests/marketing/screens/subjects.test.ts',
  'tests/assistant/screens/assistant.test.ts',
  'tests/admin/screens/backups.test.ts',
  'tests/site/screens/texts.test.ts',
  'tests/whole/journey.test.ts'
]

/** Tests at the top of `tests/` that are about processes: a change of their subject means everything. */
const processes = ['jobs', 'quarantine', 'runner', 'schedules', 'start'].map(name => `tests/${name}.test.ts`)

/** A change of these reaches everything. */
const everywhere =
  /^((services|web\/src|tests)\/(core|ui|shell|kit)\/|(services|web\/src|tests)\/[^/]+$|(migrations|workers|\.ci)\/|[^/]+\.(ts|mjs|json)$|web\/[^/]+$)/

/** Documents are read by the tests at the top, benches by none. */
const nowhere = /^(docs|bench)\/|\.md$/

export type Gate = { run: string[]; left: string[]; all?: never } | { all: string; run?: never; left?: never }

/**
 * The files of tests that a change asks for: those of its areas, one journey of each area and the top of `tests/`. Says
 * why it is everything where it is.
 *
 * @param changed paths from the root of the project
 * @param tests all test files of `npm test`
 */
export function chooseTests(changed: readonly string[], tests: readonly string[]): Gate {
  const wide = changed.find(file => everywhere.test(file) && !nowhere.test(file))
  if (wide) return { all: `${wide} has changed` }
  const areas = new Set<string>()
  for (const file of changed) {
    if (nowhere.test(file)) continue
    const [, area] = /^(?:services|web\/src|tests)\/(\w+)\//.exec(file) ?? []
    if (!area) return { all: `${file} belongs to no area` }
    areas.add(area)
  }
  const always = (file: string) => !file.slice('tests/'.length).includes('/') && !processes.includes(file)
  const run = tests.filter(file => always(file) || journeys.includes(file) || areas.has(file.split('/')[1] ?? ''))
  return { run, left: tests.filter(file => !run.includes(file)) }
}

/** The same for the changes since `main` in this checkout, committed or not. */
export function gate(): Gate {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const tests = readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts'))
    .map(name => path.join('tests', name))
    .filter(file => file !== pictures && !longFiles.includes(file))
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() === 'true') return { all: 'the clone is shallow' }
    const base = git('merge-base', 'main', 'HEAD').trim()
    const changed = [
      ...git('diff', '--name-only', '--no-renames', base).split('\n'),
      ...git('ls-files', '-o', '--exclude-standard').split('\n')
    ].filter(file => file !== '')
    const gone = changed.find(file => !existsSync(path.join(root, file)))
    return gone ? { all: `${gone} was deleted or moved` } : chooseTests(changed, tests)
  } catch {
    return { all: 'there is no main to compare with' }
  }
}
