import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { Tables } from '../../core/tables.ts'
import type { Author } from '../../core/viewer.ts'
import type { ActivityType } from './rules.ts'
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
 * Records an activity in the person's name. The server records `new_lead` when the lead arrives; a client that sends it
 * again, such as a form's page, gets that record. Throws 400 without a lead, and for the arrival of a lead that was
 * imported. Undefined where the person does not see the lead.
 */
export async function recordActivity(
  trx: Trx,
  { companyId, type, description, leadId = null, leadName = null, appointmentId = null, data }: NewActivity,
  author: Author
): Promise<Activity | undefined> {
  if (type === 'new_lead' && !leadId) throw invalid({ leadId: 'Informe qual lead chegou.' })
  const lead = leadId
    ? await trx.selectFrom('leads').select('name').where('id', '=', leadId).executeTakeFirst()
    : undefined
  if (leadId && !lead) return undefined
  if (appointmentId !== null) {
    const { rows } =
      await sql`select from appointments where company_id = ${companyId} and id = ${appointmentId}`.execute(trx)
    if (rows.length === 0) throw invalid({ appointmentId: 'Este agendamento não existe.' })
  }
  if (type === 'new_lead') return findArrival(trx, leadId)
  return addActivity(trx, {
    companyId,
    type,
    description,
    leadId,
    leadName: lead?.name ?? leadName,
    appointmentId,
    data: { ...data, actorId: author.id, actorName: author.name }
  })
}

/** Adds an activity of the company, and announces it. */
export async function addActivity(
  trx: Trx,
  { companyId, type, description, leadId = null, leadName = null, appointmentId = null, data }: Happened
): Promise<Activity> {
  const row = await trx
    .insertInto('activities')
    .values({
      company_id: companyId,
      type,
      description,
      lead_id: leadId,
      lead_name: leadName,
      appointment_id: appointmentId,
      data: JSON.stringify(data)
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await announce(trx, { companyId, kind: 'activity-created', data: { activityId: row.id, leadId } })
  return toActivity(row)
}

type Happened = Omit<NewActivity, 'type' | 'data'> & { type: ActivityType; data: Record<string, unknown> }

async function findArrival(trx: Trx, leadId: string | null): Promise<Activity> {
  const row = await trx
    .selectFrom('activities')
    .selectAll()
    .where('type', '=', 'new_lead')
    .where('lead_id', '=', leadId)
    .executeTakeFirst()
  if (!row) throw invalid({ type: 'Este lead não chegou por um formulário.' })
  return toActivity(row)
}
