import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { features } from '../services/features.ts'
import { circles } from './kit/circles.ts'
import { atEnd } from './kit/end.ts'
import { typeFaults } from './kit/types.ts'

const root = path.join(import.meta.dirname, '..')

/** Pages of visitors, and the files that they share with the application. */
const ofVisitors = /^web\/src\/(core|site|assistant\/chat)\//

/** From which files may which be imported: docs/architecture.md explains the table. The first match counts. */
const rules: { from: RegExp; may: RegExp[]; never?: RegExp[]; what: string }[] = [
  { from: /^services\/core\//, may: [/^services\/core\//], what: 'core knows no feature' },
  {
    from: /^services\/([^/]+\/)+(rules|fields)\.ts$/,
    may: [/^services\/([^/]+\/)+(rules|fields)\.ts$/],
    what: 'rules ship to the browser'
  },
  {
    from: /^services\/([^/]+\/)+(\w+S|s)chema\.ts$/,
    may: [/^services\/([^/]+\/)+(\w+Schema|schema|rules|fields)\.ts$/],
    what: 'schemas are made of schemas and rules'
  },
  {
    from: /^services\/([^/]+\/)+(jobs|events)\.ts$/,
    may: [/^services\/core\//, /^services\/([^/]+\/)+schema\.ts$/],
    what: 'a job or an event is a contract that anyone may import'
  },
  {
    from: /^services\/([^/]+\/)+queries\.ts$/,
    may: [/^services\//],
    never: [/\/routes\.ts$/, /^services\/(app|server)\.ts$/],
    what: 'queries know no routes'
  },
  {
    from: /^services\/([^/]+\/)+routes\.ts$/,
    may: [/^services\//],
    never: [/\/routes\.ts$/],
    what: 'routes know no other routes'
  },
  {
    from: /^services\/([^/]+\/)+feature\.ts$/,
    may: [/^services\/core\/features\.ts$/, /^services\/([^/]+\/)+(jobs|events|audit|fields|rules|waits)\.ts$/],
    what: 'a declaration is read everywhere, so it loads nothing'
  },
  {
    from: /^services\/features\.ts$/,
    may: [/^services\/core\/(features|jobs)\.ts$/, /^services\/([^/]+\/)+feature\.ts$/],
    what: 'the list of features knows declarations only'
  },
  {
    from: /^services\/([^/]+\/)+worker\.ts$/,
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
    from: ofVisitors,
    may: [ofVisitors, /^services\/([^/]+\/)+rules\.ts$/],
    what: 'public pages know neither the application nor the server'
  },
  {
    from: /^web\/src\//,
    may: [
      /^web\/src\//,
      /^services\/([^/]+\/)+(rules|fields)\.ts$/,
      /^services\/([^/]+\/)+(\w+S|s)chema\.ts$/,
      /^services\/core\/(emails|fieldNames)\.ts$/
    ],
    what: 'the browser gets rules, and the schemas that its forms check by, never queries'
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
  const wrong = imports.filter(({ file, target, typeOnly }) => ofVisitors.test(file) && !typeOnly && heavy.test(target))
  expect(wrong).toEqual([])
})

test('only the doors of core open the database', () => {
  const wrong = imports.filter(
    ({ file, target, typeOnly }) => target === 'pg' && !typeOnly && !/^services\/core\//.test(file)
  )
  expect(wrong).toEqual([])
})

test('the key of an advisory lock is spelled by one function', () => {
  const sources = readdirSync(path.join(root, 'services'), { recursive: true, encoding: 'utf8' })
  const spelled = sources
    .filter(file => /\.(ts|sql)$/.test(file))
    .filter(file =>
      /pg_(try_)?advisory_\w+\((?!lock_key\()/.test(readFileSync(path.join(root, 'services', file), 'utf8'))
    )
  expect(spelled).toEqual([])
})

test('nothing reads the environment but the two entries', () => {
  const readers = files.filter(file => /process\.env/.test(readFileSync(path.join(root, file), 'utf8')))
  const allowed = [
    'services/serve.ts',
    'workers/aloneMain.ts',
    'workers/run.ts',
    'services/demo.ts',
    'services/erasures.ts',
    'services/admin/backups/main.ts',
    'services/core/embedded.ts'
  ]
  expect(readers.filter(file => !allowed.includes(file))).toEqual([])
})

/** Comments may give a provider as the reason, and words that only look like one are none. */
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
const provider = /whatsapp|instagram|(?<!typo|picto|para)graph|\bmeta\b/i

test('conversations and the inbox know no provider: that is what the adapters of channels are for', () => {
  const neutral = files.filter(
    file =>
      /^(services|web\/src)\/messaging\/conversations\//.test(file) &&
      !file.startsWith('web/src/messaging/conversations/channels/')
  )
  expect(neutral.length).toBeGreaterThan(60)
  const wrong = neutral.flatMap(file =>
    withoutComments(readFileSync(path.join(root, file), 'utf8'))
      .split('\n')
      .filter(line => provider.test(line))
      .map(line => `${file}: ${line.trim()}`)
  )
  expect(wrong).toEqual([])
})

test('no channel knows another, and only the lists know them all', () => {
  const kinds = /^(?:services\/messaging|web\/src\/messaging\/conversations)\/channels\/(whatsapp|instagram)\//
  const lists = [
    'services/messaging/channels/rules.ts',
    'services/messaging/channels/adapters.ts',
    'web/src/messaging/conversations/channels/registry.ts'
  ]
  // The schedule of its tokens, the routes by which an account is connected, and the page of those who belong to no company.
  const others = ['services/messaging/channels/worker.ts', 'services/messaging/channels/feature.ts', 'web/src/app.tsx']
  const wrong = imports.filter(({ file, target }) => {
    const kind = kinds.exec(target)?.[1]
    return kind && kinds.exec(file)?.[1] !== kind && ![...lists, ...others].includes(file)
  })
  expect(wrong).toEqual([])
})

/** The areas in their order: each imports itself and those before it (docs/architecture.md says what each is for). */
const areas = [
  'core',
  'ui',
  'shell',
  'platform',
  'account',
  'leads',
  'messaging',
  'calendar',
  'marketing',
  'support',
  'privacy',
  'assistant',
  'admin',
  'site',
  'demo'
]

/** Files at the top, which start the product and know all areas. */
const starts = /^(services|web\/src)\/\w+\.tsx?$|^workers\//

const areaOf = (file: string): string | undefined => /^(?:services|web\/src)\/(\w+)\//.exec(file)?.[1]

/**
 * The frame keeps and shows the session, which is an answer of account, and goes by its permissions: of account it may
 * know the rules and the shapes.
 */
const frameReadsAccount = ({ file, target }: Import) =>
  /^web\/src\/(shell\/|core\/session\.ts$)/.test(file) && /^services\/account\/\w+\/(rules|schema)\.ts$/.test(target)

test('an area imports itself and those before it, in the services, in the browser and across', () => {
  const found = new Set(files.flatMap(file => areaOf(file) ?? []))
  expect(
    [...found].filter(name => !areas.includes(name)),
    'folders that are no area: choose one by CONTRIBUTING.md, or add it to the order'
  ).toEqual([])
  const back = imports.filter(each => {
    const [from, to] = [areaOf(each.file), areaOf(each.target)]
    return from && to && areas.indexOf(to) > areas.indexOf(from) && !frameReadsAccount(each)
  })
  const sentences = back.map(
    ({ file, target }) =>
      `${file} (${areaOf(file)}) imports ${target} (${areaOf(target)}), an area after its own: move the rule to core, declare it in feature.ts, or have a start file hand it over`
  )
  expect(sentences).toEqual([])
})

test('no area imports what starts the product', () => {
  const wrong = imports.filter(({ file, target }) => !starts.test(file) && starts.test(target))
  expect(wrong.map(({ file, target }) => `${file} imports ${target}: have it handed over at the start`)).toEqual([])
})

test('without the demonstration nothing of it is loaded but its declarations', () => {
  const loading = [...imports, ...importsOf('start.ts')].filter(
    ({ file, target, typeOnly, later }) =>
      areaOf(target) === 'demo' && areaOf(file) !== 'demo' && !typeOnly && !later && file !== 'services/demo.ts'
  )
  expect(loading.map(({ file, target }) => `${file} imports ${target}`).sort()).toEqual([
    'services/features.ts imports services/demo/phone/feature.ts',
    'web/src/companyFeatures.ts imports web/src/demo/phone/feature.tsx'
  ])
})

/** A feature is a folder of an area, or the area itself. */
const featureOf = (file: string): string | undefined => {
  const [, area, feature] = /^(?:services|web\/src)\/(\w+)\/(?:(\w+)\/)?.*$/.exec(file) ?? []
  if (!area || area === 'core' || area === 'ui' || area === 'shell') return undefined
  return feature && area !== 'site' ? `${area}/${feature}` : area
}

/** Folders of the browser that belong to no feature of the services, and why. */
const ownFolders: Record<string, string> = {
  'assistant/articles': 'the help pages of the assistant, for staff',
  'calendar/calendar': 'the page of the appointments, and what it brings to other pages',
  'marketing/marketing': 'the frame of what stands under E-mail'
}

test('a feature has the same name in the browser as in the services', () => {
  const featuresIn = (of: string) =>
    new Set(files.filter(file => file.startsWith(of)).flatMap(file => featureOf(file) ?? []))
  const services = featuresIn('services/')
  const others = [...featuresIn('web/src/')].filter(name => !services.has(name))
  expect(others.sort()).toEqual(Object.keys(ownFolders))
  // A folder that is no feature belongs to one, save the settings that several read, the files of spreadsheets and the
  // story of the demonstration.
  const undeclared = [...services].filter(name => !existsSync(path.join(root, 'services', name, 'feature.ts')))
  expect(undeclared.sort()).toEqual(['account/settings', 'demo', 'platform/sheets'])
})

test('a test stands in an area, in the whole, or at the top', () => {
  const tests = readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.test.ts')
  )
  expect(tests.length).toBeGreaterThan(200)
  const places = [...areas, 'whole']
  const outside = tests.filter(name => name.includes('/') && !places.includes(name.split('/')[0] ?? ''))
  expect(outside, 'move them into the area that they test (CONTRIBUTING.md)').toEqual([])
})

const graphOf = (each: readonly Import[], nameOf: (file: string) => string | undefined) => {
  const edges = new Map<string, Set<string>>()
  for (const { file, target } of each) {
    const [from, to] = [nameOf(file), nameOf(target)]
    if (from && to && from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to))
  }
  return edges
}

/** Routes, workers and pages, which a declaration loads where they are needed. */
const fromDeclaration = ({ file, later }: Import) => later && /\/feature\.tsx?$/.test(file)

test('no files import each other in a circle, lazily neither', () => {
  const edges = graphOf(
    imports.filter(each => !fromDeclaration(each)),
    file => (/^(services|workers|web)\//.test(file) ? file : undefined)
  )
  expect(edges.size).toBeGreaterThan(1000)
  expect(circles(edges)).toEqual([])
})

test('no features need each other in a circle', () => {
  const needed = imports.filter(each => !each.typeOnly && !fromDeclaration(each))
  for (const side of ['services/', 'web/src/']) {
    const edges = graphOf(needed, file =>
      file.startsWith(side) && !file.endsWith('/rules.ts') ? featureOf(file) : undefined
    )
    expect(edges.size).toBeGreaterThan(15)
    expect(circles(edges)).toEqual([])
  }
})

test('what a feature announces, and asks for, is declared by one', () => {
  const texts = files
    .filter(file => file.startsWith('services/'))
    .map(file => readFileSync(path.join(root, file), 'utf8'))
  const found = (pattern: RegExp) => new Set(texts.flatMap(text => [...text.matchAll(pattern)].map(match => match[1])))
  const events = features.flatMap(({ events = {} }) => Object.keys(events))
  expect([...found(/announce\([^)]*?kind: '([^']+)'/gs)].filter(kind => !events.includes(kind ?? ''))).toEqual([])
  const queues = features.flatMap(({ queues = {} }) => Object.keys(queues))
  const ofJobs = new Set(features.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue)))
  expect(queues.toSorted(), 'each queue is declared once, and has jobs').toEqual([...ofJobs].sort())
  const permissions = features.flatMap(({ permissions = [] }) => permissions)
  expect([...found(/'(?:company|staff):([a-z_]+)'/g)].filter(name => !permissions.includes(name ?? ''))).toEqual([])
})

test('a feature of the browser declares all that it brings, and no list names its addresses again', () => {
  const lists = ['companyFeatures', 'staffFeatures'].map(name => `web/src/${name}.ts`)
  const listed = imports.filter(({ file, target }) => lists.includes(file) && /\/feature\.tsx?$/.test(target))
  const declared = files.filter(file => /^web\/src\/([^/]+\/)+feature\.tsx?$/.test(file))
  expect(declared.length).toBeGreaterThan(12)
  expect(listed.map(({ target }) => target).sort(), 'each is in one list').toEqual(declared.sort())
  const knowing = imports.filter(({ file, target }) => !lists.includes(file) && /^web\/.*\/feature\.tsx?$/.test(target))
  expect(knowing, 'nothing else knows declarations').toEqual([])
})

test('the server answers at each address that a feature of the browser declares', () => {
  const declared = ['companyFeatures', 'staffFeatures'].flatMap(list => {
    const area = list === 'staffFeatures' ? '/admin' : ''
    return imports
      .filter(({ file, target }) => file === `web/src/${list}.ts` && /\/feature\.tsx?$/.test(target))
      .flatMap(({ target }) => {
        const text = readFileSync(path.join(root, target), 'utf8')
        const pages = [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, page = '']) => area + page)
        const records = [...text.matchAll(/\bname: '([^']+)',\s*list: \w+(,\s*edit:)?/g)].flatMap(([, name, one]) => [
          `${area}/${name}`,
          ...(one ? [`${area}/${name}/:id`] : [])
        ])
        return [...pages, ...records].map(page => page.replace(/(?<=.)\/$/, ''))
      })
  })
  expect(declared.length).toBeGreaterThan(25)
  const served = ['/', ...features.flatMap(({ pages = [] }) => pages)]
  expect(
    declared.filter(page => !served.includes(page)),
    'missing under `pages` in a feature.ts of the services'
  ).toEqual([])
})

/** Where the signed-in areas speak to the API: docs/browser-data.md. Public pages and the chat are plain React. */
const doors = /^web\/src\/(core|site|assistant\/chat)\/|^web\/src\/(shell|ui)\/\w+\.ts$|\/api\.ts$/

/** Functions that only those files may call. */
const calls: Record<string, string[]> = {
  'core/http.ts': ['request', 'send', 'failureOf'],
  'ui/data.ts': ['call', 'get', 'read', 'saveFrom', 'useWrite'],
  '@tanstack/react-query': ['useQuery', 'useQueries', 'useInfiniteQuery', 'useMutation', 'useQueryClient']
}

/**
 * Files that do so still: the board lays moves over several queries, and the palette asks whichever feature it is
 * given.
 */
const ownWays = ['web/src/leads/leads/board/useBoard.ts', 'web/src/shell/command/CommandDialog.tsx']

test('no screen of the signed-in areas calls the API but through the api.ts of a feature', () => {
  const closed = files.filter(file => file.startsWith('web/src/') && !doors.test(file) && !ownWays.includes(file))
  expect(closed.length).toBeGreaterThan(200)
  const wrong = closed.flatMap(file => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const found = text.matchAll(/^import \{([^}]*)\} from '(?:\.+\/)*([^']+)'/gm)
    return [...found].flatMap(([, names = '', from = '']) =>
      names
        .split(',')
        .map(name => name.trim())
        .filter(name => calls[from]?.includes(name))
        .map(name => `${file} uses ${name}`)
    )
  })
  expect(wrong).toEqual([])
})

/** Texts that the product itself made, or whose characters are known, may be cut anywhere. */
const mayCutAnywhere = [
  'services/admin/admin/failures.ts',
  'services/calendar/appointments/externalReading.ts',
  'services/account/auth/accessRequests.ts',
  'services/account/auth/signIns.ts',
  'services/assistant/chat/propose.ts',
  'services/platform/files/clamd.ts',
  'services/platform/inboundMail/html.ts',
  'services/platform/inboundMail/report.ts',
  'services/leads/leads/receive.ts',
  'services/marketing/mailTemplates/rules.ts',
  'services/privacy/person/routes.ts',
  'services/platform/sheets/workbook.ts',
  'services/platform/sheets/xlsx.ts'
]

test('a text of a stranger is never cut within a character', () => {
  const files = ['services', 'workers'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`)
  )
  const cutting = files
    .filter(file => file.endsWith('.ts'))
    .map(file => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
    .filter(({ text }) => /\.slice\(0, (\d{3,}|[6-9]\d|longest\w*|shown\w*)\)/.test(text))
    .map(({ file }) => file)
  expect(cutting.filter(file => !mayCutAnywhere.includes(file))).toEqual([])
})

/** Browser tests that may wait for a fixed time: what they measure, or take pictures of, is time. */
const mayWait = ['tests/kit/looks.ts', 'tests/whole/budgets.test.ts', 'tests/whole/looks.test.ts']

/** Files that check the state after a short wait in which nothing may come. */
const mayHurry = ['tests/kit/sweep.ts', 'tests/leads/screens/lead.test.ts']

test('no test waits in the browser for a fixed time, none is retried, and none is less patient than the others', () => {
  const tests = readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .map(file => ({ file: `tests/${file}`, text: readFileSync(path.join(root, 'tests', file), 'utf8') }))
  const having = (pattern: RegExp) => tests.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
  expect(having(/\.waitForTimeout\(/).filter(file => !mayWait.includes(file))).toEqual([])
  expect(having(/\bretry: \d/)).toEqual([])
  // `tests/kit/site.ts` has replacements, and says why.
  expect(having(/\.(boundingBox|check|uncheck)\(\)/)).toEqual([])
  expect(readFileSync(path.join(root, 'vitest.config.ts'), 'utf8')).not.toMatch(/\bretry\b/)
  // One that passes never waits for its patience, so that no test needs less than the others (tests/kit/patience.ts).
  const impatient = /\b(poll|waitFor\w*)\([^;]*?\btimeout: ?(\d{1,4}|[1-4]\d_\d{3}|\d_\d{3})\b[^_]/
  expect(having(impatient).filter(file => !mayHurry.includes(file))).toEqual([])
  expect(having(/^ *\},?\s+(\d{1,6}|\d{1,2}_\d{3}|[12]\d{2}_\d{3}|3[0-5]\d_\d{3})\s*\)$/m)).toEqual([])
})

test('a feature that nobody needs is taken out with its folder and its name in the list, and the rest type-checks and loads', () => {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  // Within the project, whose packages it needs.
  const copy = mkdtempSync(path.join(root, '.cache', 'feature-'))
  atEnd(() => rmSync(copy, { recursive: true }))
  for (const folder of ['services', 'workers'])
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true })
  cpSync(path.join(root, 'package.json'), path.join(copy, 'package.json'))
  rmSync(path.join(copy, 'services/leads/views'), { recursive: true })
  const list = path.join(copy, 'services/features.ts')
  const lines = readFileSync(list, 'utf8').split('\n')
  const without = lines.filter(line => !/^ {2}views,?$|'\.\/leads\/views\//.test(line))
  expect(without).toHaveLength(lines.length - 2)
  writeFileSync(list, without.join('\n'))
  expect(typeFaults(copy, ['services', 'workers'])).toBe('')

  const load = `
    const { features } = await import('./services/features.ts')
    await import('./services/app.ts')
    const { loadParts } = await import('./workers/parts.ts')
    await Promise.all(features.flatMap(({ routes = [] }) => routes.map(load => load())))
    console.log(features.length, (await loadParts()).length > 10)
    process.exit()`
  const started = spawnSync(process.execPath, ['--input-type=module', '-e', load], { cwd: copy, encoding: 'utf8' })
  expect(started.stdout.trim()).toBe(`${features.length - 1} true`)
})

test('so is a feature of the browser', () => {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const copy = mkdtempSync(path.join(root, '.cache', 'web-'))
  atEnd(() => rmSync(copy, { recursive: true }))
  for (const folder of ['services', 'web/src'])
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true })
  rmSync(path.join(copy, 'web/src/privacy/privacy'), { recursive: true })
  const list = path.join(copy, 'web/src/companyFeatures.ts')
  const lines = readFileSync(list, 'utf8').split('\n')
  const without = lines.filter(line => !/^ {2}privacy,?$|'\.\/privacy\/privacy\//.test(line))
  expect(without).toHaveLength(lines.length - 2)
  writeFileSync(list, without.join('\n'))
  expect(typeFaults(copy, ['web/src', 'services/*/*/events.ts'])).toBe('')
})
