import { sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import { announce } from '../../core/events.ts'
import type { Context } from '../../core/handlers.ts'
import { publish } from '../../core/jobs.ts'
import { nameless } from '../../leads/leads/rules.ts'
import type { Connection, Profile } from '../channels/adapter.ts'
import { adapters, kindsWith } from '../channels/adapters.ts'
import type { ChannelKind } from '../channels/rules.ts'
import { profileMissing } from './jobs.ts'
import { keepPicture } from './pictures.ts'
import { announceConversation } from './queries.ts'
import { mediaDays } from './rules.ts'
import type {} from './tables.ts'

/** Days after which a profile is asked for again; where the channel has sent none yet, an hour. */
const profileDays = 30

const due = sql<boolean>`coalesce(c.profile_at < now() - case when c.contact_name is null and c.username is null
  then interval '1 hour' else ${profileDays} * interval '1 day' end, true)`

/** Asks for the profiles of people who wrote, where the channel has them on demand and they may have changed. */
export async function askProfiles(trx: Trx, companyId: string, conversationIds: readonly string[]): Promise<void> {
  const unknown = await trx
    .selectFrom('conversations as c')
    .select('c.id')
    .where('c.id', 'in', [...conversationIds])
    .where('c.channel', 'in', kindsWith('profile'))
    .where(due)
    .execute()
  for (const { id } of unknown) await publish(trx, profileMissing, { companyId, conversationId: id })
}

type Person = {
  conversationId: string
  leadId: string
  contact: string
  kind: ChannelKind
  channel: Connection['channel']
}

/**
 * Asks the provider who a person is, and keeps name, @name and picture with the conversation. The name goes to a lead
 * without one, its notices and activities too. Where the provider refuses, they stay as they are; where it does not
 * answer, throws to be tried again.
 */
export async function fetchProfile(context: Context, companyId: string, conversationId: string): Promise<void> {
  const { db, config, log, last } = context
  const person = await findPerson(db, companyId, conversationId)
  if (!person) return
  const { kind, channel, contact } = person
  const scope = scopeOf(companyId)
  const profile = (await adapters[kind].profile?.({ config, channel }, contact)) ?? null
  if (profile) await db.company(scope, trx => noteNames(trx, companyId, person, profile))
  try {
    const picture =
      profile &&
      (await keepPicture({ db, config }, companyId, () =>
        profile.picture ? adapters[kind].media.fetch({ config, channel }, { url: profile.picture }) : undefined
      ))
    await db.company(scope, trx => noteProfile(trx, companyId, person, profile && { picture }))
  } catch (error) {
    if (!last) throw error
    log.warn({ err: error, conversationId }, 'picture of a person not fetched')
    await db.company(scope, trx => noteProfile(trx, companyId, person, null))
  }
}

const scopeOf = (companyId: string) => ({ id: companyId, held: true, deleted: true })

const findPerson = (db: Db, companyId: string, conversationId: string): Promise<Person | undefined> =>
  db.company(scopeOf(companyId), async trx => {
    const row = await trx
      .selectFrom('conversations as c')
      .innerJoin('channels as ch', join =>
        join.onRef('ch.company_id', '=', 'c.company_id').onRef('ch.id', '=', 'c.channel_id')
      )
      .select(['c.contact', 'c.lead_id as leadId', 'c.channel as kind', 'ch.id', 'ch.account', 'ch.token'])
      .where('c.id', '=', conversationId)
      .where(due)
      .executeTakeFirst()
    if (!row) return undefined
    const { contact, leadId, kind, ...channel } = row
    return { conversationId, leadId, contact, kind, channel }
  })

/** Names the conversation, and the lead where nobody has named it or its name was only the @name. */
async function noteNames(trx: Trx, companyId: string, person: Person, profile: Profile): Promise<void> {
  const { conversationId, leadId } = person
  const { username } = profile
  const called = profile.name ?? username
  if (called === null) return
  const before = await trx
    .selectFrom('conversations')
    .select(['username', 'contact_name'])
    .where('id', '=', conversationId)
    .executeTakeFirst()
  await trx
    .updateTable('conversations')
    .set({ contact_name: called, username })
    .where('id', '=', conversationId)
    .execute()
  const unnamed = [nameless, before?.username].filter(name => name != null && name !== called) as string[]
  const lead = await trx
    .selectFrom('leads')
    .select('name')
    .where('id', '=', leadId)
    .where('name', 'in', unnamed)
    .forUpdate()
    .executeTakeFirst()
  if (lead) {
    await trx.updateTable('leads').set({ name: called }).where('id', '=', leadId).execute()
    await sql`
      update notifications set title = replace(title, ${lead.name}, ${called}),
        body = case body when ${lead.name} then ${called} else body end
      where company_id = ${companyId} and lead_id = ${leadId}`.execute(trx)
    await sql`
      update activities set lead_name = ${called}, description = replace(description, ${lead.name}, ${called})
      where company_id = ${companyId} and lead_id = ${leadId} and lead_name = ${lead.name}`.execute(trx)
    await announce(trx, { companyId, kind: 'lead-changed', data: { leadId } })
  }
  await announceConversation(trx, companyId, { id: conversationId, leadId })
}

type Kept = { picture: { id: string; type: string } | null }

/** Notes that the profile was asked for, and which picture it has now; `profile` null: the provider sent none. */
async function noteProfile(trx: Trx, companyId: string, person: Person, profile: Kept | null): Promise<void> {
  const { conversationId, leadId } = person
  const before = await trx
    .selectFrom('conversations')
    .select('picture_id')
    .where('id', '=', conversationId)
    .forUpdate()
    .executeTakeFirst()
  const picture = profile?.picture ?? null
  if (!before) {
    // The person was erased meanwhile.
    if (picture) await trx.deleteFrom('files').where('id', '=', picture.id).execute()
    return
  }
  await trx
    .updateTable('conversations')
    .set({
      profile_at: sql<string>`now()`,
      ...(profile && { picture_id: picture?.id ?? null, picture_type: picture?.type ?? null })
    })
    .where('id', '=', conversationId)
    .execute()
  if (!profile) return
  if (before.picture_id) await trx.deleteFrom('files').where('id', '=', before.picture_id).execute()
  if (picture)
    await trx
      .updateTable('files')
      .set({ expires_at: sql<string>`now() + ${mediaDays} * interval '1 day'` })
      .where('id', '=', picture.id)
      .execute()
  if (picture || before.picture_id) await announceConversation(trx, companyId, { id: conversationId, leadId })
}
