import { sql } from 'kysely'
import { toActivity } from '../../account/activities/queries.ts'
import type { ContactChannel, ContactOutcome } from '../../account/activities/rules.ts'
import type { Activity } from '../../account/activities/schema.ts'
import type { Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import type { Author } from '../../core/viewer.ts'
import { changeLead } from './changes.ts'
import type { NewContact } from './schema.ts'

const descriptions: Record<ContactChannel, string> = {
  whatsapp: 'Mensagem pelo WhatsApp para',
  phone: 'Ligação para',
  email: 'E-mail para'
}

/**
 * Records that somebody contacts a lead by telephone, WhatsApp or e-mail, which is its first contact if it had none.
 * Undefined where there is no such lead.
 */
export async function noteContact(
  trx: Trx,
  companyId: string,
  leadId: string,
  { channel, outcome }: NewContact,
  author: Author
): Promise<Activity | undefined> {
  const lead = await trx
    .updateTable('leads')
    .set({ first_contact_at: sql`coalesce(first_contact_at, now())`, last_contact_at: sql`now()` })
    .where('id', '=', leadId)
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (!lead) return undefined
  const row = await trx
    .insertInto('activities')
    .values({
      company_id: companyId,
      type: channel === 'phone' ? 'call' : 'message',
      description: `${descriptions[channel]} ${lead.name}`,
      lead_id: leadId,
      lead_name: lead.name,
      data: JSON.stringify({ channel, actorId: author.id, actorName: author.name })
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await announce(trx, { companyId, kind: 'activity-created', data: { activityId: row.id, leadId } })
  await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
  return outcome ? noteOutcome(trx, companyId, leadId, row.id, outcome, author) : toActivity(row)
}

/** After a conversation, or an answer to what they wrote, a lead of the usual funnel is no longer new. */
export async function leaveNew(trx: Trx, companyId: string, leadId: string, author: Author): Promise<void> {
  const lead = await trx
    .selectFrom('leads')
    .select(['status', 'step_key'])
    .where('id', '=', leadId)
    .forUpdate()
    .executeTakeFirst()
  if (lead?.status === 'new' && lead.step_key === null)
    await changeLead(trx, companyId, leadId, { status: 'contacted' }, author)
}

/**
 * Records the outcome of a contact: after a conversation a lead of the usual funnel is no longer new, and a wrong number is marked.
 * Undefined where the lead has no such contact.
 */
export async function noteOutcome(
  trx: Trx,
  companyId: string,
  leadId: string,
  activityId: string,
  outcome: ContactOutcome,
  author: Author
): Promise<Activity | undefined> {
  const row = await trx
    .updateTable('activities')
    .set({ data: sql`data || ${JSON.stringify({ outcome })}::jsonb` })
    .where('id', '=', activityId)
    .where('lead_id', '=', leadId)
    .where('type', '<>', 'new_lead')
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  if (outcome === 'talked') await leaveNew(trx, companyId, leadId, author)
  const lead = await trx.selectFrom('leads').select('marks').where('id', '=', leadId).forUpdate().executeTakeFirst()
  const marks = lead?.marks.filter(mark => mark !== 'phone') ?? []
  if (outcome !== 'no_answer' && lead && lead.marks.includes('phone') !== (outcome === 'wrong_number'))
    await trx
      .updateTable('leads')
      .set({ marks: outcome === 'wrong_number' ? [...marks, 'phone'] : marks })
      .where('id', '=', leadId)
      .execute()
  await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
  return toActivity(row)
}
