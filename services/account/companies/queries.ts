import { type Db, sqlBuilder, type Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { prepare } from '../../core/prepare.ts'
import { checkPhone } from '../../core/telephone/brazil/rules.ts'
import { storePhone } from '../../core/telephone/rules.ts'
import { findUnstorable } from '../../core/text.ts'
import { timeZones } from '../../core/zones/rules.ts'
import { type AuditActor, audit, changed } from '../../platform/audit/queries.ts'
import { acceptLetters } from '../settings/queries.ts'
import { cnpjCharacters, cnpjTexts, companyIdentifier, companyNeeded, validCnpj } from './rules.ts'
import type { Company, CompanyCard, CompanyChange } from './schema.ts'

const byCnpj = prepare<{ cnpj: string }>('company-by-cnpj', placeholder =>
  sqlBuilder
    .selectFrom('companies')
    .select(['id', 'name', 'cnpj'])
    .where('cnpj', '=', placeholder('cnpj'))
    .where('active', '=', true)
)

/** The active company with this CNPJ; its id, name and CNPJ are public. */
export async function findByCnpj(db: Db, cnpj: string): Promise<CompanyCard | undefined> {
  const [result] = await db.everyCompanyBatch([byCnpj({ cnpj })])
  return result?.rows[0]
}

const byIdentifier = prepare<{ id: string | null; cnpj: string | null }>('company-by-identifier', placeholder =>
  sqlBuilder
    .selectFrom('companies')
    .select('id')
    .where('active', '=', true)
    .where(row =>
      row.or([
        row('id', '=', placeholder('id', 'text')),
        row('cnpj', '=', placeholder('cnpj', 'text')),
        row(
          'id',
          'in',
          row
            .selectFrom('employees')
            .select('company_id')
            .where('user_id', '=', placeholder('id', 'text'))
            .where('active', '=', true)
        )
      ])
    )
    .orderBy(row => row('id', '=', placeholder('id', 'text')), 'desc')
    .limit(1)
)

/**
 * The id of the active company that a text identifies: a company's id, a user's id, or a CNPJ (specification, section
 * 5). Undefined where there is none; throws where the text is neither an id nor a CNPJ.
 */
export async function resolveCompany(db: Db, text: string): Promise<string | undefined> {
  if (text.trim() === '') throw new AppError('invalid', companyNeeded, { errors: { companyId: companyNeeded } })
  const identifier = companyIdentifier(text)
  if (!identifier) throw new AppError('invalid', cnpjTexts.identifier, { errors: { companyId: cnpjTexts.identifier } })
  const [result] = await db.everyCompanyBatch([
    byIdentifier({
      id: identifier.kind === 'id' ? identifier.value : null,
      cnpj: identifier.kind === 'cnpj' ? identifier.value : null
    })
  ])
  return result?.rows[0]?.id
}

/** The company in scope. */
export async function findCompany(trx: Trx, id: string): Promise<Company | undefined> {
  const row = await trx.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { time_zone, trial_ends_at, created_at, ...same } = row
  return { ...same, _id: row.id, timeZone: time_zone, trialEndsAt: trial_ends_at, createdAt: created_at }
}

const cnpjIsKept = 'O CNPJ não pode ser trocado. Fale com o suporte.'
const cnpjIsTaken = 'Já existe uma empresa com este CNPJ.'

/**
 * Changes a company as staff, since it may affect the whole installation. Throws where the CNPJ is invalid, taken, or
 * already set.
 */
export async function changeCompany(trx: Trx, id: string, change: CompanyChange, actor: AuditActor): Promise<Company> {
  const unstorable = findUnstorable(change)
  if (unstorable !== null) throw invalid({ [unstorable]: 'O texto contém caracteres inválidos.' })
  const row = await trx.selectFrom('companies').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound', 'Empresa não encontrada com este ID')
  const cnpj = change.cnpj ? cnpjCharacters(change.cnpj) : row.cnpj
  if (cnpj !== row.cnpj && row.cnpj) throw invalid({ cnpj: cnpjIsKept })
  if (cnpj !== row.cnpj && !validCnpj(cnpj ?? '')) throw invalid({ cnpj: cnpjTexts.invalid })
  if (change.timeZone !== row.time_zone && !Object.hasOwn(timeZones, change.timeZone))
    throw invalid({ timeZone: 'Escolha um fuso horário da lista.' })
  const wrongPhone = checkPhone(change.phone ?? '')
  if (wrongPhone) throw invalid({ phone: wrongPhone })
  const kept = (text: string | null) => text?.trim() || null
  const after = {
    name: change.name.trim(),
    email: kept(change.email),
    phone: storePhone(change.phone ?? '') || null,
    address: kept(change.address),
    industry: kept(change.industry),
    time_zone: change.timeZone,
    cnpj
  }
  try {
    await trx.updateTable('companies').set(after).where('id', '=', id).execute()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === '23505') throw new AppError('conflict', cnpjIsTaken, { errors: { cnpj: cnpjIsTaken } })
    throw error
  }
  await acceptLetters(trx, cnpj === row.cnpj ? null : cnpj, actor)
  const changes = changed(row, after)
  if (Object.keys(changes).length > 0)
    await audit(trx, {
      ...actor,
      companyId: id,
      action: 'company.changed',
      object: { type: 'company', id, name: after.name },
      changes
    })
  const company = await findCompany(trx, id)
  if (!company) throw new AppError('notFound', 'Empresa não encontrada com este ID')
  return company
}
