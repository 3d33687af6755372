import { expect, test } from 'vitest'
import { expressions, ownTexts, problemOf, problems } from './kit/patterns.ts'

test('no text that a stranger sends keeps a regular expression busy', async () => {
  const { files: found, unread } = expressions()
  expect(found.size).toBeGreaterThan(200)
  expect(unread).toEqual([
    // PostgreSQL runs these, in time proportional to the text.
    'services/privacy/privacy/remains.ts: pattern: phonePattern(value)',
    'services/privacy/privacy/remains.ts: pattern: documentPattern(value)',
    // The patterns of the API's schemas, each of which is judged where it is declared.
    'web/src/ui/formCheck.ts: pattern: schema.pattern',
    "web/src/ui/formCheck.ts: new RegExp(error.schema.pattern, 'u')",
    // These combine expressions that are checked one by one.
    "web/src/assistant/chat/markdown.ts: new RegExp([bold, link, address].map(({ source }) => source).join('|'), 'g')",
    "web/src/messaging/conversations/richText.ts: new RegExp([address, code, bold, italic, struck].map(({ source }) => source).join('|'), 'giu')"
  ])
  expect(await problems(found)).toEqual([])
  expect(ownTexts.filter(expression => !found.has(expression))).toEqual([])
})

test.each([
  '/<(\\w+:)?row(\\s[^>]*?)?(\\/)?>/',
  '/<(?:\\w+:)?sheet\\s([^>]*)>/g',
  '/<(?:\\w+:)?c(\\s[^>]*?)?(?:\\/>|>([\\s\\S]*?)<\\/(?:\\w+:)?c>)/g',
  '/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/',
  '/-+$/'
])('%s would be found', async expression => {
  expect(await problemOf(expression, 60_000)).toMatch(/polynomial/)
})

test('an expression without a kept verdict is judged', async () => {
  expect(await problems(new Map([['/^(a+)+$/', 'here.ts']]))).toEqual([expect.stringContaining('here.ts')])
})
