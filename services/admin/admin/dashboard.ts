import { sql } from 'kysely'
import about from '../../../package.json' with { type: 'json' }
import { hasPermission } from '../../account/auth/rules.ts'
import type { User } from '../../account/auth/schema.ts'
import { leadsOfMonth, limitNow } from '../../account/plans/companyUsage.ts'
import type { Trx } from '../../core/db.ts'
import type { Parts } from '../../core/features.ts'
import type { App } from '../../core/http.ts'
import { readChecking } from '../../messaging/conversations/checking.ts'
import { readOutbox } from '../../platform/health/outbox.ts'
import { readInbound } from '../../platform/inboundMail/sources.ts'
import { countOpenMails } from '../../support/receivedMails/queries.ts'
import { findLast } from '../backups/queries.ts'
import { findIntegrity } from './integrity.ts'
import { countFailedMails, readQueues } from './queues.ts'
import type { Dashboard } from './schema.ts'

/** Milliseconds for which costly figures are cached. */
const freshness = 15_000

/** From this share of a limit on, a company counts as near it. */
const near = 0.8

type Business = Omit<Dashboard, 'health'>

/** Customers only: the provider's own company is left out. */
async function readBusiness(trx: Trx): Promise<Business> {
  const { rows: counts } = await sql<Dashboard['companies']>`
    select count(*) filter (where active and (trial_ends_at is null or trial_ends_at <= now()))::int as active,
      count(*) filter (where active and trial_ends_at > now())::int as trial,
      count(*) filter (where not active)::int as suspended from companies where not own`.execute(trx)
  const { rows: trials } = await sql<Dashboard['trials'][number]>`
    select id, name, ceil(extract(epoch from trial_ends_at - now()) / 86400)::int as "daysLeft"
    from companies where active and trial_ends_at > now() order by trial_ends_at limit 8`.execute(trx)
  const { rows: revenue } = await sql<NonNullable<Dashboard['revenue']>[number]>`
    select p.key as plan, p.name, n.companies, n.companies * p.price_cents as cents from plans p
    cross join lateral (select count(*)::int as companies from companies c
      where c.plan = p.key and c.active and not c.own and (c.trial_ends_at is null or c.trial_ends_at <= now())) n
    order by p.position`.execute(trx)
  const { rows: leads } = await sql<Dashboard['leads']>`
    select coalesce(sum(today), 0)::int as today, coalesce(sum(month), 0)::int as month from companies c
    cross join lateral (select count(*) as month, count(*) filter (
        where l.received_at >= date_trunc('day', now() at time zone c.time_zone) at time zone c.time_zone) as today
      from leads l where l.company_id = c.id and l.received_at > now() - interval '30 days') n`.execute(trx)
  const { rows: limits } = await sql<Dashboard['limits'][number]>`
    select id, name, used, "limit", used >= "limit" as over from (
      select c.id, c.name, ${leadsOfMonth} as used, ${limitNow('leads_limit', 'leads_per_month')} as "limit"
      from companies c join plans p on p.key = c.plan where c.active and not c.own) as usage
    where used >= "limit" * ${near}::float order by used::float / "limit" desc, id limit 8`.execute(trx)
  const { rows: silent } = await sql<{ id: string; name: string; count: number }>`
    select id, name, count(*) over ()::int as count from companies c
    where active and not own and created_at < now() - interval '14 days' and not exists (
      select from leads l where l.company_id = c.id and l.received_at > now() - interval '14 days')
    order by created_at limit 5`.execute(trx)
  const { rows: tickets } = await sql<Dashboard['tickets']>`
    select count(*)::int as waiting, min(created_at) as since from tickets
    where status = 'open' and merged_into is null and not (looks_automatic and not placed)`.execute(trx)
  return {
    companies: counts[0] ?? { active: 0, trial: 0, suspended: 0 },
    trials,
    revenue,
    leads: leads[0] ?? { today: 0, month: 0 },
    limits,
    silent: { count: silent[0]?.count ?? 0, some: silent.map(({ id, name }) => ({ id, name })) },
    tickets: tickets[0] ?? { waiting: 0, since: null },
    openMails: await countOpenMails(trx)
  }
}

async function readHealth(
  app: App,
  parts: Pick<Parts, 'queues' | 'features'>
): Promise<Omit<NonNullable<Dashboard['health']>, 'backup'>> {
  const [relay, states, integrity, checking, inbound, [bytes, mailsFailed]] = await Promise.all([
    readOutbox(app.db),
    readQueues(app.db, parts),
    findIntegrity(app.db),
    readChecking(app.db, app.config),
    readInbound(app.db, app.config),
    app.db.everyCompany(async trx => {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(trx)
      return [Number(rows[0]?.bytes ?? 0), await countFailedMails(trx)] as const
    })
  ])
  return {
    answers: app.pace.read(),
    databaseBytes: bytes,
    relay,
    queues: states,
    mailsFailed,
    checking,
    inbound,
    integrityBroken: integrity.broken.length,
    version: about.version
  }
}

/** The dashboard by permission: revenue for those who manage companies, health for those who read logs. */
export function dashboardOf(app: App, parts: Pick<Parts, 'queues' | 'features'>): (user: User) => Promise<Dashboard> {
  const business = kept(() => app.db.everyCompany(readBusiness))
  const health = kept(() => readHealth(app, parts))
  return async user => {
    const seesHealth = hasPermission(user, 'view_logs')
    // The backup is not cached, so that a new one shows at once.
    const [numbers, state] = await Promise.all([
      business(),
      seesHealth ? Promise.all([health(), app.db.everyCompany(findLast)]) : null
    ])
    const [cached, backup] = state ?? []
    return {
      ...numbers,
      revenue: hasPermission(user, 'manage_companies') ? numbers.revenue : null,
      health: cached && backup ? { ...cached, backup } : null
    }
  }
}

function kept<T>(read: () => Promise<T>): () => Promise<T> {
  let until = 0
  let cached: Promise<T> | undefined
  return () => {
    if (cached && Date.now() < until) return cached
    until = Date.now() + freshness
    const reading = read()
    reading.catch(() => {
      if (cached === reading) cached = undefined
    })
    cached = reading
    return reading
  }
}
