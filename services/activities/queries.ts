import type { Selectable } from 'kysely'
import type { Trx } from '../core/db.ts'
import { announce } from '../core/events.ts'
import type { Tables } from '../core/tables.ts'
import type { Activity, NewActivity } from './schema.ts'

export function toActivity(row: Selectable<Tables['activities']>): Activity {
  return {
    id: row.id,
    _id: row.id,
    companyId: row.company_id,
    type: row.type,
    description: row.description,
    leadId: row.lead_id,
    leadName: row.lead_name,
    appointmentId: row.appointment_id,
    data: row.data,
    createdAt: row.created_at
  }
}

/** The newest activities of the company, or of one of its leads. */
export async function listActivities(trx: Trx, limit: number, leadId?: string): Promise<Activity[]> {
  const rows = await trx
    .selectFrom('activities')
    .selectAll()
    .$if(leadId !== undefined, query => query.where('lead_id', '=', leadId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toActivity)
}

/**
 * Records what was done. The arrival of a lead is recorded once: the server did so when the lead came, and a second
 * `new_lead` of the same lead answers the first. Undefined where the lead is not the company's.
 */
export async function recordActivity(trx: Trx, activity: NewActivity): Promise<Activity | undefined> {
  if (activity.leadId) {
    const lead = await trx.selectFrom('leads').select('id').where('id', '=', activity.leadId).executeTakeFirst()
    if (!lead) return undefined
  }
  const row = await trx
    .insertInto('activities')
    .values({
      company_id: activity.companyId,
      type: activity.type,
      description: activity.description,
      lead_id: activity.leadId ?? null,
      lead_name: activity.leadName ?? null,
      appointment_id: activity.appointmentId ?? null,
      data: JSON.stringify(activity.data ?? {})
    })
    .onConflict(conflict => conflict.columns(['company_id', 'lead_id']).where('type', '=', 'new_lead').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) {
    const first = trx.selectFrom('activities').selectAll().where('type', '=', 'new_lead')
    return toActivity(await first.where('lead_id', '=', activity.leadId ?? '').executeTakeFirstOrThrow())
  }
  const data = { activityId: row.id, leadId: row.lead_id }
  await announce(trx, { companyId: activity.companyId, kind: 'activity-created', data })
  return toActivity(row)
}
