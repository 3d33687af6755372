import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { listFiles } from '../../services/admin/backups/folder.ts'
import type { Head } from '../../services/admin/backups/format.ts'
import { erasuresFile } from '../../services/admin/backups/make.ts'
import { readHead } from '../../services/admin/backups/verify.ts'
import type { KeptErasures } from '../../services/privacy/privacy/replay.ts'

/** Erased people listed beside the backup, in the data folder, and in the other backups of its folder. */
export async function readOldErasures(
  file: string,
  dataDir: string,
  password: string | undefined
): Promise<KeptErasures[]> {
  const folders = [...new Set([path.dirname(file), path.join(dataDir, 'backups')])]
  const lists: unknown[] = []
  for (const folder of folders) {
    const text = await readFile(path.join(folder, erasuresFile), 'utf8').catch(() => undefined)
    if (text !== undefined) lists.push(parse(text))
    const [newest] = await listFiles(folder)
    // One that cannot be read says nothing.
    if (newest) lists.push(await readHead(path.join(folder, newest), { password }).then(erasuresOf, () => undefined))
  }
  return lists.filter(list => list !== undefined) as KeptErasures[]
}

const erasuresOf = ({ erasures }: Head): unknown => erasures

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
