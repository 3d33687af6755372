import { sql } from 'kysely'
import { callGraph, GraphError } from '../channels/graph.ts'
import { tokenOf } from '../channels/queries.ts'
import type { Config } from '../core/config.ts'
import type { Db, Trx } from '../core/db.ts'
import { announce } from '../core/events.ts'
import { publish } from '../core/jobs.ts'
import { cut } from '../core/rules.ts'
import { nameless } from '../leads/rules.ts'
import { profileMissing } from './jobs.ts'
import { announceConversation } from './queries.ts'

/** Instagram's webhooks name nobody: whom we do not know yet is asked for. */
export async function askProfiles(trx: Trx, companyId: string, conversationIds: readonly string[]): Promise<void> {
  const unknown = await trx
    .selectFrom('conversations')
    .select('id')
    .where('id', 'in', [...conversationIds])
    .where('channel', '=', 'instagram')
    .where('contact_name', 'is', null)
    .where('username', 'is', null)
    .execute()
  for (const { id } of unknown) await publish(trx, profileMissing, { companyId, conversationId: id })
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? cut(value.trim(), 200) : null

/**
 * Reads the name of a person on Instagram, which may be asked for once they have written, and gives it to the
 * conversation, and to a lead without one, its notices and activities. Where Instagram refuses, they stay without; where
 * it does not answer, throws to be tried again.
 */
export async function fetchProfile(
  { db, config }: { db: Db; config: Config },
  companyId: string,
  conversationId: string
): Promise<void> {
  const scope = { id: companyId, held: true, deleted: true }
  const conversation = await db.company(scope, trx =>
    trx
      .selectFrom('conversations as c')
      .innerJoin('channels as ch', join =>
        join.onRef('ch.company_id', '=', 'c.company_id').onRef('ch.id', '=', 'c.channel_id')
      )
      .select(['c.contact', 'c.lead_id', 'ch.id as channel_id', 'ch.token'])
      .where('c.id', '=', conversationId)
      .where('c.contact_name', 'is', null)
      .executeTakeFirst()
  )
  const token = conversation && tokenOf(config, { id: conversation.channel_id, token: conversation.token })
  if (!conversation || !token) return
  const { contact, lead_id: leadId } = conversation
  const profile = await callGraph(config, {
    kind: 'instagram',
    token,
    path: encodeURIComponent(contact),
    query: { fields: 'name,username' }
  }).catch(error => {
    if (error instanceof GraphError) return {} as Record<string, unknown>
    throw error
  })
  const [name, username] = [text(profile.name), text(profile.username)]
  const called = name ?? username
  if (called === null) return
  await db.company(scope, async trx => {
    await trx
      .updateTable('conversations')
      .set({ contact_name: called, username })
      .where('id', '=', conversationId)
      .execute()
    const { numUpdatedRows } = await trx
      .updateTable('leads')
      .set({ name: called })
      .where('id', '=', leadId)
      .where('name', '=', nameless)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      await sql`
        update notifications set title = replace(title, ${nameless}, ${called}),
          body = case body when ${nameless} then ${called} else body end
        where company_id = ${companyId} and lead_id = ${leadId}`.execute(trx)
      await sql`
        update activities set lead_name = ${called}, description = replace(description, ${nameless}, ${called})
        where company_id = ${companyId} and lead_id = ${leadId} and lead_name = ${nameless}`.execute(trx)
      await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
    }
    await announceConversation(trx, companyId, { id: conversationId, leadId })
  })
}
