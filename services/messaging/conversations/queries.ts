import { sql } from 'kysely'
import { notify } from '../../account/notifications/queries.ts'
import type { Trx } from '../../core/db.ts'
import { readInOrder } from '../../core/db.ts'
import { AppError, invalid } from '../../core/errors.ts'
import { announce } from '../../core/events.ts'
import { publish } from '../../core/jobs.ts'
import type { Author } from '../../core/viewer.ts'
import { holdOwner } from '../../leads/leads/owners.ts'
import { stepKeyOf } from '../../leads/leads/queries.ts'
import { nameless } from '../../leads/leads/rules.ts'
import type {} from '../../leads/leads/tables.ts'
import { adapters } from '../channels/adapters.ts'
import { type ChannelKind, channelKinds, channelNames, channelRules } from '../channels/rules.ts'
import { conversationRead } from './jobs.ts'
import { linkConversation } from './link.ts'
import { showsReading } from './reading.ts'
import type { Conversation, ConversationChange, ConversationCounts, ConversationFilter } from './schema.ts'
import { type Found, searchConversations, withMatches } from './search.ts'
import type {} from './tables.ts'

/** Conversations are counted up to this number beyond the page that is asked for. */
const countedBeyond = 30

/** Conversations with the shown fields of their leads and of the people who answer. */
const conversations = (trx: Trx) =>
  trx
    .selectFrom('conversations as c')
    .innerJoin('leads as l', join => join.onRef('l.company_id', '=', 'c.company_id').onRef('l.id', '=', 'c.lead_id'))
    .leftJoin('employees as e', join =>
      join.onRef('e.company_id', '=', 'c.company_id').onRef('e.id', '=', 'c.assignee_id')
    )
    .select(['c.id', 'c.channel', 'c.lead_id', 'c.contact', 'c.contact_kind', 'c.username', 'c.picture_id', 'c.status'])
    .select(['c.snoozed_until', 'c.assignee_id', 'c.unread', 'c.waiting_since', 'c.last_message_at'])
    .select([
      'c.last_text',
      'c.last_kind',
      'c.last_direction',
      'c.window_ends_at',
      'c.free_until',
      'c.blocked_at',
      'c.version'
    ])
    .select(['l.name as lead_name', stepKeyOf('l').as('lead_status'), 'l.tags', 'e.name as assignee_name'])

type Row = Awaited<ReturnType<ReturnType<typeof conversations>['executeTakeFirstOrThrow']>>

const toConversation = (row: Row): Conversation => ({
  id: row.id,
  channel: row.channel,
  leadId: row.lead_id,
  leadStatus: row.lead_status,
  name: row.lead_name === nameless ? `Pessoa do ${channelNames[row.channel]}` : row.lead_name,
  contact: row.username ? `@${row.username}` : contactText(row),
  picture: row.picture_id,
  status: row.status,
  snoozedUntil: row.snoozed_until,
  assigneeId: row.assignee_id,
  assigneeName: row.assignee_name,
  tags: row.tags,
  unread: row.unread,
  waitingSince: row.waiting_since,
  lastMessageAt: row.last_message_at,
  lastText: row.last_text,
  lastKind: row.last_kind,
  lastDirection: row.last_direction,
  windowEndsAt: row.window_ends_at,
  freeUntil: row.free_until,
  blockedAt: row.blocked_at,
  version: row.version
})

const contactText = ({ channel, contact, contact_kind }: Row): string =>
  adapters[channel].contactText?.(contact, contact_kind) ?? contact

type ViewerFilter = ConversationFilter & { me: string | null }
type Query = ReturnType<typeof conversations>

function matching(
  query: Query,
  { folder = 'all', status, channel, tag, leadId, me }: ViewerFilter,
  found: Found | null
): Query {
  return query
    .$if(status !== undefined, it => it.where('c.status', '=', status ?? 'open'))
    .$if(channel !== undefined, it => it.where('c.channel', '=', channel as ChannelKind))
    .$if(leadId !== undefined, it => it.where('c.lead_id', '=', leadId ?? ''))
    .$if(folder === 'mine', it => it.where('c.assignee_id', '=', me ?? ''))
    .$if(folder === 'unassigned', it => it.where('c.assignee_id', 'is', null))
    .$if(folder === 'unread', it => it.where(sql<boolean>`c.unread > 0`))
    .$if(tag !== undefined, it =>
      it.where(sql<boolean>`exists (select from lead_tags t where t.company_id = c.company_id and t.lead_id = c.lead_id
        and t.tag_id = ${tag})`)
    )
    .$if(found !== null, it => it.where(sql<boolean>`c.id = any (${[...(found?.keys() ?? [])]}::text[])`)) as Query
}

/** A page of conversations, the latest message first, and their number, or that there are more than a few beyond it. */
export async function listConversations(
  trx: Trx,
  filter: ViewerFilter,
  { skip, take }: { skip: number; take: number }
): Promise<{ rows: Conversation[]; total: number; capped: boolean }> {
  const q = filter.q?.trim()
  const found = q ? await searchConversations(trx, q) : null
  // The results of a search are collected anyway.
  if (!found) await readInOrder(trx)
  const rows = await matching(conversations(trx), filter, found)
    .orderBy('c.last_message_at', 'desc')
    .orderBy('c.id', 'desc')
    .offset(skip)
    .limit(take)
    .execute()
  const limit = skip + take + countedBeyond
  const counted = await trx
    .selectFrom(matching(conversations(trx), filter, found).clearSelect().select('c.id').limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const total = Math.max(counted.n, skip + rows.length)
  const shown = rows.map(toConversation)
  return { rows: found && q ? await withMatches(trx, shown, found, q) : shown, total, capped: counted.n === limit }
}

/** Unread open conversations are counted up to this number. */
const maxUnread = 100

/** How many open conversations of each channel are unread. */
export async function countUnread(trx: Trx): Promise<ConversationCounts> {
  const unread = (channel: ChannelKind) => sql`(select count(*) from (select from conversations c
    where c.unread > 0 and c.status = 'open' and c.channel = ${channel} limit ${maxUnread}) as counted)::integer`
  const counts = channelKinds.map(kind => sql`${unread(kind)} as ${sql.ref(kind)}`)
  const { rows } = await sql<ConversationCounts>`select ${sql.join(counts)}`.execute(trx)
  return rows[0] as ConversationCounts
}

const conversationNotFound = 'Conversa não encontrada'

/** Throws 404 where there is none that the caller sees. */
export async function findConversation(trx: Trx, id: string): Promise<Conversation> {
  const row = await conversations(trx).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('notFound', conversationNotFound)
  return toConversation(row)
}

/** Applies a change. A snoozed conversation comes back automatically; an answered one waits no more. */
export async function changeConversation(
  trx: Trx,
  companyId: string,
  id: string,
  { status, assigneeId, leadId, snoozedUntil, read }: ConversationChange,
  author: Author
): Promise<Conversation> {
  const before = await findConversation(trx, id)
  if (snoozedUntil && Date.parse(snoozedUntil) <= Date.now())
    throw invalid({ snoozedUntil: 'Escolha um momento que ainda não passou.' })
  if (assigneeId) {
    await holdOwner(trx, assigneeId)
    await refuseUnseen(trx, assigneeId, before.leadId)
  }
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
      ...(read !== undefined && { unread: read ? 0 : sql<number>`greatest(unread, 1)` }),
      version: sql<number>`version + 1`
    })
    .where('id', '=', id)
    .execute()
  if (read === true && (await showsReading(trx, before.channel)))
    await publish(trx, conversationRead, { companyId, conversationId: id })
  if (assigneeId !== undefined && assigneeId !== before.assigneeId)
    await addSystemMessage(trx, companyId, id, 'assigned', await nameOf(trx, assigneeId), author)
  if (assigneeId && assigneeId !== before.assigneeId)
    await notify(
      trx,
      {
        companyId,
        kind: 'lead_assigned',
        leadId: before.leadId,
        title: 'Conversa para você',
        body: before.name,
        link: `${channelRules[before.channel].page}/${id}`
      },
      { employees: [assigneeId], except: author.id }
    )
  if (next !== undefined && next !== before.status) await addSystemMessage(trx, companyId, id, next, null, author)
  if (leadId !== undefined && leadId !== before.leadId) {
    const name = await linkConversation(trx, id, leadId)
    await addSystemMessage(trx, companyId, id, 'linked', name, author)
    // People who see the lead that it left are notified too.
    await announceConversation(trx, companyId, before)
  }
  const after = await findConversation(trx, id)
  await announceConversation(trx, companyId, after)
  return after
}

/**
 * Throws 400 for somebody who sees only their own leads, where this is none of them: they would not see the
 * conversation.
 */
async function refuseUnseen(trx: Trx, employeeId: string, leadId: string): Promise<void> {
  const unseen = await trx
    .selectFrom('employees as e')
    .innerJoin('leads as l', join => join.onRef('l.company_id', '=', 'e.company_id').on('l.id', '=', leadId))
    .select('e.name')
    .where('e.id', '=', employeeId)
    .where('e.lead_access', '=', 'own')
    .where(sql<boolean>`l.owner_id is distinct from e.id`)
    .executeTakeFirst()
  if (unseen)
    throw invalid({
      assigneeId: `${unseen.name} vê só os próprios leads. Passe primeiro o lead a essa pessoa, na página dele.`
    })
}

const nameOf = async (trx: Trx, employeeId: string | null): Promise<string | null> =>
  employeeId === null
    ? null
    : ((await trx.selectFrom('employees').select('name').where('id', '=', employeeId).executeTakeFirst())?.name ?? null)

/** Adds a change by the team, which is shown between the messages. */
export async function addSystemMessage(
  trx: Trx,
  companyId: string,
  conversationId: string,
  change: string,
  to: string | null,
  author: Author
): Promise<void> {
  await sql`
    insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, data, author_id, author_name)
    select c.company_id, c.id, c.channel_id, c.lead_id, 'out', 'system',
      jsonb_build_object('change', ${change}::text, 'to', ${to}::text), ${author.id}, ${author.name}
    from conversations c where c.company_id = ${companyId} and c.id = ${conversationId}`.execute(trx)
}

export const announceConversation = (
  trx: Trx,
  companyId: string,
  { id, leadId }: Pick<Conversation, 'id' | 'leadId'>
): Promise<void> => announce(trx, { companyId, kind: 'conversation-changed', data: { conversationId: id, leadId } })
