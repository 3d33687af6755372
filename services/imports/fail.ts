import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { announce } from '../core/events.ts'

/** Says of an import that it was given up; what it stored stays, and can be undone. */
export const failOperation = (
  db: Db,
  companyId: string,
  importId: string,
  column: 'check_id' | 'operation_id'
): Promise<void> =>
  db.company(companyId, async trx => {
    const { rows } = await sql<{ id: string }>`
      update operations o set state = 'failed', finished_at = now(),
        error = 'Não foi possível terminar. Tente de novo ou fale com o suporte.'
      from imports i where i.company_id = ${companyId} and i.id = ${importId} and o.company_id = i.company_id
        and o.id = i.${sql.ref(column)} and o.state in ('queued', 'running', 'undoing') returning o.id`.execute(trx)
    if (rows[0]) await announce(trx, { companyId, kind: 'operation', data: { operationId: rows[0].id } })
  })
