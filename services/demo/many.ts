import { sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import { firstNames, lastNames } from './names.ts'
import { interests } from './people.ts'

/** Leads of one statement, which must end within the statement timeout. */
export const leadPortion = 5000

/**
 * Adds the leads of a large company from number `done` on, one portion of `count`, which are spread over the two years
 * before. Returns how many there are then.
 */
export async function addMany(
  trx: Trx,
  companyId: string,
  { now, count, done }: { now: string; count: number; done: number }
): Promise<number> {
  const until = Math.min(done + leadPortion, count)
  await sql`
        insert into leads (company_id, name, email, phone, phone_key, source, status, lost_reason, consent_given, custom,
          received_at, rank, status_at, first_contact_at, last_contact_at, first_scheduled_at)
        select ${companyId}, concat_ws(' ', first, middle, last), fold(first || '.' || last) || n || '@example.com', '119' || phone, '11' || phone,
          (array['form', 'site', 'instagram', 'indicacao'])[1 + n % 4], status,
          case when status = 'lost' then (array['Preço', 'Não respondeu', 'Fora do perfil'])[1 + n % 3] end,
          n % 3 <> 0, case when n % 5 > 0 then jsonb_build_object('interesse', (${interests}::text[])[1 + n % ${interests.length}::integer])
            else '{}' end, at, extract(epoch from at), least(${now}::timestamptz, at + interval '2 hours'),
          case when status <> 'new' then least(${now}::timestamptz, at + (n % 240) * interval '1 minute') end,
          case when status <> 'new' then least(${now}::timestamptz, at + (n % 2880) * interval '1 minute') end,
          case when status = 'scheduled' or status = 'converted' and n % 7 > 1 then least(${now}::timestamptz, at + (n % 1440) * interval '1 minute') end
        from (
          select n, lpad((n::bigint * 7919 % 100000000)::text, 8, '0') as phone,
            ${now}::timestamptz - n * (interval '730 days' / ${count}) as at,
            case when n * 12 < ${count} then (array['new', 'new', 'contacted', 'scheduled', 'converted', 'lost'])[1 + n % 6]
              else (array['converted', 'lost', 'lost', 'contacted', 'converted', 'lost'])[1 + n % 6] end as status,
            (${firstNames}::text[])[1 + a] as first,
            (${lastNames}::text[])[1 + (b + a * 5) % ${lastNames.length}::integer] as middle,
            (${lastNames}::text[])[1 + (c + b * 3 + a * 11) % ${lastNames.length}::integer] as last
          from generate_series(${done + 1}::integer, ${until}::integer) as n,
            -- The digits of the number by which no two have the same name.
            lateral (select n % ${firstNames.length}::integer as a, n / ${firstNames.length}::integer % ${lastNames.length}::integer as b,
              n / ${firstNames.length * lastNames.length}::integer % ${lastNames.length}::integer as c) as digits) as made`.execute(
    trx
  )
  return until
}
