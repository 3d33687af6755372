import { createHash, type Hash } from 'node:crypto'
import { BackupError } from './failure.ts'
import { checkWhole, Head, parseRecord, readFile, Sums, TableStart } from './format.ts'

type Password = { password: string | undefined }

/** Reads a whole backup and compares it with its sums. Throws a `BackupError` that says what is wrong with it. */
export async function verify(file: string, secret: Password): Promise<{ head: Head; sums: Sums }> {
  await checkWhole(file)
  const found: { table: string; bytes: number; hash: Hash }[] = []
  let head: Head | undefined
  let sums: Sums | undefined
  for await (const { kind, bytes } of readFile(file, secret)) {
    if (kind === 'head') head = parseRecord(Head, bytes)
    else if (kind === 'sums') sums = parseRecord(Sums, bytes)
    else if (kind === 'table')
      found.push({ table: parseRecord(TableStart, bytes).table, bytes: 0, hash: createHash('sha256') })
    else {
      const table = found.at(-1)
      if (!table) break
      table.hash.update(bytes)
      table.bytes += bytes.length
    }
  }
  const actual = found.map(({ table, bytes, hash }) => ({ table, bytes, sha256: hash.digest('hex') }))
  const expected = sums?.tables.map(({ table, bytes, sha256 }) => ({ table, bytes, sha256 }))
  if (!head || !sums || JSON.stringify(actual) !== JSON.stringify(expected))
    throw new BackupError('O arquivo de backup não confere com as próprias somas: use outro.')
  return { head, sums }
}

/** Reads the head of a backup, which precedes its rows, without reading the rows. */
export async function readHead(file: string, secret: Password): Promise<Head> {
  for await (const { kind, bytes } of readFile(file, secret)) if (kind === 'head') return parseRecord(Head, bytes)
  throw new BackupError('O arquivo de backup está vazio: use outro.')
}
