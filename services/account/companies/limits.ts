import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import { type Limits, limitsOf } from '../plans/rules.ts'

/** The company's current limits. */
export async function findLimits(trx: Trx, companyId: string): Promise<Limits> {
  const row = await trx
    .selectFrom('companies as c')
    .innerJoin('plans as p', 'p.key', 'c.plan')
    .select(['c.leads_limit', 'c.users_limit', 'c.limits_until', 'p.leads_per_month', 'p.users'])
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow()
  return limitsOf(
    { leadsPerMonth: row.leads_per_month, users: row.users },
    { leadsLimit: row.leads_limit, usersLimit: row.users_limit, limitsUntil: row.limits_until },
    new Date()
  )
}

/**
 * Serialises changes of this company's team and plan until the transaction ends. Leads still arrive: the lock lets
 * foreign keys refer to the row.
 */
export async function lockCompany(trx: Trx, companyId: string): Promise<{ name: string; active: boolean }> {
  const row = await trx
    .selectFrom('companies')
    .select(['name', 'active'])
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', 'Empresa não encontrada com este ID')
  return row
}

/** Seats in use: active people, and invitations that can still be accepted. */
export async function countSeats(trx: Trx, companyId: string): Promise<number> {
  const { people } = await trx
    .selectFrom('employees')
    .select(row => row.fn.countAll<number>().as('people'))
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  const { invited } = await trx
    .selectFrom('account_links')
    .select(row => row.fn.countAll<number>().as('invited'))
    .where('company_id', '=', companyId)
    .where('kind', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirstOrThrow()
  return Number(people) + Number(invited)
}

/** Throws where the plan has no seat left. Reliable only after `lockCompany`. */
export async function needSeat(trx: Trx, companyId: string, message: string): Promise<void> {
  const { users } = await findLimits(trx, companyId)
  if (users !== null && (await countSeats(trx, companyId)) >= users)
    throw new AppError('conflict', message, { code: 'LIMIT_REACHED' })
}
