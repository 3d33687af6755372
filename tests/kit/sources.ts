import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

export const root = path.join(import.meta.dirname, '../..')

/** The files that run in use: those of the services, workers and pages. */
export const sourceFiles: readonly string[] = ['services', 'workers', 'web/src'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => path.join(folder, name))
)

export type Node = { type: string; start: number; end: number; [key: string]: unknown }
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** A node of the syntax tree and everything in it. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesOf(each)
  else if (isNode(value)) {
    yield value
    for (const each of Object.values(value)) if (typeof each === 'object') yield* nodesOf(each)
  }
}

/** A source and the nodes of its syntax tree. */
export function readSource(file: string): { source: string; nodes: Generator<Node> } {
  const source = readFileSync(path.join(root, file), 'utf8')
  return { source, nodes: nodesOf(parseSync(file, source).program) }
}
