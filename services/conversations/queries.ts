import { sql } from 'kysely'
import type { Trx } from '../core/db.ts'
import { readInOrder } from '../core/db.ts'
import { AppError } from '../core/errors.ts'
import { announce } from '../core/events.ts'
import type { Author } from '../core/viewer.ts'
import { holdOwner } from '../leads/owners.ts'
import { formatPhone } from '../leads/rules.ts'
import type {} from '../leads/tables.ts'
import type { Conversation, ConversationChange, ConversationCounts, ConversationFilter } from './schema.ts'
import type {} from './tables.ts'

/** Conversations are counted up to this number. */
const mostCounted = 1000

/** Conversations with what is shown of their leads and of who answers. */
const conversations = (trx: Trx) =>
  trx
    .selectFrom('conversations as c')
    .innerJoin('leads as l', join => join.onRef('l.company_id', '=', 'c.company_id').onRef('l.id', '=', 'c.lead_id'))
    .leftJoin('employees as e', join =>
      join.onRef('e.company_id', '=', 'c.company_id').onRef('e.id', '=', 'c.assignee_id')
    )
    .select(['c.id', 'c.channel', 'c.lead_id', 'c.contact', 'c.contact_kind', 'c.username', 'c.status'])
    .select(['c.snoozed_until', 'c.assignee_id', 'c.labels', 'c.unread', 'c.waiting_since', 'c.last_message_at'])
    .select(['c.last_text', 'c.last_kind', 'c.last_direction', 'c.window_ends_at', 'c.version'])
    .select(['l.name as lead_name', 'l.status as lead_status', 'e.name as assignee_name'])

type Row = Awaited<ReturnType<ReturnType<typeof conversations>['executeTakeFirstOrThrow']>>

const toConversation = (row: Row): Conversation => ({
  id: row.id,
  channel: row.channel,
  leadId: row.lead_id,
  leadStatus: row.lead_status,
  name: row.lead_name,
  contact: row.username ? `@${row.username}` : row.contact_kind === 'wa_id' ? shownNumber(row.contact) : row.contact,
  status: row.status,
  snoozedUntil: row.snoozed_until,
  assigneeId: row.assignee_id,
  assigneeName: row.assignee_name,
  labels: row.labels,
  unread: row.unread,
  waitingSince: row.waiting_since,
  lastMessageAt: row.last_message_at,
  lastText: row.last_text,
  lastKind: row.last_kind,
  lastDirection: row.last_direction,
  windowEndsAt: row.window_ends_at,
  version: row.version
})

/** WhatsApp writes numbers with the country's code. */
const shownNumber = (number: string): string => (number.startsWith('55') ? formatPhone(number.slice(2)) : `+${number}`)

type Asked = ConversationFilter & { me: string | null }
type Query = ReturnType<typeof conversations>

function matching(query: Query, { folder = 'all', status, channel, label, leadId, q, me }: Asked): Query {
  const words = q?.trim() ? `%${q.trim().replace(/[\\%_]/g, '\\$&')}%` : null
  return query
    .$if(status !== undefined, it => it.where('c.status', '=', status ?? 'open'))
    .$if(channel !== undefined, it => it.where('c.channel', '=', channel ?? 'whatsapp'))
    .$if(leadId !== undefined, it => it.where('c.lead_id', '=', leadId ?? ''))
    .$if(folder === 'mine', it => it.where('c.assignee_id', '=', me ?? ''))
    .$if(folder === 'unassigned', it => it.where('c.assignee_id', 'is', null))
    .$if(folder === 'unread', it => it.where('c.unread', '>', 0))
    .$if(label !== undefined, it => it.where(sql<boolean>`${label} = any (c.labels)`))
    .$if(words !== null, it =>
      it.where(sql<boolean>`(c.search like fold(${words}) or l.search like fold(${words}))`)
    ) as Query
}

/** A page of conversations, the latest message first, and their number up to a limit. */
export async function listConversations(
  trx: Trx,
  filter: Asked,
  { skip, take }: { skip: number; take: number }
): Promise<{ rows: Conversation[]; total: number; capped: boolean }> {
  await readInOrder(trx)
  const rows = await matching(conversations(trx), filter)
    .orderBy('c.last_message_at', 'desc')
    .orderBy('c.id', 'desc')
    .offset(skip)
    .limit(take)
    .execute()
  const counted = await trx
    .selectFrom(matching(conversations(trx), filter).clearSelect().select('c.id').limit(mostCounted).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const total = Math.max(counted.n, skip + rows.length)
  return { rows: rows.map(toConversation), total, capped: counted.n === mostCounted }
}

/** What waits: unread, the caller's own, and nobody's, among the open conversations. */
export async function countConversations(trx: Trx, me: string | null): Promise<ConversationCounts> {
  const { rows } = await sql<{ unread: number; mine: number; unassigned: number }>`
    select
      (select count(*) from (select from conversations c where c.unread > 0 and c.status = 'open' limit ${mostCounted}) as some)::integer as unread,
      (select count(*) from (select from conversations c where c.assignee_id = ${me} and c.status = 'open' limit ${mostCounted}) as some)::integer as mine,
      (select count(*) from (select from conversations c where c.assignee_id is null and c.status = 'open' limit ${mostCounted}) as some)::integer as unassigned`.execute(
    trx
  )
  const { unread = 0, mine = 0, unassigned = 0 } = rows[0] ?? {}
  return { unread, mine, unassigned, capped: Math.max(unread, mine, unassigned) === mostCounted }
}

export const conversationNotFound = 'Conversa não encontrada'

/** Throws 404 where there is none that the caller sees. */
export async function findConversation(trx: Trx, id: string): Promise<Conversation> {
  const row = await conversations(trx).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('notFound', conversationNotFound)
  return toConversation(row)
}

/** Changes what is given. A conversation that is put off comes back by itself; one that is answered waits no more. */
export async function changeConversation(
  trx: Trx,
  companyId: string,
  id: string,
  { status, assigneeId, snoozedUntil, labels, read }: ConversationChange,
  author: Author
): Promise<Conversation> {
  const before = await findConversation(trx, id)
  if (assigneeId) await holdOwner(trx, assigneeId)
  const until = snoozedUntil === undefined ? undefined : snoozedUntil
  const next = status ?? (until ? 'snoozed' : undefined)
  await trx
    .updateTable('conversations')
    .set({
      ...(next !== undefined && { status: next }),
      ...(next === 'resolved' && { waiting_since: null, unread: 0 }),
      ...((until !== undefined || (next !== undefined && next !== 'snoozed')) && {
        snoozed_until: next === 'snoozed' ? (until ?? null) : null
      }),
      ...(assigneeId !== undefined && { assignee_id: assigneeId }),
      ...(labels !== undefined && { labels: labels.map(label => label.trim()) }),
      ...(read !== undefined && { unread: read ? 0 : sql<number>`greatest(unread, 1)` }),
      version: sql<number>`version + 1`
    })
    .where('id', '=', id)
    .execute()
  if (assigneeId !== undefined && assigneeId !== before.assigneeId)
    await addSystemMessage(trx, companyId, id, 'assigned', assigneeId, author)
  if (next !== undefined && next !== before.status) await addSystemMessage(trx, companyId, id, next, null, author)
  await announceConversation(trx, companyId, before)
  return findConversation(trx, id)
}

/** What the team changed, shown between the messages. */
async function addSystemMessage(
  trx: Trx,
  companyId: string,
  conversationId: string,
  change: string,
  employeeId: string | null,
  author: Author
): Promise<void> {
  await sql`
    insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, data, author_id, author_name)
    select c.company_id, c.id, c.channel_id, c.lead_id, 'out', 'system',
      jsonb_build_object('change', ${change}::text, 'to', (select e.name from employees e
        where e.company_id = c.company_id and e.id = ${employeeId})), ${author.id}, ${author.name}
    from conversations c where c.company_id = ${companyId} and c.id = ${conversationId}`.execute(trx)
}

export const announceConversation = (
  trx: Trx,
  companyId: string,
  { id, leadId }: Pick<Conversation, 'id' | 'leadId'>
): Promise<void> => announce(trx, { companyId, kind: 'conversation-changed', data: { conversationId: id, leadId } })
