import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { AuditRow } from './logSchema.ts'

const idsIn = (changes: object): string[] =>
  [...JSON.stringify(changes).matchAll(/"([0-9a-f]{24})"/g)].flatMap(([, id]) => id ?? [])

/**
 * Adds to each entry the names behind the ids in its changes: companies, people and tags as they are called today.
 * Leads stay ids: the audit log can never be erased, so it names none.
 */
export async function withNames(trx: Trx, rows: AuditRow[]): Promise<AuditRow[]> {
  const ids = [...new Set(rows.flatMap(row => idsIn(row.changes)))]
  if (ids.length === 0) return rows
  const found = await sql<{ id: string; name: string }>`
    select id, name from companies where id = any (${ids})
    union all select id, name from employees where id = any (${ids})
    union all select id, name from users where id = any (${ids})
    union all select id, name from tags where id = any (${ids})`.execute(trx)
  const nameOf = new Map(found.rows.map(({ id, name }) => [id, name]))
  return rows.map(row => {
    const named = idsIn(row.changes).flatMap(id => (nameOf.has(id) ? [[id, nameOf.get(id)]] : []))
    return named.length === 0 ? row : { ...row, names: Object.fromEntries(named) }
  })
}
