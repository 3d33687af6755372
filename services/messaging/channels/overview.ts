import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Trx } from '../../core/db.ts'
import { adapters } from './adapters.ts'
import { channelKinds, channelRules, tokenWarnedBefore } from './rules.ts'
import type { ChannelOverview } from './schema.ts'

const pricedKinds = channelKinds.filter(kind => channelRules[kind].priced)

/** How a kind of channel stands in all companies, and what the installation has for it. */
export async function overviewOf(trx: Trx, config: Config): Promise<ChannelOverview[]> {
  const { rows } = await sql<Omit<ChannelOverview, 'app' | 'callbackUrl' | 'loginReturnUrl'>>`
    select k.kind, count(c.id) filter (where c.active)::integer as active,
      count(c.id) filter (where c.token is not null and not c.active)::integer as inactive,
      count(c.id) filter (where c.problem = 'token')::integer as reauthorize,
      count(c.id) filter (where c.problem = 'permission')::integer as permission,
      count(c.id) filter (where c.problem = 'blocked')::integer as blocked,
      count(c.id) filter (where c.active and c.quality in ('YELLOW', 'RED'))::integer as attention,
      count(c.id) filter (where c.problem is null
        and c.token_expires_at < now() + ${tokenWarnedBefore} * interval '1 day')::integer as expiring,
      count(c.id) filter (where c.forged_at > now() - interval '1 day')::integer as forged,
      max(c.received_at) as "receivedAt",
      (select extract(epoch from now() - d.received_at)::float8 from deliveries d
        where d.processed_at is null and d.provider = k.kind order by d.id limit 1) as "lagSeconds",
      (select count(*)::integer from (
        select from messages m join channels o on o.company_id = m.company_id and o.id = m.channel_id
        where m.status = 'queued' and m.due_at < now() - interval '2 minutes' and o.kind = k.kind limit 1000
      ) as late) as "lateMessages",
      case when k.kind = any (${pricedKinds}::text[]) then (select count(distinct company_id)::integer from cost_gaps())
        else 0 end as "costGaps"
    from unnest(${[...channelKinds]}::text[]) with ordinality as k (kind, nth)
    left join channels c on c.kind = k.kind
    group by k.kind, k.nth order by k.nth`.execute(trx)
  return rows.map(row => {
    const { ready, loginReturn } = adapters[row.kind].app(config)
    return {
      ...row,
      app: ready,
      callbackUrl: `${config.publicUrl}/webhooks/${row.kind}`,
      loginReturnUrl: loginReturn
    }
  })
}
