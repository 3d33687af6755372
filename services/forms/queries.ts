import { resolveCompany } from '../companies/queries.ts'
import type { Db, Trx } from '../core/db.ts'
import { sqlBuilder } from '../core/db.ts'
import { prepare } from '../core/prepare.ts'
import { limitsOf } from '../plans/rules.ts'
import { defaultDescription, defaultFields, defaultTitle, type FormField } from './rules.ts'
import type { PublicForm } from './schema.ts'

const byCompany = prepare<{ id: string }>('form-by-company', hole =>
  sqlBuilder
    .selectFrom('companies as c')
    .leftJoin('forms as f', 'f.company_id', 'c.id')
    .innerJoin('plans as p', 'p.key', 'c.plan')
    .select(['c.id', 'c.name', 'c.cnpj', 'c.time_zone', 'f.title', 'f.description', 'f.fields'])
    .select(['c.leads_limit', 'c.limits_until', 'p.leads_per_month'])
    .where('c.id', '=', hole('id'))
    .where('c.active', '=', true)
    .orderBy('f.created_at')
    .limit(1)
)

/** The calendar day in a time zone, as yyyy-MM-dd. */
export const dayIn = (timeZone: string, now = new Date()): string => {
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  dayFormats.set(timeZone, format)
  return format.format(now)
}
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** How long a form may be served after it was changed, in milliseconds. */
const freshness = 5000
const known = new Map<string, { until: number; form: Omit<PublicForm, 'today'>; leadsPerMonth: number | null }>()

/** A form, and how many leads a month its company may have; null for any number. */
export type Intake = { form: PublicForm; leadsPerMonth: number | null }

/** Makes this process read the form anew, where the company was suspended, say; without an id, every form. */
export function forgetForm(companyId: string): void {
  if (companyId === '') known.clear()
  else known.delete(companyId)
}

/** The form of an active company, of which anybody may know what it asks. Read at most every five seconds. */
export async function findForm(db: Db, companyId: string): Promise<PublicForm | undefined> {
  return (await findIntake(db, companyId))?.form
}

/** The same with what else it takes to receive a lead. */
export async function findIntake(db: Db, companyId: string): Promise<Intake | undefined> {
  const cached = known.get(companyId)
  if (cached && cached.until > Date.now()) return { ...cached, form: withToday(cached.form) }
  const [result] = await db.everyCompanyAtOnce([byCompany({ id: companyId })])
  const row = result?.rows[0]
  if (!row) {
    known.delete(companyId)
    return undefined
  }
  const form = {
    company: { id: row.id, name: row.name, cnpj: row.cnpj, timeZone: row.time_zone },
    title: row.title ?? defaultTitle,
    description: row.description ?? defaultDescription,
    fields: (row.fields ?? []) as FormField[]
  }
  if (known.size >= 10_000) known.clear()
  const { leadsPerMonth } = limitsOf(
    { leadsPerMonth: row.leads_per_month, users: null },
    { leadsLimit: row.leads_limit, usersLimit: null, limitsUntil: row.limits_until },
    new Date()
  )
  known.set(companyId, { until: Date.now() + freshness, form, leadsPerMonth })
  return { form: withToday(form), leadsPerMonth }
}

const days = new Map<string, { until: number; day: string }>()

/** Every zone changes its day at a full minute, so a day is good until the next one. */
function withToday(form: Omit<PublicForm, 'today'>): PublicForm {
  const { timeZone } = form.company
  const now = Date.now()
  const known = days.get(timeZone)
  if (known && now < known.until) return { ...form, today: known.day }
  const day = dayIn(timeZone)
  days.set(timeZone, { until: (Math.floor(now / 60_000) + 1) * 60_000, day })
  return { ...form, today: day }
}

/** The form of the company that an id or a CNPJ names. */
export async function findFormOf(db: Db, identifier: string): Promise<PublicForm | undefined> {
  const companyId = await resolveCompany(db, identifier)
  return companyId === undefined ? undefined : findForm(db, companyId)
}

export async function createDefaultForm(trx: Trx, companyId: string): Promise<void> {
  await trx
    .insertInto('forms')
    .values({
      company_id: companyId,
      title: defaultTitle,
      description: defaultDescription,
      fields: JSON.stringify(defaultFields)
    })
    .execute()
}
