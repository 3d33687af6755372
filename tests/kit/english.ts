import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { isNode, type Node, nodesOf, root } from './sources.ts'

/** The kinds of faults, each with what to write in its place. */
const advice = {
  opening: 'begin with the subject: "A body that is not JSON counts as …", "Leaving twice counts once"',
  word: 'write show, report, announce or notify for telling; again for anew; anyone who; except; automatically or alone',
  name: 'call the value by what it is: limit, total, filter, errors, started'
} as const
type Kind = keyof typeof advice

export type Finding = { kind: Kind; file: string; line: number; text: string }

/** A use that is right has `english: <reason>` on its line. */
const excused = /\benglish: \S/

const opening = /^["'(]*(What|Who|Whoever|Whose|Whom|Of)\b/
const word =
  /\b(told|tells?|anew|whoever|but for|goes again|by itself|tellOfNew|whoDidIt|may come twice|until when|mark as mine)\b/i
const name = /^(most([A-Z]\w*)?|given|asked|known|begun|told|tell([A-Z]\w*)?|atOnce|goesAgain|asker)$/

const folders = ['services', 'workers', 'web/src', 'migrations', 'tests', 'bench']

/** The files that are read: sources, without steps, which are history, and without this file and its test. */
export function englishFiles(): string[] {
  const within = folders.flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => path.join(folder, file))
  )
  const top = readdirSync(root).filter(file => file.endsWith('.ts'))
  return [...within, ...top]
    .filter(file => /\.(tsx?|sql|css)$/.test(file) && !/^migrations\/steps\/|\/english(\.test)?\.ts$/.test(file))
    .sort()
}

/** A text of comments, and the line of the source where it begins. */
type Comment = { text: string; line: number }

/** Everything that is wrong in a file. */
export function findings(file: string, source = readFileSync(path.join(root, file), 'utf8')): Finding[] {
  const lines = source.split('\n')
  const isExcused = (line: number) => excused.test(lines[line - 1] ?? '')
  const parsed = /\.tsx?$/.test(file) ? parseSync(file, source) : undefined
  const comments = parsed?.comments.map(({ value, start }) => ({ text: value, line: lineAt(source, start) }))
  const found = joined(comments ?? commentsIn(file, source)).flatMap(comment => inComment(file, comment))
  if (parsed) found.push(...inNames(file, source, parsed.program))
  if (name.test(path.basename(file).split('.')[0] ?? '')) found.push({ kind: 'name', file, line: 1, text: file })
  return found.filter(({ line }) => !isExcused(line))
}

/** The comments of SQL and CSS. */
function commentsIn(file: string, source: string): Comment[] {
  const pattern = file.endsWith('.sql') ? /--(.*)$|\/\*([\s\S]*?)\*\//gm : /\/\*([\s\S]*?)\*\//g
  return [...source.matchAll(pattern)].map(({ 1: one, 2: two, index }) => ({
    text: one ?? two ?? '',
    line: lineAt(source, index)
  }))
}

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length

/** Comments of one line that follow each other are one text. */
function joined(comments: readonly Comment[]): Comment[] {
  const texts: (Comment & { last: number })[] = []
  for (const { text, line } of comments) {
    const before = texts.at(-1)
    const last = line + text.split('\n').length - 1
    if (before && before.last === line - 1) {
      before.text += `\n${text}`
      before.last = last
    } else texts.push({ text, line, last })
  }
  return texts
}

function inComment(file: string, { text, line }: Comment): Finding[] {
  const found: Finding[] = []
  for (const { sentence, at } of sentencesOf(text)) {
    const place = { file, line: line + at, text: sentence }
    if (opening.test(sentence) && !sentence.endsWith('?')) found.push({ kind: 'opening', ...place })
    // Code and quotations are no prose.
    if (word.test(sentence.replace(/`[^`]*`|'[^']*'|"[^"]*"/g, ''))) found.push({ kind: 'word', ...place })
  }
  return found
}

/** The sentences of a comment, each with the line, from its beginning, where it starts. */
function sentencesOf(text: string): { sentence: string; at: number }[] {
  const lines = text
    .split('\n')
    .map(line => line.replace(/^\s*\*? ?/, '').replace(/^@(param|returns|throws)\b( \w+)?/, '\n'))
  const found: { sentence: string; at: number }[] = []
  let sentence = ''
  let at = 0
  const end = () => {
    if (sentence.trim()) found.push({ sentence: sentence.trim(), at })
    sentence = ''
  }
  for (const [n, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('\n') || /^\s*[-*] /.test(line)) end()
    for (const part of line.trim().split(/(?<=[.!?])\s+(?=["'(`]?[A-Z])/)) {
      if (sentence === '') at = n
      sentence = sentence ? `${sentence} ${part}` : part
      if (/[.!?]["')]?$/.test(part)) end()
    }
  }
  end()
  return found
}

/** Declared names: of variables, parameters, functions, properties and types' members. */
function inNames(file: string, source: string, program: unknown): Finding[] {
  const found: Finding[] = []
  const look = (identifier: unknown): void => {
    if (!isNode(identifier)) return
    const text = String(identifier.name ?? identifier.value ?? '')
    if (name.test(text)) found.push({ kind: 'name', file, line: lineAt(source, identifier.start), text })
  }
  for (const node of nodesOf(program)) for (const each of declared(node)) look(each)
  return found
}

function declared(node: Node): unknown[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return boundIn(node.id)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [node.id, ...(node.params as unknown[]).flatMap(boundIn)]
    case 'Property':
      return node.computed || node.shorthand ? [] : [node.key]
    case 'TSPropertySignature':
    case 'TSMethodSignature':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return node.computed ? [] : [node.key]
    default:
      return []
  }
}

/** The identifiers that a pattern binds under a name of its own. */
function boundIn(pattern: unknown): unknown[] {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'AssignmentPattern':
      return boundIn(pattern.left)
    case 'RestElement':
      return boundIn(pattern.argument)
    case 'ArrayPattern':
      return (pattern.elements as unknown[]).flatMap(boundIn)
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap(property => boundIn(property.value ?? property))
    default:
      return []
  }
}

/** One sentence for each finding: file, line, text and what to write instead. */
export const described = ({ file, line, kind, text }: Finding): string =>
  `${file}:${line}: '${text.slice(0, 100)}': ${advice[kind]}`

// `npm run english`: lists everything that is found; with a part of a path, only what is found there.
if (process.argv[1] === import.meta.filename) {
  const [, , part = ''] = process.argv
  const files = englishFiles().filter(file => file.includes(part))
  const found = files.flatMap(file => findings(file)).map(described)
  for (const each of found) console.log(each)
  if (found.length > 0) process.exit(1)
}
