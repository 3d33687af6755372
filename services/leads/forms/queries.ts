import { sql } from 'kysely'
import { resolveCompany } from '../../account/companies/queries.ts'
import { limitsOf } from '../../account/plans/rules.ts'
import type { Db, Trx } from '../../core/db.ts'
import { sqlBuilder } from '../../core/db.ts'
import { prepare } from '../../core/prepare.ts'
import { defaultFields, defaultSettings, settingsOf } from './drafts/rules.ts'
import { defaultDescription, defaultTitle, type FormContent } from './rules.ts'
import type { PublicForm } from './schema.ts'

const byCompany = prepare<{ id: string }>('forms-by-company', placeholder =>
  sqlBuilder
    .selectFrom('companies as c')
    .leftJoin('forms as f', join =>
      join.onRef('f.company_id', '=', 'c.id').on('f.version', '>', 0).on('f.archived_at', 'is', null)
    )
    .innerJoin('plans as p', 'p.key', 'c.plan')
    .select(['c.id', 'c.name', 'c.cnpj', 'c.time_zone', 'f.id as form_id', 'f.slug', 'f.source', 'f.version'])
    .select(['f.title', 'f.description', 'f.fields', 'f.settings', 'f.consent_version'])
    .select(['c.leads_limit', 'c.limits_until', 'p.leads_per_month'])
    .where('c.id', '=', placeholder('id'))
    .where('c.active', '=', true)
    .orderBy('f.created_at')
    .limit(200)
)

const byVersion = prepare<{ companyId: string; formId: string; version: number }>('form-version', placeholder =>
  sqlBuilder
    .selectFrom('form_versions')
    .select(['version', 'title', 'description', 'fields', 'settings', 'consent_version'])
    .where('company_id', '=', placeholder('companyId'))
    .where('form_id', '=', placeholder('formId'))
    .where('version', '=', placeholder('version', 'integer'))
)

const bySlug = prepare<{ slug: string }>('form-by-slug', placeholder =>
  sqlBuilder
    .selectFrom('forms as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .select(['f.company_id', 'f.source'])
    .where('f.slug', '=', placeholder('slug'))
    .where('f.version', '>', 0)
    .where('f.archived_at', 'is', null)
    .where('c.active', '=', true)
    .orderBy('f.created_at')
    .limit(1)
)

/** The current day in a time zone, as yyyy-MM-dd. */
export const dayIn = (timeZone: string, now = new Date()): string => {
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  dayFormats.set(timeZone, format)
  return format.format(now)
}
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds for which a process caches a form. */
const freshness = 5000

/** A published form, including what visitors do not see. */
export type PublishedForm = FormContent & { id: string | null; slug: string; source: string } & Version
type Version = { version: number; consentVersion: number }
type CompanyForms = { company: PublicForm['company']; forms: PublishedForm[]; leadsPerMonth: number | null }
const cache = new Map<string, { until: number; of: CompanyForms }>()

/** Identifies a form: by id or slug, by the version that the visitor saw, else by source. */
export type FormSelector = { form?: string | undefined; version?: number | undefined; source?: string | undefined }

/** A form, and its company's monthly limit of leads; null without a limit. */
type Intake = { form: PublicForm; own: PublishedForm; leadsPerMonth: number | null }

/** Drops a company's forms from this process's cache, or all without an id. */
export function forgetForm(companyId: string): void {
  if (companyId === '') cache.clear()
  else cache.delete(companyId)
}

/** The requested published form of an active company, else its first one. Public; cached for five seconds. */
export async function findIntake(db: Db, companyId: string, selector: FormSelector = {}): Promise<Intake | undefined> {
  const of = await cachedForms(db, companyId)
  if (!of) return undefined
  const { form, version, source } = selector
  const current =
    of.forms.find(({ id, slug }) => form !== undefined && (id === form || slug === form)) ??
    of.forms.find(each => each.source === source) ??
    of.forms[0] ??
    noForm
  const own = (await versionSeen(db, companyId, current, version)) ?? current
  return { form: publicForm(of.company, own), own, leadsPerMonth: of.leadsPerMonth }
}

async function cachedForms(db: Db, companyId: string): Promise<CompanyForms | undefined> {
  const cached = cache.get(companyId)
  if (cached && cached.until > Date.now()) return cached.of
  const [result] = await db.everyCompanyBatch([byCompany({ id: companyId })])
  const row = result?.rows[0]
  if (!row) {
    cache.delete(companyId)
    return undefined
  }
  if (cache.size >= 10_000) cache.clear()
  const { leadsPerMonth } = limitsOf(
    { leadsPerMonth: row.leads_per_month, users: null },
    { leadsLimit: row.leads_limit, usersLimit: null, limitsUntil: row.limits_until },
    new Date()
  )
  const company = { id: row.id, name: row.name, cnpj: row.cnpj, timeZone: row.time_zone }
  const forms = (result?.rows ?? []).filter(each => each.form_id !== null).map(toPublished)
  const of = { company, forms, leadsPerMonth }
  cache.set(companyId, { until: Date.now() + freshness, of })
  return of
}

// biome-ignore lint/suspicious/noExplicitAny: a row of a prepared statement
const toPublished = (row: any): PublishedForm => ({
  id: row.form_id,
  slug: row.slug,
  source: row.source,
  version: row.version,
  consentVersion: row.consent_version,
  title: row.title,
  description: row.description,
  fields: row.fields,
  settings: settingsOf(row.settings)
})

const noForm: PublishedForm = {
  id: null,
  slug: '',
  source: 'form',
  version: 0,
  consentVersion: 1,
  title: defaultTitle,
  description: defaultDescription,
  fields: [],
  settings: defaultSettings
}

/** The version that the visitor saw, where another has been published since. */
async function versionSeen(
  db: Db,
  companyId: string,
  form: PublishedForm,
  version: number | undefined
): Promise<PublishedForm | undefined> {
  if (version === undefined || version === form.version || form.id === null) return undefined
  const [result] = await db.companyBatch(companyId, [byVersion({ companyId, formId: form.id, version })])
  const row = result?.rows[0]
  return row && { ...toPublished(row), id: form.id, slug: form.slug, source: form.source }
}

function publicForm(company: PublicForm['company'], form: PublishedForm): PublicForm {
  const { id, version, source, title, description, fields } = form
  const { ownerId: _, recipients: __, origins: ___, ...settings } = form.settings
  return withToday({ company, id, version, source, title, description, fields, settings })
}

const days = new Map<string, { until: number; day: string }>()

/** Days change at a full minute in every time zone, so the day is cached until the next minute. */
function withToday(form: Omit<PublicForm, 'today'>): PublicForm {
  const { timeZone } = form.company
  const now = Date.now()
  const today = days.get(timeZone)
  if (today && now < today.until) return { ...form, today: today.day }
  const day = dayIn(timeZone)
  days.set(timeZone, { until: (Math.floor(now / 60_000) + 1) * 60_000, day })
  return { ...form, today: day }
}

/** The form of the company identified by an id or a CNPJ. */
export async function findFormOf(db: Db, identifier: string, selector: FormSelector = {}): Promise<Intake | undefined> {
  const companyId = await resolveCompany(db, identifier)
  return companyId === undefined ? undefined : findIntake(db, companyId, selector)
}

/** The company and source of a short address. */
export async function findAddress(db: Db, slug: string): Promise<{ companyId: string; source: string } | undefined> {
  const [result] = await db.everyCompanyBatch([bySlug({ slug })])
  const row = result?.rows[0]
  return row && { companyId: row.company_id, source: row.source }
}

/** Creates and publishes the form that every company starts with: now, or at a moment of the past. */
export async function createDefaultForm(trx: Trx, companyId: string, moment: string | null = null): Promise<void> {
  const at = sql<string>`coalesce(${moment}::timestamptz, now())`
  const content = {
    title: defaultTitle,
    description: defaultDescription,
    fields: JSON.stringify(defaultFields),
    settings: JSON.stringify(defaultSettings)
  }
  await trx
    .with('form', db =>
      db
        .insertInto('forms')
        .values({ company_id: companyId, ...content, created_at: at, updated_at: at, published_at: at })
        .returning(['id', 'company_id', 'title', 'description', 'fields', 'settings', 'published_at'])
    )
    .insertInto('form_versions')
    .columns([
      ...(['company_id', 'form_id', 'title', 'description', 'fields', 'settings', 'published_at'] as const),
      ...(['version', 'consent_version'] as const)
    ])
    .expression(db =>
      db
        .selectFrom('form')
        .select(['company_id', 'id', 'title', 'description', 'fields', 'settings', 'published_at'])
        .select([sql.lit(1).as('version'), sql.lit(1).as('consent_version')])
    )
    .execute()
}

/** The company's logo, a `data:` address: that of its first form which has one. */
export async function companyLogo(trx: Trx): Promise<string | null> {
  const form = await trx
    .selectFrom('forms')
    .select(sql<string | null>`settings ->> 'logo'`.as('logo'))
    .where('archived_at', 'is', null)
    .where(sql<boolean>`settings ->> 'logo' is not null`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return form?.logo ?? null
}
