import { randomInt } from 'node:crypto'
import { companyCreated } from '../../account/companies/moments.ts'
import { type Db, sqlBuilder, type Trx } from '../../core/db.ts'
import { prepare } from '../../core/prepare.ts'
import { productName } from '../../core/rules.ts'

/** Creates the provider's own company if there is none. */
export async function createOwnCompany(trx: Trx): Promise<void> {
  const made = await trx
    .insertInto('companies')
    .values({ name: productName, plan: 'enterprise', own: true })
    .onConflict(conflict => conflict.column('own').where('own', '=', true).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await companyCreated(trx, made.id)
}

const own = prepare<Record<string, never>>('own-company', () =>
  sqlBuilder.selectFrom('companies').select('id').where('own', '=', true)
)

/** The id of the provider's own company. */
export async function ownCompanyId(db: Db): Promise<string | undefined> {
  const [result] = await db.everyCompanyBatch([own({})])
  return result?.rows[0]?.id
}

/** Without characters that are easily confused when read out. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A reference number: the year and six characters. */
export function newProtocol(now = new Date()): string {
  const random = Array.from({ length: 6 }, () => characters[randomInt(characters.length)])
  return `${now.getFullYear()}-${random.join('')}`
}
