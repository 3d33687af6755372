import type { Db, Trx } from '../core/db.ts'
import { sqlBuilder } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import { prepare } from '../core/prepare.ts'
import { cnpjTexts, companyIdentifier } from './rules.ts'
import type { Company, CompanyCard } from './schema.ts'

const byCnpj = prepare<{ cnpj: string }>('company-by-cnpj', hole =>
  sqlBuilder
    .selectFrom('companies')
    .select(['id', 'name', 'cnpj'])
    .where('cnpj', '=', hole('cnpj'))
    .where('active', '=', true)
)

/** The active company with this CNPJ, of which anybody may know id, name and CNPJ. */
export async function findByCnpj(db: Db, cnpj: string): Promise<CompanyCard | undefined> {
  const [result] = await db.everyCompanyAtOnce([byCnpj({ cnpj })])
  return result?.rows[0]
}

const byIdentifier = prepare<{ id: string | null; cnpj: string | null }>('company-by-identifier', hole =>
  sqlBuilder
    .selectFrom('companies')
    .select('id')
    .where('active', '=', true)
    .where(row =>
      row.or([
        row('id', '=', hole('id', 'text')),
        row('cnpj', '=', hole('cnpj', 'text')),
        row(
          'id',
          'in',
          row
            .selectFrom('employees')
            .select('company_id')
            .where('user_id', '=', hole('id', 'text'))
            .where('active', '=', true)
        )
      ])
    )
    .orderBy(row => row('id', '=', hole('id', 'text')), 'desc')
    .limit(1)
)

/**
 * The id of the active company that a text names: a company's id, the id of a user of it, or a CNPJ (specification,
 * section 5). Undefined where there is none; throws where the text is neither an id nor a CNPJ.
 */
export async function resolveCompany(db: Db, text: string): Promise<string | undefined> {
  const identifier = companyIdentifier(text)
  if (!identifier) throw new AppError('invalid', cnpjTexts.identifier, { errors: { companyId: cnpjTexts.identifier } })
  const [result] = await db.everyCompanyAtOnce([
    byIdentifier({
      id: identifier.kind === 'id' ? identifier.value : null,
      cnpj: identifier.kind === 'cnpj' ? identifier.value : null
    })
  ])
  return result?.rows[0]?.id
}

/** The company of the transaction's scope. */
export async function findCompany(trx: Trx, id: string): Promise<Company | undefined> {
  const row = await trx.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { time_zone, trial_ends_at, created_at, ...same } = row
  return { ...same, _id: row.id, timeZone: time_zone, trialEndsAt: trial_ends_at, createdAt: created_at }
}
