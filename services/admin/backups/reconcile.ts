import { stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../core/db.ts'
import { folderId, listFiles } from './folder.ts'
import type {} from './tables.ts'
import { readHead, verify } from './verify.ts'

/**
 * Makes the list match the folder: after a restore the list is that of another day, and people add and remove files. A
 * new file is read whole, so that the list says whether it can be restored.
 */
export async function reconcile(db: Db, { folder, password }: Config['backups']): Promise<void> {
  const id = await folderId(folder)
  const files = await listFiles(folder)
  const recorded = await db.everyCompany(async trx => {
    await sql`delete from backups where folder = ${id} and file <> all (${files}::text[])`.execute(trx)
    return sql<{ file: string }>`select file from backups where folder = ${id} and file is not null`.execute(trx)
  })
  const listed = new Set(recorded.rows.map(({ file }) => file))
  for (const file of files.filter(name => !listed.has(name))) {
    const full = path.join(folder, file)
    const { size, mtime } = await stat(full)
    const checked = await verify(full, { password }).then(
      () => true,
      () => false
    )
    const head = checked ? await readHead(full, { password }) : undefined
    await db.everyCompany(trx =>
      sql`insert into backups (folder, file, bytes, started_at, checked_at)
        values (${id}, ${file}, ${size}, ${head?.createdAt ?? mtime.toISOString()}, ${checked ? sql`now()` : null})
        on conflict (folder, file) do nothing`.execute(trx)
    )
  }
}
