import { sql } from 'kysely'
import type { Db } from '../../core/db.ts'
import { csvFile } from '../../platform/sheets/write.ts'
import { findRow, type Row } from './queries.ts'
import type { RowError } from './tables.ts'

function reasonOf({ errors, same_as }: { errors: RowError[]; same_as: number | null }): string {
  if (errors.length > 0) return errors.map(({ column, reason }) => (column ? `${column}: ${reason}` : reason)).join(' ')
  return same_as === null ? 'Outra linha do arquivo é do mesmo lead.' : `Repete a linha ${same_as} do arquivo.`
}

/** The rows that were not imported, unchanged, each with its error: to be corrected and uploaded again. */
export async function errorFile(
  db: Db,
  companyId: string,
  id: string,
  only: string | null
): Promise<AsyncGenerator<string> | undefined> {
  const row = await db.company(companyId, trx => findRow(trx, id, only))
  if (!row) return undefined
  return csvFile(errorRows(db, companyId, row))
}

async function* errorRows(db: Db, companyId: string, { id, reading }: Row): AsyncGenerator<string[]> {
  yield [...reading.columns.map(({ heading }) => heading), 'Motivo']
  for (let last = 0; ; ) {
    const rows = await db.company(companyId, trx =>
      trx
        .selectFrom('import_rows')
        .select(['row', 'cells', 'errors', 'same_as'])
        .where('import_id', '=', id)
        .where(sql<string>`coalesce(outcome, planned)`, 'in', ['error', 'duplicate'])
        .where('row', '>', last)
        .orderBy('row')
        .limit(1000)
        .execute()
    )
    for (const row of rows) {
      const cells = reading.columns.map((_, at) => row.cells[at] ?? '')
      yield [...cells, reasonOf(row)]
    }
    last = rows.at(-1)?.row ?? last
    if (rows.length < 1000) return
  }
}
