import { open } from 'node:fs/promises'
import { textOfCell } from '../../services/platform/sheets/cells.ts'
import { firstRows, xlsxRows } from '../../services/platform/sheets/xlsx.ts'

// Reads a workbook in a separate process, and prints the result with the peak memory beyond what the process needs
// itself.
const [what = '', name = ''] = process.argv.slice(2)
const file = await open(name)
const source = {
  size: (await file.stat()).size,
  read: async (offset: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
}

async function read(): Promise<object> {
  if (what === 'first') return { rows: (await firstRows(source, 200)).map(({ cells }) => cells.map(textOfCell)) }
  let count = 0
  for await (const _ of xlsxRows(source)) count++
  return { count }
}

const before = process.resourceUsage().maxRSS
const result = await read().catch(error => ({ problem: error instanceof Error ? error.message : String(error) }))
await file.close()
console.log(JSON.stringify({ ...result, megabytes: Math.round((process.resourceUsage().maxRSS - before) / 1024) }))
