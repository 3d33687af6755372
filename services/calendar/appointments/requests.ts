import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import type {} from '../../leads/leads/tables.ts'
import type { ContactRequest, RequestQuery } from './schema.ts'

/** Requests of one answer. */
const maxRows = 500

/**
 * Leads who asked to be contacted on a day from `from` to `to`, are still open, and have no appointment that stands;
 * by day and by when they came.
 */
export async function listRequests(trx: Trx, { from, to }: RequestQuery): Promise<ContactRequest[]> {
  const rows = await trx
    .selectFrom('leads as l')
    .select(['l.id', 'l.name', 'l.phone', 'l.preferred_date', 'l.preferred_period', 'l.preferred_time', 'l.owner_id'])
    .where('l.preferred_date', '>=', from)
    .where('l.preferred_date', '<=', to)
    .where('l.status', 'in', ['new', 'contacted'])
    .where(
      sql<boolean>`not exists (select from appointments a where a.company_id = l.company_id and a.lead_id = l.id
        and a.status in ('requested', 'confirmed'))`
    )
    .orderBy('l.preferred_date')
    .orderBy('l.id')
    .limit(maxRows)
    .execute()
  return rows.map(row => ({
    leadId: row.id,
    leadName: row.name,
    leadPhone: row.phone,
    preferredDate: row.preferred_date ?? '',
    preferredPeriod: row.preferred_period,
    preferredTime: row.preferred_time,
    ownerId: row.owner_id
  }))
}
