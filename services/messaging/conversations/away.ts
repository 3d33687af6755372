import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { publish } from '../../core/jobs.ts'
import { wallAt } from '../../core/zones/rules.ts'
import { type BusinessHours, isOpen } from '../channels/rules.ts'
import { messagesQueued } from './jobs.ts'
import { announceConversation } from './queries.ts'
import { automaticAuthor } from './rules.ts'
import type {} from './tables.ts'

type Waiting = {
  id: string
  leadId: string
  channelId: string
  hours: BusinessHours | null
  zone: string
  day: string
}

/** When the day began by the clock of the company. */
const dayBegan = sql`date_trunc('day', now() at time zone co.time_zone) at time zone co.time_zone`

/**
 * Answers people who wrote outside the hours of a channel with its message, once a conversation and day, but nobody to
 * whom the team has written on that day. They keep waiting for a person. Messages that arrive an hour late get no such
 * answer.
 */
export async function answerAway(trx: Trx, companyId: string, conversationIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Waiting>`
    select c.id, c.lead_id as "leadId", c.channel_id as "channelId", ch.business_hours as hours,
      co.time_zone as zone, to_char(now() at time zone co.time_zone, 'YYYY-MM-DD') as day
    from conversations c
    join channels ch on ch.company_id = c.company_id and ch.id = c.channel_id
    join companies co on co.id = c.company_id
    where c.company_id = ${companyId} and c.id = any (${[...conversationIds]}::text[]) and c.waiting_since is not null
      and c.last_inbound_at > now() - interval '1 hour' and ch.away_message is not null and ch.active
      and ch.problem is null and c.blocked_at is null
      -- A pressed button of an automatic message has its own answer.
      and not exists (select from messages b join messages t on t.company_id = b.company_id
          and t.channel_id = b.channel_id and t.external_id = b.reply_to and t.data ? 'automatic'
        where b.company_id = c.company_id and b.conversation_id = c.id and b.created_at >= c.last_inbound_at
          and b.direction = 'in' and b.kind in ('button', 'interactive'))
      and not exists (select from messages m where m.company_id = c.company_id and m.conversation_id = c.id
        and m.created_at >= ${dayBegan} and m.direction = 'out' and m.kind not in ('note', 'system')
        and not m.data ? 'automatic' and m.status <> 'failed')`.execute(trx)
  const away = rows.filter(({ hours, zone }) => !isOpen(hours, clockAt(Date.now(), zone)))
  if (away.length === 0) return
  const { rows: written } = await sql<Pick<Waiting, 'id'>>`
    insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, text, data, client_key,
      status, author_name, due_at)
    select c.company_id, c.id, c.channel_id, c.lead_id, 'out', 'text', ch.away_message, '{"automatic": true}',
      'away ' || days.day, 'queued', ${automaticAuthor}, now()
    from unnest(${away.map(({ id }) => id)}::text[], ${away.map(({ day }) => day)}::text[]) as days (id, day)
    join conversations c on c.company_id = ${companyId} and c.id = days.id
    join channels ch on ch.company_id = c.company_id and ch.id = c.channel_id
    on conflict (company_id, conversation_id, client_key) where client_key is not null do nothing
    returning conversation_id as id`.execute(trx)
  const fresh = away.filter(({ id }) => written.some(each => each.id === id))
  for (const conversation of fresh) await announceConversation(trx, companyId, conversation)
  for (const channelId of new Set(fresh.map(each => each.channelId)))
    await publish(trx, messagesQueued, { companyId, channelId })
}

/** The weekday (0 is Sunday) and its minute, by the clock of a zone. */
function clockAt(at: number, zone: string): { day: number; minute: number } {
  const wall = new Date(wallAt(at, zone))
  return { day: wall.getUTCDay(), minute: wall.getUTCHours() * 60 + wall.getUTCMinutes() }
}
