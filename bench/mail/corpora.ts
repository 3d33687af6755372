import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Public projects that read mail, with the mails of their tests; `ends` are those of the names of their mails. */
const projects = [
  { name: 'mikel/mail', folders: ['spec/fixtures'], ends: /\.eml$|\/emails\/[^./]+$/ },
  { name: 'nodemailer/mailparser', folders: ['test/fixtures', 'examples'], ends: /\.eml$/ },
  { name: 'postalsys/postal-mime', folders: ['test/fixtures'], ends: /\.eml$/ },
  { name: 'stalwartlabs/mail-parser', folders: ['resources/eml'], ends: /\.eml$/ },
  { name: 'jhillyerd/enmime', folders: ['testdata', 'dsn/testdata'], ends: /\.raw$/ }
] as const

export type CorpusMail = { project: string; name: string; raw: Buffer; expected: Buffer | null }

/** The git directory of a project in the folder of clones: `mikel+mail/repo`, or `mail` as git itself names it. */
function findClone(folder: string, name: string): string | undefined {
  const places = [path.join(name.replace('/', '+'), 'repo'), path.basename(name)]
  return places.map(place => path.join(folder, place)).find(place => existsSync(place))
}

const git = (clone: string, ...args: string[]): Buffer =>
  execFileSync('git', ['-C', clone, ...args], { maxBuffer: 256 * 1024 * 1024 })

/** The names of the files in folders of a clone, and what they hold. */
export function filesOf(clone: string, folders: readonly string[]) {
  const names = git(clone, 'ls-tree', '-r', '-z', '--name-only', 'HEAD', ...folders)
    .toString()
    .split('\0')
  return { names: names.filter(name => name !== ''), read: (name: string) => git(clone, 'show', `HEAD:${name}`) }
}

/** The mails of the projects in a folder of clones, and the names of those that are not there. */
export function readCorpora(folder: string): { mails: CorpusMail[]; missing: string[] } {
  const mails: CorpusMail[] = []
  const missing: string[] = []
  for (const { name: project, folders, ends } of projects) {
    const clone = findClone(folder, project)
    if (clone === undefined) {
      missing.push(project)
      continue
    }
    const { names, read } = filesOf(clone, folders)
    for (const name of names.filter(each => ends.test(each))) {
      const expectation = `${name.slice(0, name.lastIndexOf('.'))}.json`
      const expected = names.includes(expectation) ? read(expectation) : null
      mails.push({ project, name, raw: read(name), expected })
    }
  }
  return { mails, missing }
}

/** The files of the tests of a project that reads Outlook's winmail.dat; null where it is not there. */
export function readTnefFiles(folder: string): { name: string; raw: Buffer }[] | null {
  const clone = findClone(folder, 'koodaamo/tnefparse')
  if (clone === undefined) return null
  const { names, read } = filesOf(clone, ['tests/examples'])
  return names.filter(name => name.endsWith('.tnef')).map(name => ({ name: path.basename(name), raw: read(name) }))
}
