import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { keptDays } from './rules.ts'
import type { Past, PastChoice } from './schema.ts'
import type {} from './tables.ts'

/** The people of a channel whose messages are kept aside and who are meant by a choice, by their addresses. */
export const chosenPeople = (
  companyId: string,
  channelId: string,
  { from, to, answered }: PastChoice
): RawBuilder<unknown> => sql`
  select p.contact, min(p.at) as first_at, max(p.at) as last_at,
    min(p.at) filter (where p.direction = 'out') as answered_at, max(p.at) filter (where p.direction = 'out') as wrote_at
  from past_messages p join companies co on co.id = p.company_id
  where p.company_id = ${companyId} and p.channel_id = ${channelId}
  group by p.contact, co.time_zone
  having (${!answered} or bool_or(p.direction = 'out'))
    and coalesce((max(p.at) at time zone co.time_zone)::date >= ${from ?? null}::date, true)
    and coalesce((max(p.at) at time zone co.time_zone)::date <= ${to ?? null}::date, true)`

/** How far the past of a WhatsApp telephone has come, and whom it has beside the leads; null without a channel. */
export async function readPast(trx: Trx, companyId: string, choice: PastChoice): Promise<Past | null> {
  const channel = await trx
    .selectFrom('channels')
    .select(['id', 'history', 'history_at'])
    .where('kind', '=', 'whatsapp')
    .executeTakeFirst()
  if (!channel) return null
  const { rows } = await sql<Pick<Past, 'people' | 'messages' | 'chosen'>>`
    select count(distinct contact)::integer as people, count(*)::integer as messages,
      (select count(*)::integer from (${chosenPeople(companyId, channel.id, choice)}) as c) as chosen
    from past_messages where company_id = ${companyId} and channel_id = ${channel.id}`.execute(trx)
  const { people = 0, messages = 0, chosen = 0 } = rows[0] ?? {}
  const { phase = null, progress = null } = channel.history ?? {}
  return { phase, progress, receivedAt: channel.history_at, people, messages, chosen, keptDays }
}
