import { type Selectable, sql } from 'kysely'
import type { ContactChannel } from '../../account/activities/rules.ts'
import type { Trx } from '../../core/db.ts'
import { invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import type { Tables } from '../../core/tables.ts'
import { unstorable } from '../../core/text.ts'
import type { Author } from '../../core/viewer.ts'
import { typedSource } from '../leads/rules.ts'
import type { Consent, NewConsent } from './schema.ts'
import type {} from './tables.ts'

const toConsent = (row: Selectable<Tables['consents']>): Consent => ({
  id: row.id,
  channels: row.channels as ContactChannel[],
  granted: row.granted,
  text: row.text,
  evidence: row.evidence,
  purpose: row.purpose,
  source: row.source,
  ip: row.ip,
  userAgent: row.user_agent,
  actorName: row.actor_name,
  decidedAt: row.decided_at
})

const maxRows = 200

/** A lead's decisions, newest first; undefined where there is no such lead. */
export async function listConsents(trx: Trx, leadId: string): Promise<Consent[] | undefined> {
  const lead = await trx.selectFrom('leads').select('id').where('id', '=', leadId).executeTakeFirst()
  if (!lead) return undefined
  const rows = await trx
    .selectFrom('consents')
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRows)
    .execute()
  return rows.map(toConsent)
}

type Decision = {
  channels: readonly ContactChannel[]
  granted: boolean
  evidence: string
  ip: string | null
  userAgent?: string | null
  /** By default, recorded by an employee. */
  source?: string
}

/**
 * Adds a decision reported by an employee or made on the person's page, and updates the lead. Undefined where there is
 * no such lead.
 */
export async function addConsent(
  trx: Trx,
  companyId: string,
  leadId: string,
  { channels, granted, evidence, ip, userAgent = null, source = typedSource }: Decision,
  author: Author
): Promise<Consent | undefined> {
  const proof = evidence.trim()
  if (!proof || unstorable(proof)) throw invalid({ evidence: 'Informe como a pessoa decidiu.' })
  const lead = await trx.selectFrom('leads').select('id').where('id', '=', leadId).forUpdate().executeTakeFirst()
  if (!lead) return undefined
  const row = await trx
    .insertInto('consents')
    .values({
      company_id: companyId,
      lead_id: leadId,
      channels: [...channels],
      granted,
      text: '',
      evidence: proof,
      source,
      ip,
      user_agent: userAgent,
      actor_id: author.id,
      actor_name: author.name,
      // Not now(), the start of the transaction: one that waited for the lead decided later.
      decided_at: sql<string>`clock_timestamp()`
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('leads')
    .set({
      consents: sql`consents_after(consents, ${[...channels]}::text[], ${granted}, ${row.decided_at})`,
      ...(channels.some(channel => channel !== 'whatsapp') && { consent_given: granted }),
      updated_at: sql`now()`
    })
    .where('id', '=', leadId)
    .execute()
  await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
  return toConsent(row)
}

/** The same for one channel, as recorded on a lead's page. */
export const recordConsent = (
  trx: Trx,
  companyId: string,
  leadId: string,
  { channel, ...decision }: NewConsent & { ip: string },
  author: Author
): Promise<Consent | undefined> => addConsent(trx, companyId, leadId, { channels: [channel], ...decision }, author)
