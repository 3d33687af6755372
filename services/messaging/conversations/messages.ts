import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { adapters } from '../channels/adapters.ts'
import type { ChannelKind } from '../channels/rules.ts'
import type { Direction, MessageKind, MessageStatus } from './rules.ts'
import type { Message } from './schema.ts'
import type {} from './tables.ts'

type Row = {
  id: string
  direction: Direction
  kind: MessageKind
  text: string | null
  data: Record<string, unknown> & { media?: { name?: string; type?: string; size?: number; reason?: string } }
  status: MessageStatus | null
  failure: string | null
  failure_code: number | null
  /** The conversation's, where the code alone says why. */
  code_of: ChannelKind | null
  created_at: string
  author_name: string | null
  replied: Message['replyTo']
  reactions: Message['reactions']
  edited_at: string | null
  deleted_at: string | null
  media_state: NonNullable<Message['file']>['state'] | null
}

function toMessage(row: Row): Message {
  const { media, ...data } = row.data
  const gone = row.deleted_at !== null
  return {
    id: row.id,
    direction: row.direction,
    kind: row.kind,
    text: gone ? null : row.text,
    data: gone ? {} : data,
    status: row.status,
    failure: row.failure ?? meaningOf(row),
    failureCode: row.failure_code,
    createdAt: row.created_at,
    author: row.author_name,
    replyTo: row.replied,
    reactions: row.reactions,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    file:
      row.media_state === null || gone
        ? null
        : {
            state: row.media_state,
            reason: media?.reason ?? null,
            name: media?.name ?? null,
            type: media?.type ?? null,
            size: media?.size ?? null,
            url: null // made for each reader of the message
          }
  }
}

const meaningOf = ({ code_of, failure_code }: Row): string | null =>
  code_of === null || failure_code === null ? null : adapters[code_of].refusal(failure_code).text

const shown = sql`
  m.id, m.direction, m.kind, m.text, m.data, m.status, m.failure, m.failure_code, m.created_at, m.author_name,
  m.edited_at, m.deleted_at, m.media_state,
  case when m.failure is null and m.failure_code is not null then
    (select c.channel from conversations c where c.company_id = m.company_id and c.id = m.conversation_id) end as code_of,
  case when m.reply_to is not null then coalesce(
    (select jsonb_build_object('id', r.id, 'text', case when r.deleted_at is null then left(r.text, 200) end, 'kind', r.kind)
      from messages r where r.company_id = m.company_id and r.channel_id = m.channel_id and r.external_id = m.reply_to),
    '{"id": null, "text": null, "kind": null}') end as replied,
  coalesce((select jsonb_agg(jsonb_build_object('direction', x.direction, 'emoji', x.emoji, 'failure', x.failure) order by x.direction)
    from message_reactions x where x.company_id = m.company_id and x.channel_id = m.channel_id
      and x.external_id = m.external_id and (x.emoji is not null or x.failure is not null)), '[]') as reactions`

/** The messages of a conversation before one of them, or the newest ones; the newest first. */
export async function listMessages(
  trx: Trx,
  conversationId: string,
  { before, limit }: { before?: string | undefined; limit: number }
): Promise<Message[]> {
  const older = before
    ? sql`and (m.created_at, m.id) < (select b.created_at, b.id from messages b
        where b.company_id = m.company_id and b.conversation_id = m.conversation_id and b.id = ${before})`
    : sql``
  const { rows } = await sql<Row>`
    select ${shown} from messages m
    where m.conversation_id = ${conversationId} and (m.kind <> 'unknown' or m.text is not null) ${older}
    order by m.created_at desc, m.id desc limit ${limit}`.execute(trx)
  return rows.map(toMessage)
}

export async function findMessage(trx: Trx, conversationId: string, id: string): Promise<Message | undefined> {
  const { rows } = await sql<Row>`
    select ${shown} from messages m where m.conversation_id = ${conversationId} and m.id = ${id}`.execute(trx)
  return rows[0] && toMessage(rows[0])
}

/** The kept file of a message and its type. */
export async function findFile(
  trx: Trx,
  conversationId: string,
  id: string
): Promise<{ fileId: string; type: string } | undefined> {
  const row = await trx
    .selectFrom('messages')
    .select(['file_id', 'data'])
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('media_state', '=', 'kept')
    .executeTakeFirst()
  const { type } = ((row?.data ?? {}) as { media?: { type?: string } }).media ?? {}
  return row?.file_id ? { fileId: row.file_id, type: type ?? 'application/octet-stream' } : undefined
}
