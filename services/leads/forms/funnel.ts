import { type Expression, sql } from 'kysely'
import { type Db, sqlBuilder, type Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { prepare } from '../../core/prepare.ts'
import { unstorable } from '../../core/text.ts'
import { defaultSource } from '../leads/rules.ts'
import type { FormEvent } from './drafts/rules.ts'
import { dayIn } from './queries.ts'
import type { FormField } from './rules.ts'
import type { Funnel } from './schema.ts'

const counted = prepare<{ id: string }>('counted-form', placeholder =>
  sqlBuilder
    .selectFrom('forms as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .select(['f.company_id', 'f.fields', 'c.time_zone'])
    .where('f.id', '=', placeholder('id'))
    .where('f.version', '>', 0)
    .where('f.archived_at', 'is', null)
    .where('c.active', '=', true)
)

type Count = {
  companyId: string
  formId: string
  day: string
  kind: FormEvent
  source: string
  detail: string
  maxSources: number
}

/** Sources of a day beyond these are counted together, so that invented names cannot fill the table. */
const maxSources = 200
const otherSources = 'outras'

const countUp = prepare<Count>('count-form-event', placeholder => {
  const same = sql`company_id = ${placeholder('companyId', 'text')} and form_id = ${placeholder('formId', 'text')}
    and day = ${placeholder('day', 'date')} and kind = ${placeholder('kind', 'text')}`
  return sqlBuilder
    .insertInto('form_counts')
    .columns(['company_id', 'form_id', 'day', 'kind', 'source', 'detail', 'n'])
    .expression(
      sql`select ${placeholder('companyId', 'text')}, ${placeholder('formId', 'text')}, ${placeholder('day', 'date')}, ${placeholder('kind', 'text')},
        case when exists (select from form_counts where ${same} and source = ${placeholder('source', 'text')})
          or (select count(*) from form_counts where ${same}) < ${placeholder('maxSources', 'integer')}
          then ${placeholder('source', 'text')} else ${sql.lit(otherSources)} end,
        ${placeholder('detail', 'text')}, 1` as Expression<never>
    )
    .onConflict(conflict =>
      conflict
        .columns(['company_id', 'form_id', 'day', 'kind', 'source', 'detail'])
        .doUpdateSet({ n: sql`form_counts.n + 1` })
    )
})

type Beacon = { kind: FormEvent; source?: string; field?: string }

/** Counts a visitor's action, for the company's day. Throws 404 for a form that is not published. */
export async function countEvent(db: Db, formId: string, { kind, source, field }: Beacon): Promise<void> {
  const [found] = await db.everyCompanyBatch([counted({ id: formId })])
  const form = found?.rows[0]
  if (!form) throw new AppError('notFound', 'Formulário não encontrado')
  const isField = (form.fields as FormField[]).some(({ name }) => name === field)
  const trimmed = source?.trim() ?? ''
  const count = {
    companyId: form.company_id,
    formId,
    day: dayIn(form.time_zone),
    kind,
    source: trimmed === '' || unstorable(trimmed) ? defaultSource : trimmed,
    detail: kind === 'leave' && isField ? (field ?? '') : '',
    maxSources
  }
  await db.companyBatch(form.company_id, [countUp(count)])
}

export type Period = { from: string; to: string }

/**
 * Submissions of a form from one moment to before another, by source. The moments must be values: under row-level
 * security no index serves a condition that first converts the time zone.
 */
export const countSends = (trx: Pick<Trx, 'selectFrom'>, formId: string, first: string, next: string) =>
  trx
    .selectFrom('submissions as s')
    .select('s.source')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .select(sql<number>`count(*) filter (where s.marks && '{bot,fast,flood}')`.as('suspects'))
    .where('s.form_id', '=', formId)
    .where('s.received_at', '>=', first)
    .where('s.received_at', '<', next)
    .groupBy('s.source')

/** The funnel of the visitors who opened a form on these days of the company. */
export async function readFunnel(
  trx: Trx,
  form: { id: string; fields: readonly FormField[] },
  { from, to }: Period
): Promise<Funnel> {
  const counts = await trx
    .selectFrom('form_counts')
    .select(['kind', 'source', 'detail'])
    .select(({ fn }) => fn.sum<number>('n').as('n'))
    .where('form_id', '=', form.id)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['kind', 'source', 'detail'])
    .execute()
  const { first, next } = await trx
    .selectFrom('companies')
    .select(sql<string>`${from}::date::timestamp at time zone time_zone`.as('first'))
    .select(sql<string>`(${to}::date + 1)::timestamp at time zone time_zone`.as('next'))
    .executeTakeFirstOrThrow()
  const sends = await countSends(trx, form.id, first, next).execute()

  const of = (kind: FormEvent) => counts.filter(each => each.kind === kind)
  const sum = (rows: readonly { n: number }[]) => rows.reduce((total, { n }) => total + Number(n), 0)
  const labels = new Map(form.fields.map(({ name, label }) => [name, label]))
  const leaves = Map.groupBy(of('leave'), ({ detail }) => detail)
  const sources = new Set([...of('visit'), ...sends].map(({ source }) => source))
  return {
    visits: sum(of('visit')),
    starts: sum(of('start')),
    sends: sum(sends),
    suspects: sends.reduce((total, { suspects }) => total + Number(suspects), 0),
    leaves: [...leaves]
      .map(([field, rows]) => ({ field, label: labels.get(field) ?? field, count: sum(rows) }))
      .sort((a, b) => b.count - a.count || Number(a.field === '') - Number(b.field === '')),
    sources: [...sources]
      .map(source => ({
        source,
        visits: sum(of('visit').filter(each => each.source === source)),
        sends: sum(sends.filter(each => each.source === source))
      }))
      .sort((a, b) => b.visits - a.visits || b.sends - a.sends)
  }
}
