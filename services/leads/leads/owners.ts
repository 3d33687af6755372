import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'

const notActive = 'Escolha uma pessoa ativa da equipe.'

/**
 * Throws unless the employee is active in the company in scope, and locks them until the transaction ends: deactivation
 * hands over all their leads, and must not miss one assigned meanwhile.
 */
export async function holdOwner(trx: Trx, id: string): Promise<void> {
  const owner = await trx
    .selectFrom('employees')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!owner) throw invalid({ ownerId: notActive })
}

/** Rows of one statement, which must end within the statement timeout. */
const portion = 5000

/** Gives all leads of one employee to another, or to nobody. Returns how many. */
export async function handOver(trx: Trx, companyId: string, from: string, to: string | null): Promise<number> {
  let total = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update leads set owner_id = ${to}, updated_at = now()
      where company_id = ${companyId} and id in (
        select id from leads where company_id = ${companyId} and owner_id = ${from} limit ${portion})`.execute(trx)
    total += Number(numAffectedRows)
    if (numAffectedRows < BigInt(portion)) return total
  }
}
