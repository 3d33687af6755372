import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { takeLocks } from '../../core/locks.ts'
import { type AuditActor, audit } from '../../platform/audit/queries.ts'
import { closedText, monthName, usualClosingDay } from './rules.ts'
import type { SalesMonth, SalesSettings } from './schema.ts'
import type {} from './tables.ts'

/** Closing a month and dating a sale into one take turns. */
const lock = 'sales-months'

const monthOf = (day: string): string => day.slice(0, 7)

async function stateOf(trx: Trx, companyId: string, month: string): Promise<{ closed: boolean; today: string }> {
  const { rows } = await sql<{ closed: boolean; today: string }>`
    select is_month_closed(${companyId}, ${`${month}-01`}::date) as closed, today_of(${companyId})::text as today`.execute(
    trx
  )
  return rows[0] as { closed: boolean; today: string }
}

/**
 * Throws 409 where the month of a day of a sale is closed, and 400 for a day to come. The month stays as it is until the
 * transaction ends.
 */
export async function checkSaleDay(trx: Trx, companyId: string, day: string): Promise<void> {
  await takeLocks(trx, companyId, lock)
  const { closed, today } = await stateOf(trx, companyId, monthOf(day))
  if (day > today) throw invalid({ soldOn: 'A data da venda não pode estar no futuro.' })
  if (closed) throw new AppError('conflict', closedText(monthOf(day)), { code: 'MONTH_CLOSED' })
}

/** The sums of a month; `owners`: of these people alone, null for all. */
export async function findMonth(
  trx: Trx,
  companyId: string,
  month: string,
  owners: readonly string[] | null
): Promise<SalesMonth> {
  const { closed } = await stateOf(trx, companyId, month)
  const { rows } = await sql<Omit<SalesMonth, 'month' | 'closed'>>`
    select (count(*) filter (where kind = 'sale'))::integer as count, (count(*) filter (where kind = 'reversal'))::integer as reversed,
      coalesce(sum(value_cents), 0)::bigint as cents
    from counted_sales(${companyId}, ${`${month}-01`}::date, (${`${month}-01`}::date + interval '1 month')::date - 1)
    where (${owners}::text[] is null or owner_id = any (${owners}::text[]))`.execute(trx)
  const sums = rows[0] ?? { count: 0, reversed: 0, cents: 0 }
  return { month, closed, ...sums, cents: Number(sums.cents) }
}

/** Closes or reopens a month, and records who did. Throws 409 for one that is not over. */
export async function setMonthClosed(
  trx: Trx,
  companyId: string,
  month: string,
  closed: boolean,
  actor: AuditActor,
  author: { id: string | null; name: string | null }
): Promise<void> {
  await takeLocks(trx, companyId, lock)
  const state = await stateOf(trx, companyId, month)
  if (closed && month >= monthOf(state.today))
    throw new AppError('conflict', `${monthName(month)} ainda não terminou. Só um mês que terminou pode ser fechado.`)
  if (state.closed === closed) return
  const values = { closed, actor_id: author.id, actor_name: author.name }
  await trx
    .insertInto('sales_months')
    .values({ company_id: companyId, month: `${month}-01`, ...values })
    .onConflict(conflict =>
      conflict.columns(['company_id', 'month']).doUpdateSet({ ...values, changed_at: sql<string>`now()` })
    )
    .execute()
  await audit(trx, {
    ...actor,
    companyId,
    action: closed ? 'sales.month_closed' : 'sales.month_reopened',
    object: { type: 'month', id: month, name: monthName(month) },
    changes: {}
  })
}

export async function findSettings(trx: Trx): Promise<SalesSettings> {
  const row = await trx.selectFrom('sales_settings').select('closing_day').executeTakeFirst()
  return { closingDay: row ? row.closing_day : usualClosingDay }
}

export async function saveSettings(trx: Trx, companyId: string, { closingDay }: SalesSettings): Promise<void> {
  await trx
    .insertInto('sales_settings')
    .values({ company_id: companyId, closing_day: closingDay })
    .onConflict(conflict => conflict.column('company_id').doUpdateSet({ closing_day: closingDay }))
    .execute()
}
