import english from 'ra-language-english'
import { expect, test } from 'vitest'
import { messages } from '../../web/src/shell/messages.ts'

type Texts = { [key: string]: Texts | string | undefined }

const flat = (texts: Texts, path = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'object' ? [...flat(value, `${path}${key}.`)] : [[`${path}${key}`, value ?? ''] as const]
    )
  )

const placeholders = (text: string) => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort()

const theirs = flat({ ra: english.ra })
const ours = flat({ ra: messages.ra })

test('the Portuguese catalogue has exactly the keys of react-admin', () => {
  expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort())
})

test('every text is translated, and fills in only what react-admin gives it', () => {
  const international = new Set(['ra.boolean.null', 'ra.page.edit', 'ra.page.list', 'ra.page.show'])
  for (const [key, text] of ours) {
    const original = theirs.get(key) ?? ''
    if (!international.has(key)) expect(text, key).not.toBe(original)
    expect(text.trim() === '', key).toBe(original.trim() === '')
    const allowed = [...placeholders(original), '%{smart_count}']
    expect(allowed, key).toEqual(expect.arrayContaining(placeholders(text)))
  }
})

test('texts that count keep their two forms', () => {
  for (const [key, text] of theirs) expect(ours.get(key)?.split('||||').length, key).toBe(text.split('||||').length)
})
