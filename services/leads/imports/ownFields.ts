import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import { nameFor } from '../forms/drafts/rules.ts'
import { customFields } from './lookups.ts'
import type { Range } from './match.ts'
import { asNewField, maxColumnFields, plainHeading } from './rules.ts'
import type { ColumnField } from './schema.ts'
import type { Running } from './store.ts'
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
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(n) + made.length > maxColumnFields)
    throw new AppError(
      'invalid',
      `Uma empresa pode ter até ${maxColumnFields} campos feitos de colunas. Deixe alguma coluna de fora.`
    )
  // One that was deleted and is made again has what the leads kept of it.
  await trx
    .insertInto('column_fields')
    .values(made)
    .onConflict(conflict =>
      conflict.columns(['company_id', 'name']).doUpdateSet({ label: sql<string>`excluded.label`, deleted_at: null })
    )
    .execute()
  return chosen
}

/** The fields that were made of columns, by their labels. */
export const listColumnFields = (trx: Trx): Promise<ColumnField[]> =>
  trx
    .selectFrom('column_fields')
    .select(['name', 'label'])
    .where('deleted_at', 'is', null)
    .orderBy('label')
    .orderBy('name')
    .execute()

const setDeleted = async (trx: Trx, name: string, deleted: boolean): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('column_fields')
    .set({ deleted_at: deleted ? sql<string>`now()` : null })
    .where('name', '=', name)
    .where('deleted_at', deleted ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes a field out of lists, files and imports; leads keep what it holds. False where there is no such field. */
export const deleteColumnField = (trx: Trx, name: string): Promise<boolean> => setDeleted(trx, name, true)

/** Brings a deleted field back as it was. False where it was not deleted. */
export const restoreColumnField = (trx: Trx, name: string): Promise<boolean> => setDeleted(trx, name, false)

const ownName = (field: string | null): string[] =>
  field?.startsWith('custom:') ? [field.slice('custom:'.length)] : []

/**
 * Holds the company's own fields that columns go to until the transaction ends: a deletion waits so long. Returns the
 * names of those that are deleted already.
 */
export async function holdFields(trx: Trx, mapping: readonly (string | null)[]): Promise<string[]> {
  const names = mapping.flatMap(ownName)
  if (names.length === 0) return []
  await trx.selectFrom('forms').select('id').orderBy('id').forShare().execute()
  await trx.selectFrom('column_fields').select('name').where('name', 'in', names).orderBy('name').forShare().execute()
  const present = new Set((await customFields(trx)).map(({ name }) => name))
  return names.filter(name => !present.has(name))
}

/**
 * Takes what would go to deleted fields out of the undecided rows of a range, and adds to the result of the import how
 * many values of which column that were.
 */
export async function leaveOutDeleted(
  trx: Trx,
  companyId: string,
  { id, operation_id, settings, headings }: Running,
  { first, last }: Range
): Promise<void> {
  for (const name of await holdFields(trx, settings.mapping)) {
    const { numAffectedRows = 0n } = await sql`
      update import_rows set custom = custom - ${name}::text
      where company_id = ${companyId} and import_id = ${id} and row between ${first} and ${last} and outcome is null
        and custom ? ${name}::text`.execute(trx)
    if (numAffectedRows === 0n) continue
    const at = settings.mapping.indexOf(`custom:${name}`)
    const heading = headings[at] || `Coluna ${at + 1}`
    await sql`
      update operations set result = jsonb_set(result || jsonb_build_object('leftOut', coalesce(result -> 'leftOut', '{}')),
        array['leftOut', ${heading}::text],
        to_jsonb(coalesce((result #>> array['leftOut', ${heading}::text])::bigint, 0) + ${numAffectedRows}::bigint))
      where company_id = ${companyId} and id = ${operation_id}`.execute(trx)
  }
}
