import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import { checkSender } from './check.ts'

/** Senders of one run, and how many are checked at once. */
const [batchSize, concurrency] = [200, 8]

/**
 * Checks the senders that are due: proved domains once a day; those that are not proved, and new keys, once an hour in
 * the first three days, once a day in the first thirty, and then only when somebody asks. Returns how many were
 * checked. One that fails keeps none of the others from being checked; the failures are thrown together at the end.
 */
export async function watchSenders(db: Db, config: Config): Promise<number> {
  const due = await db.everyCompany(takeDue)
  const failures: unknown[] = []
  for (let n = 0; n < due.length; n += concurrency) {
    const checks = due.slice(n, n + concurrency).map(companyId => checkSender({ db, config }, companyId))
    for (const check of await Promise.allSettled(checks)) if (check.status === 'rejected') failures.push(check.reason)
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${due.length} senders not checked`)
  return due.length
}

/** Marks those that are due as tried, so that each is checked once whichever worker runs. */
async function takeDue(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    update email_senders set tried_at = now() where id in (
      select s.id from email_senders s
      left join email_sender_keys k on k.company_id = s.company_id and k.sender_id = s.id and k.state = 'next'
      cross join lateral (select
        case when s.proved_at is null then greatest(s.pending_since, k.created_at) else k.created_at end as since) as waiting
      where not s.kept and (s.tried_at is null
        or s.tried_at < now() - interval '1 day' and (s.proved_at is not null or waiting.since > now() - interval '30 days')
        or s.tried_at < now() - interval '1 hour' and waiting.since > now() - interval '3 days')
      order by s.tried_at nulls first limit ${batchSize} for update of s skip locked)
    returning company_id`.execute(trx)
  return rows.map(row => row.company_id)
}
