import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import { invalid } from '../core/errors.ts'

/** Whether somebody of the employees' table may change leads. Who may not is given none unasked. */
export const editsLeads = (employees: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${employees}.role`)} = 'admin' or 'edit_leads' = any (${sql.ref(`${employees}.permissions`)}))`

const notActive = 'Escolha uma pessoa ativa da equipe.'

/**
 * Throws unless the employee is active in the company of the scope, and keeps them so until the transaction ends:
 * a person who is leaving hands over all leads, and must not be given one meanwhile.
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

/** Rows of one statement, which must end before the time limit of any. */
const portion = 5000

/** Gives all leads of one employee to another, or to nobody. Returns how many they were. */
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
