import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { BusyError, WorkLimit } from '../../core/apart.ts'
import { AppError, type ErrorKind } from '../../core/errors.ts'
import type { Source } from '../../platform/files/source.ts'
import type { Encoding } from '../../platform/sheets/rules.ts'
import type { FormField } from '../forms/rules.ts'
import type { HowToRead } from './inspect.ts'
import type { Lookups } from './readCell.ts'
import type { ImportSettings, Reading } from './schema.ts'

// Uploads are untrusted, so they are read in a thread: one that takes too long or too much memory is ended without
// affecting others. docs/decisions/0022-files-are-read-apart.md

export type Inspection = {
  name: string
  encoding: Encoding
  custom: FormField[]
  /** The sheet and heading row, where the person chose them. */
  again?: { how: HowToRead; headerRow: number | undefined }
}

export type Staging = { reading: Reading; settings: ImportSettings; lookups: Lookups; staged: number }

type Task = { inspection: Inspection } | { staging: Staging }

export type Start = { task: Task; size: number }

/** Rows as JSON, which is passed to the database unparsed, and the number of the last row. */
export type Portion = { rows: string; last: number }

export type Ask = { read: { offset: number; length: number } } | { portion: Portion }
export type Answer = { id: number; value: unknown }
type Problem = { kind: ErrorKind; message: string; errors?: Record<string, string> }
type Message = { started: true } | { id: number; ask: Ask } | { problem: Problem } | { result: unknown }

/**
 * Milliseconds allowed without progress: of the processor, and of patience. Somebody waits for an inspection; staging
 * is a job, which waits for the database too.
 */
export const limits = {
  inspection: { processor: 20_000, patience: 120_000 },
  staging: { processor: 120_000, patience: 1_800_000 }
}

/** Megabytes. A workbook's texts are kept outside, with their own limit. */
const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

const tooSlow = () =>
  new AppError(
    'mismatch',
    'Este arquivo demora demais para ser lido. Salve só a aba com os contatos, como CSV, e envie outra vez.'
  )
const tooLarge = () =>
  new AppError(
    'mismatch',
    'Este arquivo ocupa memória demais para ser lido. Salve só a aba com os contatos, como CSV, ou divida-o em partes.'
  )

/** TypeScript when run from the sources, else the built file. */
const entry = import.meta.url.endsWith('.ts')
  ? path.join(import.meta.dirname, 'thread.ts')
  : path.join(findPackageJSON(import.meta.url) ?? '', '../dist/services/thread.js')

/** Inspects a file. Throws 4xx where it cannot be imported, or reading it takes too much. */
export const inspectFile = (companyId: string, source: Source, inspection: Inspection): Promise<Reading> =>
  inTurn(companyId, () => read<Reading>(source, { inspection }, limits.inspection))

/**
 * Passes on the rows of a file with their values, a portion at a time, until the end or until `keep` returns false.
 * Throws 4xx where the file cannot be read to the end, and what `keep` throws.
 */
export const readRows = (
  companyId: string,
  source: Source,
  staging: Staging,
  keep: (portion: Portion) => Promise<boolean>
): Promise<void> => inTurn(companyId, () => read<void>(source, { staging }, limits.staging, keep))

function read<R>(
  source: Source,
  task: Task,
  allowed: { processor: number; patience: number },
  keep: (portion: Portion) => Promise<boolean> = async () => false
): Promise<R> {
  const start: Start = { task, size: source.size }
  // Without the environment, which holds the secrets.
  const thread = new Worker(entry, { workerData: start, resourceLimits: memory, env: {} })
  return new Promise<R>((resolve, reject) => {
    const limit = new WorkLimit(thread, allowed, reason => reject(reason === 'tooMuch' ? tooSlow() : new BusyError()))
    const answer = async (id: number, ask: Ask): Promise<void> => {
      const value = 'read' in ask ? await source.read(ask.read.offset, ask.read.length) : await keep(ask.portion)
      if ('portion' in ask) limit.begin()
      thread.postMessage({ id, value } satisfies Answer)
    }
    thread.on('message', (message: Message) => {
      if ('started' in message) limit.begin()
      else if ('ask' in message) answer(message.id, message.ask).catch(reject)
      else if ('problem' in message)
        reject(new AppError(message.problem.kind, message.problem.message, message.problem))
      else resolve(message.result as R)
    })
    thread.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error)
    )
    thread.once('exit', code => reject(new Error(`The thread that read a file ended with ${code}`)))
    thread.once('exit', () => limit.end())
  }).finally(() => thread.terminate())
}

/** Files that a process reads at once, one for each company; others wait. */
const concurrency = 2
let reading = 0
const waiting: (() => void)[] = []
const lastOf = new Map<string, Promise<unknown>>()

async function inTurn<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  const turn = (lastOf.get(companyId) ?? Promise.resolve()).then(async () => {
    if (reading >= concurrency) await new Promise<void>(resolve => waiting.push(resolve))
    else reading++
    try {
      return await work()
    } finally {
      // The slot is handed over directly, without being free in between.
      const next = waiting.shift()
      if (next) next()
      else reading--
    }
  })
  const settled = turn.catch(() => {})
  lastOf.set(companyId, settled)
  try {
    return await turn
  } finally {
    if (lastOf.get(companyId) === settled) lastOf.delete(companyId)
  }
}
