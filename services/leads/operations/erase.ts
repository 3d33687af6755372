import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type { About } from '../../core/erasure.ts'

/** Deletes the leads from bulk actions, each of which counts them, so that a later undo says how many it left out. */
export async function deleteOperationRows(trx: Trx, { companyId, ids }: About): Promise<number> {
  await sql`
    update operations o set result = o.result || jsonb_build_object('erased',
      coalesce((o.result ->> 'erased')::integer, 0) + r.n)
    from (
      select operation_id, count(*)::integer as n from operation_rows
      where company_id = ${companyId} and lead_id = any (${[...ids]}::text[]) and state = 'changed' group by operation_id
    ) as r
    where o.company_id = ${companyId} and o.id = r.operation_id`.execute(trx)
  const { numAffectedRows = 0n } = await sql`
    delete from operation_rows where company_id = ${companyId} and lead_id = any (${[...ids]}::text[])`.execute(trx)
  return Number(numAffectedRows)
}
