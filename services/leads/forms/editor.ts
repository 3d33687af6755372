import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql } from 'kysely'
import { readInOrder, signalAfterCommit, type Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import { newSlug } from '../../core/slugs.ts'
import type { Tables } from '../../core/tables.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { defaultFields, defaultSettings, readOrigin, settingsOf } from './drafts/rules.ts'
import { defaultDescription, type FormContent } from './rules.ts'
import type { EditedForm, FormNames, FormRow, NewForm } from './schema.ts'

type Row = Selectable<Tables['forms']>

export const notFound = () => new AppError('notFound', 'Formulário não encontrado')

export const publishedOf = ({
  title,
  description,
  fields,
  settings
}: Pick<Row, 'title' | 'description' | 'fields' | 'settings'>) => ({
  title,
  description,
  fields,
  settings: settingsOf(settings)
})

export const contentOf = (row: Row): FormContent =>
  row.draft ? { ...row.draft, settings: settingsOf(row.draft.settings) } : publishedOf(row)

const rowOf = (row: Row): FormRow => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  source: row.source,
  version: row.version,
  changed: row.draft !== null,
  fieldCount: contentOf(row).fields.length,
  publishedAt: row.published_at,
  updatedAt: row.updated_at
})

export const living = (trx: Trx) => trx.selectFrom('forms').selectAll().where('archived_at', 'is', null)

export async function listForms(trx: Trx): Promise<FormRow[]> {
  return (await living(trx).orderBy('created_at').limit(500).execute()).map(rowOf)
}

/** The form with its draft. */
export async function findForm(trx: Trx, id: string): Promise<EditedForm | undefined> {
  const row = await living(trx).where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  await readInOrder(trx)
  const answered = await sql<{ name: string }>`
    select distinct jsonb_object_keys(custom) as name
    from (select custom from leads order by received_at desc limit 1000) as recent`.execute(trx)
  return {
    ...rowOf(row),
    revision: row.revision,
    editedBy: row.edited_by,
    draft: contentOf(row),
    published: row.version > 0 ? publishedOf(row) : null,
    answered: answered.rows.map(({ name }) => name)
  }
}

/** Serialises changes to the number of forms. */
const takeTurn = (trx: Trx, companyId: string) => takeLocks(trx, companyId, 'forms')

/** Throws where the plan allows no further form, or another form has the source. */
export async function createForm(trx: Trx, companyId: string, form: NewForm, actor: AuditActor): Promise<string> {
  const { name, source, copyOf } = form
  await takeTurn(trx, companyId)
  const { maxForms } = await trx
    .selectFrom('companies as c')
    .innerJoin('plans as p', 'p.key', 'c.plan')
    .select('p.forms as maxForms')
    .executeTakeFirstOrThrow()
  const forms = await living(trx).orderBy('created_at').execute()
  if (maxForms !== null && forms.length >= maxForms)
    throw new AppError('forbidden', `Seu plano permite ${maxForms} ${maxForms === 1 ? 'formulário' : 'formulários'}.`)
  const model = copyOf === undefined ? undefined : forms.find(({ id }) => id === copyOf)
  if (copyOf !== undefined && !model) throw notFound()
  const content = model
    ? contentOf(model)
    : { title: name, description: defaultDescription, fields: defaultFields, settings: defaultSettings }
  const { id } = await trx
    .insertInto('forms')
    .values({
      company_id: companyId,
      name: name.trim(),
      source,
      slug: newSlug(name, 'formulario'),
      title: content.title,
      description: content.description,
      fields: JSON.stringify(content.fields),
      settings: JSON.stringify(content.settings),
      version: 0,
      published_at: null,
      draft: JSON.stringify(content),
      edited_by: actor.actorName
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(sourceTaken)
  await audit(trx, { ...actor, companyId, action: 'form.created', object: { type: 'form', id, name } })
  return id
}

function sourceTaken(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'forms_by_source')
    throw invalid({ source: 'Outro formulário já usa esta origem.' })
  throw error
}

export async function renameForm(
  trx: Trx,
  companyId: string,
  id: string,
  { name, source }: FormNames
): Promise<boolean> {
  const renamed = await trx
    .updateTable('forms')
    .set({ name: name.trim(), source, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
    .catch(sourceTaken)
  signalAfterCommit(trx, `company:${companyId}`)
  return renamed.numUpdatedRows > 0n
}

/** The form, locked. Throws 404, and 409 where the draft was changed since it was read. */
export async function lockForm(trx: Trx, id: string, revision?: number): Promise<Row> {
  const row = await living(trx).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  if (revision !== undefined && row.revision !== revision)
    throw new AppError(
      'conflict',
      `${row.edited_by ?? 'Outra pessoa'} alterou este formulário em outra janela. Recarregue para ver a versão mais recente.`,
      { code: 'FORM_CHANGED' }
    )
  return row
}

const origins = (content: FormContent): FormContent => {
  const read = content.settings.origins.map(readOrigin)
  if (read.includes(null)) throw invalid({ origins: 'Informe sites com https, como https://www.sualoja.com.br.' })
  const recipients = [...new Set(content.settings.recipients)]
  return { ...content, settings: { ...content.settings, origins: read as string[], recipients } }
}

/** Saves the draft and returns its new revision. */
export async function saveDraft(
  trx: Trx,
  id: string,
  revision: number,
  content: FormContent,
  actor: AuditActor
): Promise<number> {
  const row = await lockForm(trx, id, revision)
  const checked = origins(content)
  const same = row.version > 0 && isDeepStrictEqual(checked, publishedOf(row))
  await trx
    .updateTable('forms')
    .set({
      draft: same ? null : JSON.stringify(checked),
      revision: revision + 1,
      edited_by: actor.actorName,
      updated_at: sql`now()`
    })
    .where('id', '=', id)
    .execute()
  return revision + 1
}

/** Archives a form; its leads stay. The last published one cannot be archived. */
export async function archiveForm(trx: Trx, companyId: string, id: string, actor: AuditActor): Promise<void> {
  await takeTurn(trx, companyId)
  const row = await lockForm(trx, id)
  const others = await living(trx).where('id', '<>', id).where('version', '>', 0).limit(1).execute()
  if (row.version > 0 && others.length === 0)
    throw new AppError('conflict', 'Este é o único formulário publicado da empresa e não pode ser arquivado.')
  await trx.updateTable('forms').set({ archived_at: sql`now()` }).where('id', '=', id).execute()
  await audit(trx, { ...actor, companyId, action: 'form.archived', object: { type: 'form', id, name: row.name } })
  signalAfterCommit(trx, `company:${companyId}`)
}
