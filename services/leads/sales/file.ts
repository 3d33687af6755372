import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { formatCnpj } from '../../account/companies/rules.ts'
import type { Db } from '../../core/db.ts'
import { type CellValue, csvFile, xlsxFile } from '../../platform/sheets/write.ts'
import { monthName, saleKindNames } from './rules.ts'
import type {} from './tables.ts'

const portion = 1000

type Row = {
  id: string
  day: string
  seq: string
  name: string | null
  cnpj: string | null
  owner: string | null
  source: string
  cents: number
  kind: keyof typeof saleKindNames
}

/** The sales of a month, oldest first, a portion at a time: day, customer, document, seller, origin, value and kind. */
export function salesFile(
  db: Db,
  { id, owners }: { id: string; owners: string[] | null },
  month: string,
  format: 'csv' | 'xlsx'
): Readable {
  const rows = cellsOf(db, { id, owners }, `${month}-01`)
  return Readable.from(format === 'csv' ? csvFile(rows) : xlsxFile(monthName(month), rows))
}

async function* cellsOf(
  db: Db,
  { id, owners }: { id: string; owners: string[] | null },
  first: string
): AsyncGenerator<CellValue[]> {
  yield ['Data', 'Cliente', 'CPF/CNPJ', 'Responsável', 'Origem', 'Valor', 'Tipo']
  for (let after: Row | undefined; ; ) {
    const last = after
    const { rows } = await db.company({ id, owners, deleted: true, held: true }, trx =>
      sql<Row>`
        select s.id, s.day::text as day, s.seq::text as seq, l.name, l.cnpj, e.name as owner, s.source,
          s.value_cents::float8 as cents, s.kind
        from counted_sales(${id}, ${first}::date, (${first}::date + interval '1 month')::date - 1) s
        left join leads l on l.company_id = s.company_id and l.id = s.lead_id
        left join employees e on e.company_id = s.company_id and e.id = s.owner_id
        where (${owners}::text[] is null or s.owner_id = any (${owners}::text[]))
          and (${last?.day ?? null}::date is null or (s.day, s.seq) > (${last?.day ?? null}::date, ${last?.seq ?? null}::bigint))
        order by s.day, s.seq limit ${portion}`.execute(trx)
    )
    for (const row of rows)
      yield [
        row.day.split('-').reverse().join('/'),
        row.name ?? 'Pessoa excluída',
        row.cnpj ? formatCnpj(row.cnpj) : '',
        row.owner ?? '',
        row.source,
        row.cents / 100,
        saleKindNames[row.kind]
      ]
    after = rows.at(-1)
    if (rows.length < portion) return
  }
}
