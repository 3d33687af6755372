import { sql } from 'kysely'
import type { Config } from '../../core/config.ts'
import type { Db, Trx } from '../../core/db.ts'
import type { Author } from '../../core/viewer.ts'
import { adapters } from '../channels/adapters.ts'
import { isProviderError } from '../channels/errors.ts'
import { findChannel } from '../channels/queries.ts'
import { channelNames } from '../channels/rules.ts'
import { addSystemMessage, announceConversation, findConversation } from './queries.ts'
import type { Conversation } from './schema.ts'
import type {} from './tables.ts'

type Parts = { db: Db; config: Config }
type Caller = {
  companyId: string
  author: Author
  /** Works within what the caller sees. */
  within<T>(work: (trx: Trx) => Promise<T>): Promise<T>
}

/**
 * Blocks the person of a conversation, or lets them write again. It holds here at once, and then at the provider where
 * that can block; where it refuses, the thread says so. Throws 404 for a conversation that the author does not see.
 */
export async function blockPerson(
  parts: Parts,
  { companyId, author, within }: Caller,
  id: string,
  blocked: boolean
): Promise<Conversation> {
  const changed = await within(async trx => {
    await findConversation(trx, id)
    return trx
      .updateTable('conversations')
      .set({ blocked_at: blocked ? sql<string>`now()` : null, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('blocked_at', blocked ? 'is' : 'is not', null)
      .returning(['channel', 'contact', 'contact_kind'])
      .executeTakeFirst()
  })
  const failure = changed ? await blockAtProvider(parts, companyId, changed, blocked) : null
  return within(async trx => {
    const conversation = await findConversation(trx, id)
    if (!changed) return conversation
    await addSystemMessage(trx, companyId, id, blocked ? 'blocked' : 'unblocked', failure, author)
    await announceConversation(trx, companyId, conversation)
    return conversation
  })
}

type Person = { channel: Conversation['channel']; contact: string; contact_kind: string }

/** Why the provider did not block the person as well, in Portuguese; null where it did. */
async function blockAtProvider(
  { db, config }: Parts,
  companyId: string,
  { channel: kind, contact, contact_kind: contactKind }: Person,
  blocked: boolean
): Promise<string | null> {
  const { block } = adapters[kind]
  if (!block) return `O ${channelNames[kind]} não deixa bloquear por aqui: bloqueie também no aplicativo.`
  const channel = await db.company(companyId, trx => findChannel(trx, kind))
  if (!channel) return null
  try {
    await block({ config, channel }, { contact, contactKind }, blocked)
    return null
  } catch (error) {
    if (!isProviderError(error)) throw error
    return error.text
  }
}
