import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { PlanKey } from '../../core/planKeys/rules.ts'
import { type AuditActor, audit, changed } from '../../platform/audit/queries.ts'
import { findMailUsage } from '../../platform/email/limit.ts'
import { countSeats, findLimits, lockCompany } from '../companies/limits.ts'
import { usageCounted } from '../companies/moments.ts'
import type { Usage } from '../companies/schema.ts'

/** The company's usage of its plan in the current month of its time zone. */
export async function findUsage(trx: Trx, companyId: string): Promise<Usage> {
  const row = await trx
    .selectFrom('companies as c')
    .innerJoin('plans as p', 'p.key', 'c.plan')
    .select(['p.key', 'p.name', 'p.price_cents', 'c.trial_ends_at'])
    .select(
      sql<string>`(date_trunc('month', now() at time zone c.time_zone) + interval '1 month') at time zone c.time_zone`.as(
        'month_ends'
      )
    )
    .where('c.id', '=', companyId)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound', 'Empresa não encontrada com este ID')
  const limits = await findLimits(trx, companyId)
  const leads = await usageCounted(trx, companyId)
  return {
    plan: { key: row.key, name: row.name, priceCents: row.price_cents },
    leads,
    users: { used: await countSeats(trx, companyId), limit: limits.users },
    mails: await findMailUsage(trx, companyId),
    trialEndsAt: row.trial_ends_at,
    monthEndsAt: row.month_ends,
    limitDay: await findLimitDay(trx, companyId, leads)
  }
}

/** The day on which the limit will be reached; null where the month ends before, or it cannot be estimated. */
async function findLimitDay(trx: Trx, companyId: string, { used, limit }: Usage['leads']): Promise<string | null> {
  if (limit === null || used >= limit) return null
  const { rows } = await sql<{ day: string }>`
    select (today + ceil((${limit}::integer - ${used}::integer) / (received / days))::integer)::text as day
    from (
      select today, least(30, today - (c.created_at at time zone c.time_zone)::date + 1) as days,
        (select sum(n) from lead_days d where d.company_id = c.id and d.day > today - 30 and d.day <= today)
          - (select count(*) from leads l where l.company_id = c.id and l.imported_at is not null
            and l.received_at >= (today - 29)::timestamp at time zone c.time_zone) as received
      from companies c, lateral (select (now() at time zone c.time_zone)::date as today) as t where c.id = ${companyId}
    ) as pace
    where received > 0
      and (${limit}::integer - ${used}::integer) / (received / days)
        <= (date_trunc('month', today) + interval '1 month')::date - 1 - today`.execute(trx)
  return rows[0]?.day ?? null
}

/** Changes the plan at once. Data beyond the new limits stay. */
export async function changePlan(trx: Trx, companyId: string, plan: PlanKey, actor: AuditActor): Promise<Usage> {
  const { name } = await lockCompany(trx, companyId)
  const before = await trx.selectFrom('companies').select('plan').where('id', '=', companyId).executeTakeFirstOrThrow()
  if (before.plan !== plan) {
    await trx.updateTable('companies').set({ plan }).where('id', '=', companyId).execute()
    await audit(trx, {
      ...actor,
      companyId,
      action: 'company.plan_changed',
      object: { type: 'company', id: companyId, name },
      changes: changed(before, { plan })
    })
  }
  return findUsage(trx, companyId)
}
