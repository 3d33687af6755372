import { expect, test } from 'vitest'
import { described, englishFiles, findings } from './kit/english.ts'

test('comments begin with their subject, and values are called by what they are', () => {
  const files = englishFiles()
  expect(files.length).toBeGreaterThan(1500)
  expect(files.flatMap(file => findings(file)).map(described)).toEqual([])
})

const kinds = (text: string, file = 'services/leads/tags/x.ts') =>
  findings(file, text).map(({ kind, line }) => `${kind} ${line}`)

test.each([
  ['/** What is no JSON counts as one entry. */', ['opening 1']],
  ['// A first one. Who comes back\n// has left once.', ['opening 1']],
  ['/**\n * A first one.\n *\n * Of two transactions one is given up.\n */', ['opening 4']],
  ['// What is a lead?', []],
  ['// It is done. `Of` is a word.', []],
  ['// The person is told of it.', ['word 1']],
  ["// The text 'whoever' is quoted, and `tell` is code.", []],
  ['// Said by the specification: whoever. english: a quotation', []],
  ['const mostLinks = 3', ['name 1']],
  ['const almost = 3, mosaic = 4', []],
  ['function read({ known: lead }: { known: string }) { return lead }', ['name 1', 'name 1']],
  ['const read = ({ asked }) => asked', ['name 1']],
  ['const filter = { given: 1 }', ['name 1']],
  ['filter.given = known', []]
])('%s', (text, expected) => {
  expect(kinds(text)).toEqual(expected)
})

test('comments of SQL and CSS are read too, and names of files', () => {
  expect(kinds('-- Whose lead it is\n-- decides.\nselect 1', 'services/leads/tags/x.sql')).toEqual(['opening 1'])
  expect(kinds('/* Goes on by itself. */', 'web/src/ui/x.css')).toEqual(['word 1'])
  expect(kinds('', 'services/leads/tags/known.ts')).toEqual(['name 1'])
})

test('a finding is described with file, line and what to write instead', () => {
  const found = findings('services/leads/tags/x.ts', '// It is told.\nconst given = 1')
  expect(found.map(described)).toEqual([
    "services/leads/tags/x.ts:1: 'It is told.': write show, report, announce or notify for telling; again for anew; anyone who; except; automatically or alone",
    "services/leads/tags/x.ts:2: 'given': call the value by what it is: limit, total, filter, errors, started"
  ])
})
