import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { readTerm } from '../../leads/leads/filter.ts'
import { excerptOf } from './excerpt.ts'
import type { Conversation } from './schema.ts'
import type {} from './tables.ts'

/** Conversations that a search finds; each with the newest message that has the words, where one has. */
export type Found = ReadonlyMap<string, string | null>

/** Searches names, numbers and @names, the words of messages and the names of their files, of whatever state. */
export async function searchConversations(trx: Trx, q: string): Promise<Found> {
  const words = q.replace(/^@/, '')
  if (words === '') return new Map()
  const term = readTerm(words)
  const { rows } = await sql<{ id: string; message: string | null }>`
    select id, null as message from search_conversations(${term.term ?? term.digits?.[0]}, ${JSON.stringify(term)}::jsonb) as id
    union all
    select conversation_id, message_id from search_messages(${q})`.execute(trx)
  return new Map(rows.map(({ id, message }) => [id, message]))
}

/** The conversations with a line of the message by which each was found. */
export async function withMatches(trx: Trx, rows: Conversation[], found: Found, q: string): Promise<Conversation[]> {
  const ids = rows.map(({ id }) => found.get(id)).filter(id => typeof id === 'string')
  if (ids.length === 0) return rows
  const messages = await trx
    .selectFrom('messages')
    .select(['id', 'text', 'direction', 'created_at', sql<string | null>`data -> 'media' ->> 'name'`.as('file')])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(row => {
    const message = messages.find(({ id }) => id === found.get(row.id))
    if (!message) return row
    const { id: messageId, direction, created_at: createdAt, text, file } = message
    const inWords = excerptOf(text ?? '', q)
    const line = file && !inWords.some(({ marked }) => marked) ? excerptOf(file, q) : inWords
    return { ...row, match: { messageId, direction, createdAt, line } }
  })
}
