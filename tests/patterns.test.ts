import { check } from 'recheck'
import { expect, test } from 'vitest'
import { isNode, type Node, readSource, sourceFiles } from './kit/sources.ts'

/** Expressions that may take longer than in proportion to their text, because that text is our own. */
const ownTexts = [
  // The page that the build wrote, with nothing in it yet that anybody sent.
  '/<!--head-->[\\s\\S]*<!--\\/head-->/'
]

type Found = { files: Map<string, string>; unread: string[] }

/** Every regular expression of the sources, `/pattern/flags`, with a file that has it; and those that cannot be told. */
function expressions(): Found {
  const found = new Map<string, string>()
  const strings = new Map<string, string>()
  const made: { file: string; node: unknown; flags: string; text: string }[] = []
  for (const file of sourceFiles) {
    const { source, nodes } = readSource(file)
    for (const node of nodes) {
      const regex = node.regex as { pattern: string; flags: string } | undefined
      if (node.type === 'Literal' && regex) found.set(`/${regex.pattern}/${regex.flags}`, file)
      if (node.type === 'VariableDeclarator') {
        const text = textOf(node.init)
        if (text !== undefined) strings.set((node.id as { name: string }).name, text)
      }
      const text = source.slice(node.start, node.end)
      const [pattern, flags] = (node.arguments ?? []) as Node[]
      if (/^(New|Call)Expression$/.test(node.type) && (node.callee as { name?: string }).name === 'RegExp')
        made.push({ file, node: pattern, flags: textOf(flags) ?? '', text })
      // Of a schema: what a request carries is matched with it.
      if (node.type === 'Property' && (node.key as { name?: string }).name === 'pattern' && text !== 'pattern')
        made.push({ file, node: node.value, flags: 'u', text })
    }
  }
  const unread: string[] = []
  for (const { file, node, flags, text } of made) {
    const pattern = textOf(node) ?? strings.get((node as { name?: string }).name ?? '')
    if (pattern === undefined) unread.push(`${file}: ${text}`)
    else found.set(`/${pattern}/${flags}`, file)
  }
  return { files: found, unread }
}

/** The text of a string or a template, in which lists of words stand for two of them. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('one|two')
}

/**
 * Undefined where no text of n characters takes longer than in proportion to n. What the checker proves counts; what it
 * guesses, of expressions that look around or back, is tried with the text that it names; what it cannot tell in time is
 * passed over, since that depends on the machine.
 */
async function problemOf(expression: string, timeout = 10_000): Promise<string | undefined> {
  const [, pattern = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(expression) ?? []
  const found = await check(pattern, flags, { timeout })
  if (found.status !== 'vulnerable') return undefined
  if (found.checker === 'fuzz' && !isSlow(new RegExp(pattern, flags), found.attack)) return undefined
  return `${expression}: ${found.complexity.summary}`
}

type Attack = { pumps: { prefix: string; pump: string }[]; suffix: string }

/** Whether twice the text takes far more than twice the time. */
function isSlow(expression: RegExp, { pumps, suffix }: Attack): boolean {
  const time = (length: number) => {
    const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(length / pump.length)).join('') + suffix
    const times = Array.from({ length: 3 }, () => {
      const started = performance.now()
      expression.lastIndex = 0
      expression.exec(text)
      return performance.now() - started
    })
    return Math.min(...times)
  }
  const grows = (length: number) => time(2 * length) > 3 * time(length)
  for (let length = 1000; length <= 32_000; length *= 2)
    // Three times in a row: other programs take their time on the same machine.
    if (time(2 * length) > 5) return grows(length) && grows(length) && grows(length)
  return false
}

test('no text that a stranger sends keeps a regular expression busy', async () => {
  const { files: found, unread } = expressions()
  expect(found.size).toBeGreaterThan(200)
  expect(unread).toEqual([
    // Of PostgreSQL, whose expressions take time in proportion to the text.
    'services/privacy/privacy/remains.ts: pattern: phonePattern(value)',
    'services/privacy/privacy/remains.ts: pattern: documentPattern(value)',
    // Of some that are checked one by one.
    "web/src/assistant/chat/markdown.ts: new RegExp([bold, link, address].map(({ source }) => source).join('|'), 'g')",
    "web/src/messaging/conversations/richText.ts: new RegExp([address, code, bold, italic, struck].map(({ source }) => source).join('|'), 'giu')"
  ])
  const problems: string[] = []
  for (const [expression, file] of found) {
    const problem = ownTexts.includes(expression) ? undefined : await problemOf(expression)
    if (problem) problems.push(`${problem} (${file})`)
  }
  expect(problems).toEqual([])
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
