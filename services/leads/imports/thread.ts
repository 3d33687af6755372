import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../core/errors.ts'
import type { Source } from '../../platform/files/source.ts'
import { textOfCell } from '../../platform/sheets/cells.ts'
import { howToRead, inspect, inspectFirst, rowsOf } from './inspect.ts'
import { mendingOf } from './mend.ts'
import type { Answer, Ask, Inspection, Staging, Start } from './reading.ts'
import { maxCards, maxRows } from './rules.ts'
import { beginsTable, tableOf, type Understood, understandRow } from './understand.ts'

// The thread that reads a file: `reading.ts` starts it, passes in the bytes, and ends it if it takes too long.

const port = parentPort
if (!port) throw new Error('This file is the body of a thread')
const { task, size } = workerData as Start

const answers = new Map<number, (value: never) => void>()
port.on('message', ({ id, value }: Answer) => {
  answers.get(id)?.(value as never)
  answers.delete(id)
})

port.postMessage({ started: true })

let asks = 0
const ask = <T>(what: Ask): Promise<T> =>
  new Promise(resolve => {
    const id = asks++
    answers.set(id, resolve)
    port.postMessage({ id, ask: what })
  })

const source: Source = {
  size,
  read: async (offset, length) => {
    const bytes = await ask<Uint8Array>({ read: { offset, length } })
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}

async function look({ name, encoding, custom, again }: Inspection) {
  if (again) return inspect(source, again.how, custom, again.headerRow)
  return inspectFirst(source, await howToRead(source, name, encoding), custom)
}

/** Rows and characters of one portion; two are in memory at once. */
const portion = 2000
const portionSize = 2 * 1024 * 1024

async function stage({ reading, settings, lookups, staged }: Staging): Promise<void> {
  const mending = mendingOf(settings)
  const table = tableOf(reading.columns)
  const limit = reading.format === 'vcard' ? maxCards : maxRows
  let held: Understood[] = []
  let characters = 0
  let count = 0
  let ofOtherTable = false
  const pass = () => ask<boolean>({ portion: { rows: JSON.stringify(held), last: held.at(-1)?.row ?? 0 } })
  for await (const { n, cells } of rowsOf(source, reading)) {
    if (n <= reading.headerRow || !cells.some(cell => typeof cell === 'object' || cell.trim() !== '')) continue
    if (++count > limit)
      throw new AppError(
        'invalid',
        `O arquivo tem mais de ${limit.toLocaleString('pt-BR')} ${limit === maxCards ? 'contatos' : 'linhas'}. Divida-o em partes.`
      )
    ofOtherTable ||= beginsTable(cells, reading.columns)
    if (n <= staged) continue
    held.push(understandRow(n, cells, settings, table, lookups, mending, ofOtherTable))
    characters += cells.reduce((sum, cell) => sum + textOfCell(cell).length, 0)
    if (held.length < portion && characters < portionSize) continue
    if (!(await pass())) return
    held = []
    characters = 0
  }
  if (held.length > 0) await pass()
}

try {
  port.postMessage({ result: await ('staging' in task ? stage(task.staging) : look(task.inspection)) })
} catch (error) {
  if (!(error instanceof AppError)) throw error
  const { kind, message, errors } = error
  port.postMessage({ problem: { kind, message, errors } })
}
port.close()
