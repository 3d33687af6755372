import { type Selectable, sql, type Updateable } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import type { Tables } from '../../core/tables.ts'
import { keyOf } from '../funnels/steps.ts'
import { addressKinds } from '../leads/addresses.ts'
import { columnsWith } from '../leads/fields.ts'
import { findLead } from '../leads/queries.ts'
import { type ChoosableField, choosableFields } from './rules.ts'
import type { Merge } from './schema.ts'

export type Row = Selectable<Tables['leads']>
export type MergeRow = Selectable<Tables['merges']>

export const columns = columnsWith('mergeable') satisfies Record<ChoosableField, keyof Row>

/** Columns that move together with another. */
export const linkedColumns: Partial<Record<keyof Row, (keyof Row)[]>> = {
  phone: ['phone_key'],
  status: ['funnel_id', 'step_key', 'status_at', 'lost_reason', 'rank', 'score', 'sold_on']
}

/** Tables whose rows move to the surviving lead. */
export const moving = [
  'submissions',
  'notes',
  'tasks',
  'activities',
  'consents',
  'mails',
  'contact_identities',
  'conversations',
  'messages',
  'appointments',
  'appointment_packages',
  'appointment_waits',
  'mail_placements',
  'tickets',
  'campaign_recipients',
  'suppressions'
] as const

/**
 * Moves what the guest of these appointments, undefined for all of the lead, was notified of; before the appointments,
 * whose trigger would else take a guest out and invite another.
 */
export const moveGuests = (trx: Trx, companyId: string, from: string, to: string, appointments?: readonly string[]) =>
  sql`
    update appointment_guests g set lead_id = ${to} from appointments a
    where g.company_id = ${companyId} and g.lead_id = ${from} and a.company_id = g.company_id and a.id = g.appointment_id
      and a.lead_id = ${from} and (${appointments ?? null}::text[] is null or a.id = any (${appointments ?? null}::text[]))
      -- Both leads of a shared appointment were notified separately.
      and not exists (select from appointment_guests o
        where o.company_id = g.company_id and o.appointment_id = g.appointment_id and o.lead_id = ${to})`.execute(trx)

export const toMerge = (row: MergeRow): Merge => ({
  id: row.id,
  leadId: row.lead_id,
  otherId: row.other_id,
  otherName: row.other_name,
  actorName: row.actor_name,
  createdAt: row.created_at,
  undoneAt: row.undone_at,
  kept: row.kept
})

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Leads are locked in the order of their ids everywhere, so that concurrent merges cannot deadlock. */
export const lockLeads = (trx: Trx, ids: string[]): Promise<Row[]> =>
  trx.selectFrom('leads').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** JSON columns, serialised. */
export const jsonTexts = (after: Partial<Row>): Updateable<Tables['leads']> => ({
  ...(after.phones !== undefined && { phones: after.phones && JSON.stringify(after.phones) }),
  ...(after.emails !== undefined && { emails: after.emails && JSON.stringify(after.emails) }),
  ...(after.consents !== undefined && { consents: JSON.stringify(after.consents) }),
  ...(after.first_touch !== undefined && { first_touch: after.first_touch && JSON.stringify(after.first_touch) }),
  ...(after.last_touch !== undefined && { last_touch: after.last_touch && JSON.stringify(after.last_touch) })
})

export async function readLead(trx: Trx, id: string) {
  const lead = await findLead(trx, id)
  if (!lead) throw new Error('The lead that was locked is gone')
  return lead
}

/** The differing fields, as entries of the lead's history. */
export function changesBetween(before: Row, after: Row) {
  const others = ['custom', ...addressKinds] as const
  const fields = [
    ...choosableFields.map(field => [field, columns[field]] as const),
    ...others.map(field => [field, field] as const)
  ]
  return fields.flatMap(([field, column]) => {
    const [was, is] = [before, after].map(row => (field === 'status' ? keyOf(row) : row[column]))
    return same(was, is) ? [] : [{ field, before: was, after: is }]
  })
}

export async function announceChanges(trx: Trx, companyId: string, leadIds: string[]): Promise<void> {
  for (const leadId of leadIds) await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
}
