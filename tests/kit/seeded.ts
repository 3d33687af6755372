import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A fault that a file of tests must find. */
export type Seeded = {
  area: string
  /** The kind of promise that is broken. */
  level: string
  /** The source, the piece of it that stands there once, and that piece with the fault. */
  file: string
  line: string
  broken: string
  /** The file of tests that is red with the fault, and the command that runs it. */
  test: string
  in: 'test' | 'test:long'
}

/** The faults of `tests/seeded.json`. */
export const readSeeded = (): Seeded[] =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../seeded.json'), 'utf8'))
