import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** From which files may which be imported: docs/architecture.md explains the table. The first match counts. */
const rules: { from: RegExp; may: RegExp[]; never?: RegExp[]; what: string }[] = [
  { from: /^services\/core\//, may: [/^services\/core\//], what: 'core knows no feature' },
  { from: /^services\/[^/]+\/rules\.ts$/, may: [/^services\/[^/]+\/rules\.ts$/], what: 'rules ship to the browser' },
  {
    from: /^services\/[^/]+\/schema\.ts$/,
    may: [/^services\/[^/]+\/(schema|rules)\.ts$/],
    what: 'schemas are made of schemas and rules'
  },
  {
    from: /^services\/[^/]+\/jobs\.ts$/,
    may: [/^services\/core\//, /^services\/[^/]+\/schema\.ts$/],
    what: 'a job is a contract that anyone may import'
  },
  {
    from: /^services\/[^/]+\/queries\.ts$/,
    may: [/^services\//],
    never: [/\/routes\.ts$/, /^services\/(app|server)\.ts$/],
    what: 'queries know no routes'
  },
  {
    from: /^services\/[^/]+\/routes\.ts$/,
    may: [/^services\//],
    never: [/\/routes\.ts$/],
    what: 'routes know no other routes'
  },
  {
    from: /^services\/[^/]+\/feature\.ts$/,
    may: [/^services\/core\/features\.ts$/, /^services\/[^/]+\/jobs\.ts$/],
    what: 'a declaration is read everywhere, so it loads nothing'
  },
  {
    from: /^services\/features\.ts$/,
    may: [/^services\/core\/features\.ts$/, /^services\/[^/]+\/feature\.ts$/],
    what: 'the list of features knows declarations only'
  },
  {
    from: /^services\/[^/]+\/worker\.ts$/,
    may: [/^services\//],
    never: [/\/\w*[rR]outes\.ts$/, /^services\/(app|server)\.ts$/],
    what: 'workers know no routes'
  },
  { from: /^services\//, may: [/^services\//], never: [/\/worker\.ts$/], what: 'only workers load what is theirs' },
  {
    from: /^workers\//,
    may: [/^workers\//, /^services\//],
    never: [/\/routes\.ts$/, /^services\/(app|server)\.ts$/],
    what: 'workers know no routes'
  },
  {
    from: /^web\/src\/(core|public|chat)\//,
    may: [/^web\/src\/(core|public|chat)\//, /^services\/[^/]+\/rules\.ts$/],
    what: 'public pages know neither the application nor the server'
  },
  {
    from: /^web\/src\//,
    may: [/^web\/src\//, /^services\/[^/]+\/rules\.ts$/, /^services\/core\/emails\.ts$/],
    what: 'the browser gets rules, never queries or schemas'
  }
]

const heavy = /^(react-admin|ra-|@mui\/|@emotion\/|react-router)/

/** `later`: loaded when it is asked for, which is no part of the file that asks. */
type Import = { file: string; target: string; typeOnly: boolean; later: boolean }

const files = ['services', 'workers', 'web/src'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => path.join(folder, name))
)

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"\n;]*?(?:\{[^}]*\}\s*from\s*|from\s*)?['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/g
  )
  return [...found].map(match => {
    const specifier = match[2] ?? match[3] ?? ''
    const target = specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : specifier
    return { file, target, typeOnly: match[1] !== undefined, later: match[3] !== undefined }
  })
}

const imports = files.flatMap(importsOf)

test('the imports of every file are read', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(imports.length).toBeGreaterThan(200)
})

test('every import goes where the architecture lets it', () => {
  const wrong = imports.flatMap(({ file, target, typeOnly, later }) => {
    if (typeOnly || (later && /\/feature\.ts$/.test(file)) || !/^(services|workers|web|migrations)\//.test(target))
      return []
    const rule = rules.find(each => each.from.test(file))
    const allowed = rule?.may.some(may => may.test(target)) && !rule.never?.some(never => never.test(target))
    return allowed ? [] : [`${file} imports ${target}: ${rule?.what}`]
  })
  expect(wrong).toEqual([])
})

test('public pages and what they share carry no component library', () => {
  const wrong = imports.filter(
    ({ file, target, typeOnly }) => /^web\/src\/(core|public|chat)\//.test(file) && !typeOnly && heavy.test(target)
  )
  expect(wrong).toEqual([])
})

test('only the doors of core open the database', () => {
  const wrong = imports.filter(
    ({ file, target, typeOnly }) => target === 'pg' && !typeOnly && !/^services\/core\//.test(file)
  )
  expect(wrong).toEqual([])
})

test('nothing reads the environment but the two entries', () => {
  const readers = files.filter(file => /process\.env/.test(readFileSync(path.join(root, file), 'utf8')))
  const allowed = [
    'services/server.ts',
    'workers/main.ts',
    'services/demo.ts',
    'services/erasures.ts',
    'services/core/embedded.ts'
  ]
  expect(readers.filter(file => !allowed.includes(file))).toEqual([])
})
