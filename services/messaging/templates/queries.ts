import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { ListRequest } from '../../core/list.ts'
import { takeLocks } from '../../core/locks.ts'
import type { Tables } from '../../core/tables.ts'
import { findUnstorable, unstorable } from '../../core/text.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { homePrices, type PriceList } from '../prices/costs.ts'
import {
  checkTemplate,
  fillText,
  linkVariable,
  rejectionText,
  type TemplateButton,
  type TemplateContent,
  type TemplateHeader,
  templateLimits,
  templateTexts,
  variablesOf
} from './rules.ts'
import type { NewTemplate, Template, TemplateCopy } from './schema.ts'
import type {} from './tables.ts'

export type TemplateRow = Selectable<Tables['message_templates']>

/** Templates of a company, those of the provider included. */
const maxTemplates = 6000

const gone = () => new AppError('notFound', templateTexts.gone)

export const toTemplate = (row: TemplateRow, priceOf: PriceList): Template => ({
  id: row.id,
  name: row.name,
  language: row.language,
  category: row.category,
  previousCategory: row.previous_category,
  status: row.status,
  rejectedReason: row.rejected_reason && rejectionText(row.rejected_reason),
  quality: row.quality,
  header: row.header,
  body: row.body,
  footer: row.footer,
  buttons: row.buttons,
  examples: row.examples,
  draft: row.draft,
  price: priceOf(row.category),
  usedAt: row.used_at,
  syncedAt: row.synced_at,
  updatedAt: row.updated_at
})

export const sortable = ['updatedAt', 'name', 'usedAt', 'status', 'category', 'language', 'syncedAt'] as const
export const filterable = ['name', 'q', 'status', 'category', 'language'] as const
const columns: Record<(typeof sortable)[number], keyof Tables['message_templates'] & string> = {
  updatedAt: 'updated_at',
  name: 'name',
  usedAt: 'used_at',
  status: 'status',
  category: 'category',
  language: 'language',
  syncedAt: 'synced_at'
}

/** A page of templates. Throws 400 for a filter that is no text, or none of a set. */
export async function listTemplates(
  trx: Trx,
  { sort, skip, take, filter }: ListRequest<(typeof sortable)[number]>
): Promise<{ rows: Template[]; total: number }> {
  const exact = (['name', 'status', 'category', 'language'] as const).flatMap(field => {
    const value = filter[field]
    if (value === undefined) return []
    const values = Array.isArray(value) ? value : [value]
    if (values.length > 50 || !values.every(each => typeof each === 'string' && !unstorable(each)))
      throw invalid({ filter: 'Filtro inválido.' })
    return [{ field, values: values as string[] }]
  })
  const { q } = filter
  if (q !== undefined && (typeof q !== 'string' || q.length > 200 || unstorable(q)))
    throw invalid({ filter: 'Filtro inválido.' })
  const words = typeof q === 'string' ? q.trim().split(/\s+/).filter(Boolean) : []
  let query = trx.selectFrom('message_templates')
  for (const { field, values } of exact) query = query.where(field, 'in', values as never)
  for (const word of words) {
    const like = `%${word.replace(/[\\%_]/g, sign => `\\${sign}`)}%`
    query = query.where(({ or, eb }) => or([eb('name', 'ilike', like), eb('body', 'ilike', like)]))
  }
  const rows = await query
    .selectAll()
    .orderBy(columns[sort.field], order => (sort.descending ? order.desc() : order.asc()).nullsLast())
    .orderBy('name')
    .orderBy('language')
    .limit(take)
    .offset(skip)
    .execute()
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const priceOf = await homePrices(trx)
  return { rows: rows.map(row => toTemplate(row, priceOf)), total: Number(n) }
}

/** Throws 404. */
export const findRow = (trx: Trx, id: string): Promise<TemplateRow> =>
  trx.selectFrom('message_templates').selectAll().where('id', '=', id).executeTakeFirstOrThrow(gone)

const lockRow = (trx: Trx, id: string): Promise<TemplateRow> =>
  trx.selectFrom('message_templates').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(gone)

/** A template as it is shown. Throws 404. */
export const findTemplate = async (trx: Trx, id: string): Promise<Template> =>
  toTemplate(await findRow(trx, id), await homePrices(trx))

/** The content as it is kept: one spelling of spaces, no empty parts, and links named as here. */
function readContent(input: Omit<NewTemplate, 'name' | 'language'>): TemplateContent {
  const { category, header = null, body, footer = null, examples = {}, buttons = [] } = input
  const wrong = findUnstorable({ header, body, footer, examples, buttons })
  if (wrong !== null) throw invalid({ [wrong]: 'O modelo contém caracteres inválidos.' })
  const content = {
    category,
    header: readHeader(header),
    body: body.replace(/\r\n?/g, '\n').trim(),
    footer: footer?.trim() || null,
    buttons: namedLinks(buttons)
  }
  const wanted = new Set(variablesOf(content))
  return { ...content, examples: Object.fromEntries(Object.entries(examples).filter(([name]) => wanted.has(name))) }
}

function readHeader(header: TemplateHeader | string | null): TemplateHeader | null {
  const read = typeof header === 'string' ? { type: 'text' as const, text: header } : header
  return read?.type === 'text' && !read.text?.trim() ? null : read
}

/** Providers call the variable of an address {{1}}: it gets a name of its own. */
const namedLinks = (buttons: readonly TemplateButton[]): TemplateButton[] => {
  let links = 0
  return buttons.map(button => {
    if (button.type !== 'url' || !button.url?.includes('{{')) return button
    links++
    return { ...button, url: fillText(button.url, { 1: `{{${linkVariable}${links > 1 ? links : ''}}}` }) }
  })
}

const isNumbered = ({ body, header }: TemplateContent): boolean =>
  variablesOf({ header, body, buttons: [] }).some(name => /^\d+$/.test(name))

const stored = (content: TemplateContent) => ({
  category: content.category,
  named: !isNumbered(content),
  header: content.header && JSON.stringify(content.header),
  body: content.body,
  footer: content.footer,
  buttons: JSON.stringify(content.buttons),
  examples: JSON.stringify(content.examples)
})

/** Throws 400 for a template that breaks a rule, each with its field. */
function refuseWrong(template: TemplateContent & { name: string; language: string }): void {
  const errors = checkTemplate(template)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Throws 409 where another one has the name in this language, or the company has too many. */
async function add(
  trx: Trx,
  companyId: string,
  template: TemplateContent & { name: string; language: string },
  actor: AuditActor
): Promise<Template> {
  await takeLocks(trx, companyId, 'message templates')
  const { n } = await trx
    .selectFrom('message_templates')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= maxTemplates) throw new AppError('conflict', templateTexts.tooMany)
  const { name, language } = template
  const added = await trx
    .insertInto('message_templates')
    .values({ company_id: companyId, name, language, ...stored(template) })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!added) throw new AppError('conflict', templateTexts.taken, { errors: { name: templateTexts.taken } })
  await record(trx, companyId, 'message_template.created', added, actor)
  return toTemplate(added, await homePrices(trx))
}

/** Keeps a draft. Throws 400 for one that breaks a rule, and 409 where the name is taken in its language. */
export function addTemplate(
  trx: Trx,
  companyId: string,
  { name, language, ...input }: NewTemplate,
  actor: AuditActor
): Promise<Template> {
  const template = { name: name.trim(), language: language.trim(), ...readContent(input) }
  refuseWrong(template)
  return add(trx, companyId, template, actor)
}

/**
 * Changes a draft, or keeps the change of one that the provider has beside it, until it is submitted. Throws 400 for a
 * change that breaks a rule or renames what the provider has, and 409 where it cannot be changed now.
 */
export async function changeTemplate(
  trx: Trx,
  companyId: string,
  id: string,
  { name, language, ...input }: NewTemplate,
  actor: AuditActor
): Promise<Template> {
  const before = await lockRow(trx, id)
  if (before.status === 'pending') throw new AppError('conflict', templateTexts.pending)
  if (before.status === 'disabled') throw new AppError('conflict', templateTexts.disabled)
  const template = { name: name.trim(), language: language.trim(), ...readContent(input) }
  const kept = 'O nome e o idioma de um modelo que já está na Meta não mudam. Copie-o com outro nome.'
  if (before.external_id !== null && template.name !== before.name) throw invalid({ name: kept })
  if (before.external_id !== null && template.language !== before.language) throw invalid({ language: kept })
  refuseWrong(template)
  const same = await trx
    .selectFrom('message_templates')
    .select('id')
    .where('name', '=', template.name)
    .where('language', '=', template.language)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (same) throw new AppError('conflict', templateTexts.taken, { errors: { name: templateTexts.taken } })
  const isLive = before.external_id !== null && before.status !== 'rejected'
  const { name: newName, language: newLanguage, ...content } = template
  const changed = await trx
    .updateTable('message_templates')
    .set({
      ...(isLive
        ? { draft: JSON.stringify(content) }
        : { name: newName, language: newLanguage, ...stored(content), draft: null }),
      ...(before.external_id === null && { status: 'draft' as const, rejected_reason: null }),
      updated_at: sql<string>`now()`
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(trx, companyId, 'message_template.changed', changed, actor)
  return toTemplate(changed, await homePrices(trx))
}

/** Keeps a draft with the same content. Throws 400 for a name or language that breaks a rule. */
export async function copyTemplate(
  trx: Trx,
  companyId: string,
  id: string,
  { name, language }: TemplateCopy,
  actor: AuditActor
): Promise<Template> {
  const row = await findRow(trx, id)
  const wanted = { name: name?.trim() || row.name, language: language?.trim() || row.language }
  const free = wanted.name === row.name && wanted.language === row.language
  const copy = { ...wanted, ...contentOf(row), ...(free && { name: await freeName(trx, row) }) }
  const { name: named, language: spoken } = checkTemplate(copy)
  if (named || spoken) throw invalid({ ...(named && { name: named }), ...(spoken && { language: spoken }) })
  return add(trx, companyId, copy, actor)
}

/** The content that somebody wrote last. */
export const contentOf = (row: TemplateRow): TemplateContent =>
  row.draft ?? {
    category: row.category,
    header: row.header,
    body: row.body,
    footer: row.footer,
    buttons: row.buttons,
    examples: row.examples
  }

async function freeName(trx: Trx, { name, language }: TemplateRow): Promise<string> {
  const base = `${name.slice(0, templateLimits.name - 12)}_copia`
  const rows = await trx
    .selectFrom('message_templates')
    .select('name')
    .where('language', '=', language)
    .where('name', 'like', `${base.replace(/[\\%_]/g, sign => `\\${sign}`)}%`)
    .execute()
  const names = new Set(rows.map(row => row.name))
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? base : `${base}_${n}`
    if (!names.has(candidate)) return candidate
  }
}

/** Writes a change to the audit log, and announces it to the pages that show templates. */
export async function record(
  trx: Trx,
  companyId: string,
  action: `message_template.${'created' | 'changed' | 'submitted' | 'deleted'}`,
  { id, name }: { id: string; name: string },
  actor: AuditActor
): Promise<void> {
  await audit(trx, { ...actor, companyId, action, object: { type: 'message_template', id, name } })
  await announceTemplates(trx, companyId)
}

export const announceTemplates = (trx: Trx, companyId: string): Promise<void> =>
  announce(trx, { companyId, kind: 'templates-changed', data: {} })

/** Takes a template for a call to the provider. Throws 409 while somebody else has it. */
export async function takeForCall(trx: Trx, id: string): Promise<TemplateRow> {
  const row = await lockRow(trx, id)
  if (row.busy_until !== null && Date.parse(row.busy_until) > Date.now())
    throw new AppError('conflict', templateTexts.busy)
  await trx
    .updateTable('message_templates')
    .set({ busy_until: sql<string>`now() + interval '30 seconds'` })
    .where('id', '=', id)
    .execute()
  return row
}

export const giveBack = (trx: Trx, id: string): Promise<unknown> =>
  trx.updateTable('message_templates').set({ busy_until: null }).where('id', '=', id).execute()
