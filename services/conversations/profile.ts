import { sql } from 'kysely'
import { adapters, kindsWith } from '../channels/adapters.ts'
import type { Config } from '../core/config.ts'
import type { Db, Trx } from '../core/db.ts'
import { announce } from '../core/events.ts'
import { publish } from '../core/jobs.ts'
import { nameless } from '../leads/rules.ts'
import { profileMissing } from './jobs.ts'
import { announceConversation } from './queries.ts'

/** Asks for the names of people whom the deliveries of their channel do not name. */
export async function askProfiles(trx: Trx, companyId: string, conversationIds: readonly string[]): Promise<void> {
  const unknown = await trx
    .selectFrom('conversations')
    .select('id')
    .where('id', 'in', [...conversationIds])
    .where('channel', 'in', kindsWith('profile'))
    .where('contact_name', 'is', null)
    .where('username', 'is', null)
    .execute()
  for (const { id } of unknown) await publish(trx, profileMissing, { companyId, conversationId: id })
}

/**
 * Asks the provider for the name of a person who wrote, and gives it to the conversation, and to a lead without one, its
 * notices and activities. Where the provider refuses, they stay without; where it does not answer, throws to be tried
 * again.
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
      .select(['c.contact', 'c.lead_id', 'c.channel', 'ch.id', 'ch.account', 'ch.token'])
      .where('c.id', '=', conversationId)
      .where('c.contact_name', 'is', null)
      .executeTakeFirst()
  )
  if (!conversation) return
  const { contact, lead_id: leadId, channel: kind, ...channel } = conversation
  const profile = await adapters[kind].profile?.({ config, channel }, contact)
  const username = profile?.username ?? null
  const called = profile?.name ?? username
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
