import type { Trx } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import { takeLocks } from '../core/locks.ts'
import { nameFor } from '../forms/drafts/rules.ts'
import { customFields } from './lookups.ts'
import { asNewField, maxColumnFields, plainHeading } from './rules.ts'
import type {} from './tables.ts'

/**
 * The mapping with a field of the company's own for each column that asks for a new one: that with the column's heading
 * where there is one, else a new one. Throws 400 beyond the limit.
 */
export async function withNewFields(
  trx: Trx,
  companyId: string,
  columns: readonly { heading: string }[],
  mapping: readonly (string | null)[]
): Promise<(string | null)[]> {
  if (!mapping.includes(asNewField)) return [...mapping]
  await takeLocks(trx, companyId, 'column-fields')
  const fields: { name: string; label: string }[] = await customFields(trx)
  const made: { company_id: string; name: string; label: string }[] = []
  const chosen = [...mapping]
  for (const [at, field] of mapping.entries()) {
    if (field !== asNewField) continue
    const label = columns[at]?.heading ?? ''
    const existing = fields.find(
      each => plainHeading(each.label) === plainHeading(label) && !chosen.includes(`custom:${each.name}`)
    )
    const name = existing?.name ?? nameFor(label, fields)
    chosen[at] = `custom:${name}`
    if (existing) continue
    fields.push({ name, label })
    made.push({ company_id: companyId, name, label })
  }
  if (made.length === 0) return chosen
  const { n } = await trx
    .selectFrom('column_fields')
    .select(row => row.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) + made.length > maxColumnFields)
    throw new AppError(
      'invalid',
      `Uma empresa pode ter até ${maxColumnFields} campos feitos de colunas. Deixe alguma coluna de fora.`
    )
  await trx.insertInto('column_fields').values(made).execute()
  return chosen
}
