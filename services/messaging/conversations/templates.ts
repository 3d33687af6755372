import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { publish } from '../../core/jobs.ts'
import { cut } from '../../core/rules.ts'
import { readPhone } from '../../core/telephone/brazil/rules.ts'
import type {} from '../../leads/consents/tables.ts'
import type {} from '../../leads/leads/tables.ts'
import { adapters } from '../channels/adapters.ts'
import { type Channel, findChannel } from '../channels/queries.ts'
import { type ChannelKind, channelNames } from '../channels/rules.ts'
import type { FilledTemplate } from '../channels/templates.ts'
import { type Payee, priceFor, refusalWithin } from '../prices/costs.ts'
import type { PriceCategory } from '../prices/rules.ts'
import { messagesQueued } from './jobs.ts'
import { announceConversation } from './queries.ts'
import { blockedText } from './rules.ts'
import type {} from './tables.ts'

/** Automatic messages to one person in a day: anybody may have typed the number. */
const maxPerDay = 10

type TemplateMessage = {
  template: FilledTemplate
  /** That of the template, by which the message is charged. */
  category?: PriceCategory
  /** As the person reads it. */
  text: string
  /** The same for the same message: it is queued once. */
  key: string
  /** Further data to store with it. */
  data: Record<string, unknown>
  author: string
  /** The deadline of sending; after it the message has failed. */
  validUntil: Date
  /** Not before this moment, or not within so many minutes of another automatic message to the person. */
  notBefore?: Date
  minutesApart?: number
}

/**
 * Queues a template to a lead who has agreed to be written to by the channel, in the caller's transaction: it is sent
 * by the channel's sender, with its lease and pace. Where there is no conversation, one is begun, which is nobody's to
 * answer. Returns why not, as a sentence, where the lead cannot or must not be written to so.
 */
export async function queueTemplate(
  trx: Trx,
  companyId: string,
  { kind, leadId }: { kind: ChannelKind; leadId: string },
  {
    template,
    category = 'utility',
    text,
    key,
    data,
    author,
    validUntil,
    notBefore = new Date(),
    minutesApart = 0
  }: TemplateMessage
): Promise<{ queued: true } | { refused: string }> {
  const name = channelNames[kind]
  const reachable = await findReachable(trx, kind, leadId)
  if ('refused' in reachable) return reachable
  const { channel, phone } = reachable
  const conversation = await conversationWith(trx, companyId, channel, { id: leadId, phone })
  if (!conversation) return { refused: `O telefone da pessoa não recebe ${name}.` }
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from messages m
    where m.company_id = ${companyId} and m.conversation_id = ${conversation.id} and m.kind = 'template'
      and m.created_at > now() - interval '1 day' and m.data ? 'automatic'`.execute(trx)
  if ((rows[0]?.n ?? 0) >= maxPerDay)
    return { refused: `A pessoa já recebeu ${maxPerDay} mensagens automáticas pelo ${name} em um dia.` }
  const dueAt = await whenApart(trx, conversation.id, notBefore, minutesApart)
  if (dueAt.getTime() >= validUntil.getTime())
    return { refused: 'A pessoa acabou de receber outra mensagem automática.' }
  const price = await priceFor(trx, companyId, category, await payeeOf(trx, conversation.id))
  const refusal = await refusalWithin(trx, companyId, price?.micros ?? 0)
  if (refusal) return { refused: refusal.text }
  await sql`
    insert into messages (company_id, conversation_id, channel_id, lead_id, direction, kind, text, data, client_key,
      status, author_name, due_at, valid_until, created_at)
    values (${companyId}, ${conversation.id}, ${channel.id}, ${conversation.leadId}, 'out', 'template', ${text},
      ${JSON.stringify({ ...data, template, category, automatic: true, ...(price && { price }) })}::jsonb, ${key}, 'queued', ${author},
      greatest(now(), ${dueAt}::timestamptz), ${validUntil}::timestamptz, clock_timestamp())
    on conflict (company_id, conversation_id, client_key) where client_key is not null do nothing`.execute(trx)
  // A conversation in which people have written stands in the list by their last message.
  await trx
    .updateTable('conversations')
    .set({ last_text: cut(text, 200), last_kind: 'template', last_direction: 'out', last_message_at: sql`now()` })
    .where('id', '=', conversation.id)
    .where('last_inbound_at', 'is', null)
    .execute()
  await announceConversation(trx, companyId, conversation)
  await publish(trx, messagesQueued, { companyId, channelId: channel.id })
  return { queued: true }
}

type Reachable = { channel: Channel; phone: string | null }

/** The channel by which a lead may be written to automatically; why not, as a sentence. */
async function findReachable(trx: Trx, kind: ChannelKind, leadId: string): Promise<Reachable | { refused: string }> {
  const name = channelNames[kind]
  const channel = await findChannel(trx, kind)
  if (!channel?.active || channel.problem !== null) return { refused: `O ${name} da empresa não está ligado.` }
  const lead = await trx.selectFrom('leads').select(['phone', 'consents']).where('id', '=', leadId).executeTakeFirst()
  const decision = (lead?.consents as Record<string, { state?: string } | undefined> | undefined)?.[kind]?.state
  if (decision === undefined) return { refused: `A pessoa não autorizou mensagens por ${name}.` }
  if (decision !== 'granted') return { refused: `A pessoa não quer mensagens por ${name}.` }
  const blocked = await trx
    .selectFrom('conversations')
    .select('id')
    .where('lead_id', '=', leadId)
    .where('channel_id', '=', channel.id)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst()
  if (blocked) return { refused: blockedText }
  return { channel, phone: lead?.phone ?? null }
}

/** Why no automatic template can be sent to a lead, as a sentence; null where one can. Nothing is written. */
export async function channelObstacle(
  trx: Trx,
  companyId: string,
  kind: ChannelKind,
  leadId: string
): Promise<string | null> {
  const reachable = await findReachable(trx, kind, leadId)
  if ('refused' in reachable) return reachable.refused
  const own = await trx
    .selectFrom('conversations')
    .select('id')
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('channel_id', '=', reachable.channel.id)
    .executeTakeFirst()
  const e164 = reachable.phone === null ? null : readPhone(reachable.phone).e164
  const hasAddress = own !== undefined || (e164 !== null && adapters[kind].addressOf?.(e164) !== undefined)
  return hasAddress ? null : `O telefone da pessoa não recebe ${channelNames[kind]}.`
}

/** The moment from which an automatic message to the person comes so many minutes after the last one. */
async function whenApart(trx: Trx, conversationId: string, from: Date, minutes: number): Promise<Date> {
  if (minutes === 0) return from
  // Two at the same moment come one after the other.
  await trx.selectFrom('conversations').select('id').where('id', '=', conversationId).forUpdate().execute()
  const { rows } = await sql<{ last: string | null }>`
    select max(greatest(m.created_at, m.due_at)) as last from messages m
    where m.conversation_id = ${conversationId} and m.kind = 'template' and m.data ? 'automatic'
      and m.status not in ('failed') and m.created_at > now() - interval '2 days'`.execute(trx)
  const last = rows[0]?.last
  return last ? new Date(Math.max(from.getTime(), Date.parse(last) + minutes * 60_000)) : from
}

async function payeeOf(trx: Trx, conversationId: string): Promise<Payee> {
  const { rows } = await sql<Omit<Payee, 'phone'>>`
    select contact, coalesce(window_ends_at > now(), false) as "isInWindow",
      coalesce(free_until > now(), false) as "hasFreeEntry"
    from conversations where id = ${conversationId}`.execute(trx)
  return { contact: null, isInWindow: false, hasFreeEntry: false, ...rows[0], phone: null }
}

type Person = { id: string; phone: string | null }

/**
 * The conversation with a lead, or with the present owner of their number; undefined where the number is none of the
 * channel.
 */
export async function conversationWith(
  trx: Trx,
  companyId: string,
  channel: Channel,
  lead: Person,
  status: 'resolved' | 'waiting' = 'resolved'
): Promise<{ id: string; leadId: string } | undefined> {
  const ofChannel = () => trx.selectFrom('conversations as c').select(['c.id', 'c.lead_id as leadId'])
  const own = await ofChannel()
    .where('c.lead_id', '=', lead.id)
    .where('c.channel_id', '=', channel.id)
    .orderBy('c.last_message_at', 'desc')
    .executeTakeFirst()
  if (own) return own
  const e164 = lead.phone === null ? null : readPhone(lead.phone).e164
  const address = e164 ? adapters[channel.kind].addressOf?.(e164) : undefined
  if (!address) return undefined
  const { contact, kind, also } = address
  const existing = await ofChannel()
    .innerJoin('contact_identities as i', join =>
      join.onRef('i.company_id', '=', 'c.company_id').onRef('i.conversation_id', '=', 'c.id')
    )
    .where('c.channel_id', '=', channel.id)
    .where('i.kind', '=', kind)
    .where('i.value', 'in', [contact, ...also])
    .where('i.given_up_at', 'is', null)
    .orderBy('c.last_message_at', 'desc')
    .executeTakeFirst()
  if (existing) return existing
  // Another transaction may be storing what the person writes at this moment.
  await sql`
    insert into conversations (company_id, channel_id, channel, lead_id, contact, contact_kind, status, assignee_id)
    select ${companyId}, ${channel.id}, ${channel.kind}, l.id, ${contact}, ${kind}, ${status}, l.owner_id
    from leads l where l.company_id = ${companyId} and l.id = ${lead.id}
    on conflict (company_id, channel_id, contact) do nothing`.execute(trx)
  const made = await ofChannel()
    .where('c.channel_id', '=', channel.id)
    .where('c.contact', '=', contact)
    .executeTakeFirst()
  if (made)
    await trx
      .insertInto('contact_identities')
      .values({ company_id: companyId, kind, value: contact, lead_id: made.leadId, conversation_id: made.id })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return made
}
