import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { check } from 'recheck'
import { isNode, type Node, readSource, root, sourceFiles } from './sources.ts'

/** Expressions that may take longer than in proportion to their text, because that text is our own. */
export const ownTexts = [
  // The page that the build wrote, with nothing in it yet that anybody sent.
  '/<!--head-->[\\s\\S]*<!--\\/head-->/'
]

/**
 * Verdicts take a minute: those of the checker's version are kept, as hashes of the expressions that it found harmless.
 */
type Verdicts = { recheck: string; harmless: string[] }
const verdictsFile = path.join(root, 'tests/patterns.json')
const version: string = createRequire(import.meta.url)('recheck/package.json').version

const hashOf = (expression: string): string => createHash('sha256').update(expression).digest('hex').slice(0, 20)

/** The hashes of the expressions that need no other look. */
function harmless(): ReadonlySet<string> {
  const kept = JSON.parse(readFileSync(verdictsFile, 'utf8')) as Verdicts
  return new Set(kept.recheck === version ? kept.harmless : [])
}

/** A sentence for each slow expression, with a file that has it. */
export async function problems(found: ReadonlyMap<string, string>, judged = harmless()): Promise<string[]> {
  const wrong: string[] = []
  for (const [expression, file] of found) {
    if (ownTexts.includes(expression) || judged.has(hashOf(expression))) continue
    const problem = await problemOf(expression)
    if (problem) wrong.push(`${problem} (${file})`)
  }
  return wrong
}

type Found = { files: Map<string, string>; unread: string[] }

/**
 * Every regular expression of the sources, `/pattern/flags`, with a file that has it; and the calls of `RegExp` whose
 * pattern cannot be read.
 */
export function expressions(): Found {
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
      // A pattern in a schema is matched against what a request carries.
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
 * Undefined where no text of n characters takes longer than in proportion to n. A proof of the checker counts; its
 * guesses, for expressions that look around or back, are tried with the text that it names. An expression that it
 * cannot judge in time is passed over, as that depends on the machine.
 */
export async function problemOf(expression: string, timeout = 10_000): Promise<string | undefined> {
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

// `npm run patterns`: judges every expression and keeps the verdicts.
if (process.argv[1] === import.meta.filename) {
  const { files } = expressions()
  const wrong = await problems(files, new Set())
  for (const each of wrong) console.error(each)
  if (wrong.length > 0) process.exit(1)
  const verdicts: Verdicts = { recheck: version, harmless: [...files.keys()].map(hashOf).sort() }
  writeFileSync(verdictsFile, `${JSON.stringify(verdicts, null, 2)}\n`)
}
