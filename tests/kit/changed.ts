import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { needsPages } from './lists.ts'

const root = path.join(import.meta.dirname, '../..')
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const list = (...args: string[]): string[] =>
  (
    JSON.parse(
      execFileSync(path.join(root, 'node_modules/.bin/vitest'), ['list', '--filesOnly', '--json', ...args], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024
      })
    ) as { file: string }[]
  ).map(({ file }) => path.relative(root, file))

/**
 * The files of tests that import what has changed since main, and those that are left out. Tests in the browser import
 * none of the page: they all belong to a change of it.
 */
export function changedFiles(): { run: string[]; left: string[] } {
  const base = git('merge-base', 'main', 'HEAD').trim()
  const changes = [
    ...git('diff', '--name-only', base).split('\n'),
    ...git('ls-files', '-o', '--exclude-standard').split('\n')
  ]
  const all = list()
  const importing = new Set(list('--changed', base))
  const page = changes.some(file => file.startsWith('web/'))
  const run = all.filter(file => importing.has(file) || (page && needsPages(file)))
  return { run, left: all.filter(file => !run.includes(file)) }
}
