import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { unstorable } from '../../core/text.ts'
import { maxTags, type TagColor, tagColors } from './rules.ts'
import type { NewTag, Tag, TagChange } from './schema.ts'
import type {} from './tables.ts'

const columns = ['id', 'name', 'color'] as const

const toTag = ({ id, name, color }: { id: string; name: string; color: string }): Tag => ({
  id,
  name,
  color: tagColors.find(each => each === color) ?? 'slate'
})

/** The company's tags by name. */
export async function listTags(trx: Trx): Promise<Tag[]> {
  const rows = await trx.selectFrom('tags').select(columns).orderBy(sql`fold(name) collate "C"`).execute()
  return rows.map(toTag)
}

/** Throws 409 where the company has a tag of that name in any spelling. */
export async function createTag(trx: Trx, companyId: string, { name, color }: NewTag): Promise<Tag> {
  const existing = await listTags(trx)
  if (existing.length >= maxTags) throw invalid({ name: `Uma empresa pode ter até ${maxTags} etiquetas.` })
  const row = await trx
    .insertInto('tags')
    .values({ company_id: companyId, name: cleanName(name), color: color ?? nextColor(existing) })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(refuseTwin)
  await announce(trx, { companyId, kind: 'tags-changed', data: {} })
  return toTag(row)
}

/** Undefined where the company has no such tag. */
export async function changeTag(
  trx: Trx,
  companyId: string,
  id: string,
  { name, color }: TagChange
): Promise<Tag | undefined> {
  const row = await trx
    .updateTable('tags')
    .set({ ...(name !== undefined && { name: cleanName(name) }), ...(color !== undefined && { color }) })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
    .catch(refuseTwin)
  if (row) await announce(trx, { companyId, kind: 'tags-changed', data: {} })
  return row && toTag(row)
}

/** Removes a tag, also from every lead; false where the company has no such tag. */
export async function deleteTag(trx: Trx, companyId: string, id: string): Promise<boolean> {
  const tag = await trx.selectFrom('tags').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!tag) return false
  await trx.deleteFrom('lead_tags').where('tag_id', '=', id).execute()
  await trx.deleteFrom('tags').where('id', '=', id).execute()
  await announce(trx, { companyId, kind: 'tags-changed', data: {} })
  return true
}

function cleanName(name: string): string {
  const clean = name.trim().replace(/\s+/g, ' ')
  if (!clean || unstorable(clean)) throw invalid({ name: 'Dê um nome à etiqueta.' })
  return clean
}

const twin = () =>
  new AppError('conflict', 'Já existe uma etiqueta com este nome.', {
    errors: { name: 'Já existe uma etiqueta com este nome.' }
  })

function refuseTwin(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '23505') throw twin()
  throw error
}

/** The least used colour. */
function nextColor(tags: readonly Tag[]): TagColor {
  const uses = (color: TagColor) => tags.filter(tag => tag.color === color).length
  return [...tagColors].sort((a, b) => uses(a) - uses(b))[0] ?? 'slate'
}
