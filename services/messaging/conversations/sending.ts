import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Trx } from '../../core/db.ts'
import type { Context } from '../../core/handlers.ts'
import { retried } from '../../core/retried.ts'
import { isFileKind } from '../../platform/files/attachments/rules.ts'
import type { ChannelAdapter, OutgoingMessage } from '../channels/adapter.ts'
import { adapters } from '../channels/adapters.ts'
import type { Passing } from '../channels/errors.ts'
import { perSecondOf, takePace } from '../channels/pace.ts'
import { notePeople } from '../channels/portfolio.ts'
import type { Channel } from '../channels/queries.ts'
import { type ChannelKind, channelNames, channelRules } from '../channels/rules.ts'
import type { Accepted, Sent } from '../channels/sent.ts'
import { notifyOfTrouble } from '../channels/trouble.ts'
import { noteCost } from '../prices/costs.ts'
import { filePath } from './addresses.ts'
import { announceConversation } from './queries.ts'
import { fileNotUploaded, windowOf } from './rules.ts'
import type {} from './tables.ts'

/** Seconds for which one worker sends for a channel: longer than a message takes that times out. */
const leaseSeconds = 45

/** Milliseconds after which further messages are looked for while some are under way. */
const lookAgain = 100

/** Attempts at what the provider asks to try again; then it has failed. */
const maxAttempts = 6

const tooLate = 'Não saiu a tempo.'
const consentEnded = 'A pessoa deixou de autorizar mensagens antes do envio.'

type Parts = Pick<Context, 'db' | 'config' | 'log'>
type Pace = ChannelAdapter['pace']

/** A message that is due, with its conversation. */
type Due = Omit<OutgoingMessage, 'window' | 'fileUrl'> & {
  conversationId: string
  leadId: string
  attempts: number
  /** Advertising to a person whose consent has ended since it was written. */
  unwanted: boolean | null
  channel: ChannelKind
  windowEndsAt: string | null
}

/**
 * Sends what waits for a channel, in the order of each conversation, until nothing is due. One worker does so at a
 * time, and one slow channel keeps no other waiting.
 */
export async function sendQueued(parts: Parts, companyId: string, channelId: string): Promise<void> {
  const { db } = parts
  for (;;) {
    const channel = await lease(db, companyId, channelId)
    if (!channel) return // another worker is at it, or the channel is off
    try {
      await sendWhileDue(parts, channel)
    } finally {
      await release(db, companyId, channelId)
    }
    // Messages that were queued while the lease was being released found it taken.
    if (!(await isDue(db, channel))) return
  }
}

/** The channel, for this worker alone; undefined where another has it, it is off, or the provider wants a pause. */
const lease = (db: Db, companyId: string, channelId: string, held = false): Promise<Channel | undefined> =>
  db.company(companyId, trx =>
    trx
      .updateTable('channels')
      .set({ sending_until: sql<string>`now() + ${leaseSeconds} * interval '1 second'` })
      .where('id', '=', channelId)
      .where('active', '=', true)
      .where('problem', 'is', null)
      .where(sql<boolean>`coalesce(paused_until < now(), true) and (${held} or coalesce(sending_until < now(), true))`)
      .returningAll()
      .executeTakeFirst()
  )

const release = (db: Db, companyId: string, channelId: string) =>
  db.company(companyId, trx =>
    trx.updateTable('channels').set({ sending_until: null }).where('id', '=', channelId).execute()
  )

/**
 * The first message of each conversation that is due, where none before it waits, and where the person did not get too
 * many lately.
 */
const dueMessages = (channelId: string, { perPerson }: Pace) => sql`
  select m.id from messages m
  where m.channel_id = ${channelId} and m.status = 'queued' and m.due_at <= now()
    and (m.valid_until is null or m.valid_until > now())
    and not exists (select from messages p where p.company_id = m.company_id and p.channel_id = m.channel_id
      and p.conversation_id = m.conversation_id and p.status in ('queued', 'sending')
      and (p.created_at, p.id) < (m.created_at, m.id))
    and (select count(*) from messages r where r.company_id = m.company_id and r.conversation_id = m.conversation_id
      and r.created_at > now() - ${perPerson.seconds} * interval '1 second' and r.direction = 'out'
      and r.status not in ('queued', 'failed')) < ${perPerson.limit}`

const isDue = (db: Db, channel: Channel): Promise<boolean> =>
  db.company({ id: channel.company_id, held: true, deleted: true }, trx => hasDue(trx, channel))

/** Whether a message of the inbox, or an automatic one, is due: they go before those of campaigns. */
export async function hasDue(trx: Trx, { id, kind }: Pick<Channel, 'id' | 'kind'>): Promise<boolean> {
  const { rows } = await sql`${dueMessages(id, adapters[kind].pace)} limit 1`.execute(trx)
  return rows.length > 0
}

/**
 * Sends what is due within the channel's pace. A window slides over the messages: where a provider is slow to answer
 * for one person, the places of the others are taken by the next messages meanwhile.
 */
async function sendWhileDue(parts: Parts, first: Channel): Promise<void> {
  const { db } = parts
  const { pace } = adapters[first.kind]
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  let channel: Channel | undefined = first
  try {
    while (channel && failures.length === 0) {
      const leased: Channel = channel
      const scope = { id: leased.company_id, held: true, deleted: true }
      const { due, wait } = await db.company(scope, trx => claim(trx, leased, pace.concurrency - underWay.size))
      if (due.length === 0 && underWay.size === 0) break
      // A campaign took what of the number's pace was free a moment ago.
      if (wait > 0) await sleep(wait * 1000)
      for (const message of due) {
        const sending = sendOne(parts, leased, message)
          .catch(error => void failures.push(error))
          .finally(() => underWay.delete(sending))
        underWay.add(sending)
      }
      await Promise.all([
        sleep((due.length / perSecondOf(leased)) * 1000),
        Promise.race([Promise.all(underWay), sleep(lookAgain)])
      ])
      channel = await lease(db, leased.company_id, leased.id, true)
    }
  } finally {
    // The lease is given up only once nothing is under way.
    await Promise.all(underWay)
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Marks messages as being sent before the provider is asked: one whose worker died is then known to be uncertain. People's own
 * messages go before automatic ones. `wait`: seconds until the pace of the number has room for them.
 */
async function claim(trx: Trx, channel: Channel, limit: number): Promise<{ due: Due[]; wait: number }> {
  const { id, kind } = channel
  const { pace } = adapters[kind]
  const { rows } = await sql<Due>`
    with due as (${dueMessages(id, pace)} order by m.data ? 'automatic', m.created_at, m.id limit ${limit}
      for update skip locked)
    update messages m set status = 'sending', sending_since = now(), attempts = m.attempts + 1
    from due, conversations c, leads l
    where m.company_id = c.company_id and m.id = due.id and c.id = m.conversation_id
      and l.company_id = m.company_id and l.id = m.lead_id
    returning m.id, m.conversation_id as "conversationId", m.lead_id as "leadId", m.kind, m.text, m.data, m.reply_to as "replyTo",
      m.attempts, (m.data ->> 'category' = 'marketing' or m.kind = 'template' and m.data ? 'automatic')
        and l.consents -> ${channelRules[kind].advertising?.consent ?? ''} ->> 'state' is distinct from 'granted' as unwanted,
      c.channel, c.contact, c.contact_kind as "contactKind", c.window_ends_at as "windowEndsAt"`.execute(trx)
  if (rows.length === 0) return { due: rows, wait: 0 }
  const now = new Date()
  const outside = rows.filter(
    ({ data, unwanted, windowEndsAt }) =>
      data.template && !unwanted && windowOf(kind, windowEndsAt, now).window === 'closed'
  )
  await notePeople(
    trx,
    channel,
    outside.map(({ contact }) => contact)
  )
  return { due: rows, wait: await takePace(trx, channel, rows.length) }
}

async function sendOne({ db, config, log }: Parts, channel: Channel, message: Due): Promise<void> {
  const scope = { id: channel.company_id, held: true, deleted: true }
  const settle = (outcome: Outcome) =>
    retried(() => db.company(scope, trx => noteOutcome(trx, channel, message, outcome)))
  const { send, media } = adapters[channel.kind]
  if (message.unwanted) return settle({ failed: { code: null, text: consentEnded } })
  const lacksFile = media.upload && isFileKind(message.kind) && message.data.media?.id === undefined
  if (lacksFile) return settle({ failed: { code: null, text: fileNotUploaded(channel.kind) } })
  const { conversationId, id: messageId, windowEndsAt } = message
  const now = new Date()
  const file = filePath(config, { companyId: channel.company_id, conversationId, messageId }, now)
  const sent = await send(
    { config, channel },
    {
      ...message,
      window: windowOf(channel.kind, windowEndsAt, now).window,
      fileUrl: new URL(file, config.publicUrl).href
    }
  )
  await settle(outcomeOf(sent, message.attempts))
  if ('accepted' in sent) return
  const error = 'failed' in sent ? sent.failed : 'unknown' in sent ? sent.unknown : sent.error
  log.info({ err: error, messageId }, 'message not accepted')
  const problem = 'failed' in sent ? sent.failed.problem : null
  if (problem) await db.company(scope, trx => stop(trx, channel, problem, error.text))
}

type Outcome =
  | { accepted: Accepted }
  | { again: number; pause: boolean }
  | { failed: { code: number | null; text: string } }
  | 'unknown'

/** Seconds before the first new attempt, and by how much each further one takes longer. */
const delays: Record<Passing, [first: number, factor: number]> = { retry: [5, 2], pace: [2, 2], pair: [6, 4] }

/** The outcome of an attempt to send a message; `again` in seconds. */
function outcomeOf(sent: Sent, attempts: number): Outcome {
  if ('accepted' in sent) return sent
  if ('unknown' in sent) return 'unknown'
  if ('failed' in sent) return sent
  return attempts < maxAttempts
    ? { again: later(...delays[sent.again], attempts), pause: sent.again === 'pace' }
    : { failed: sent.error }
}

/** Seconds that grow with each attempt, not the same for all that wait. */
const later = (first: number, factor: number, attempts: number): number =>
  first * factor ** (attempts - 1) * (1 + Math.random() / 4)

/** Stores what came of a message, unless the provider reported more of it meanwhile. */
async function noteOutcome(trx: Trx, channel: Channel, message: Due, outcome: Outcome): Promise<void> {
  const { id } = message
  const ours = trx.updateTable('messages').where('id', '=', id)
  if (outcome === 'unknown') await ours.set({ status: 'unknown' }).where('status', '=', 'sending').execute()
  else if ('accepted' in outcome) await noteAccepted(trx, channel, message, outcome.accepted)
  else if ('failed' in outcome) {
    await ours
      .set({ status: 'failed', failure_code: outcome.failed.code, failure: outcome.failed.text, due_at: null })
      .where('status', '=', 'sending')
      .execute()
    if (outcome.failed.code !== null && outcome.failed.code === channelRules[channel.kind].advertising?.errorCode)
      await sql`select note_refused_advertising(${channel.company_id}, ${message.leadId}, now())`.execute(trx)
  } else {
    const due = sql<string>`now() + ${outcome.again} * interval '1 second'`
    await ours.set({ status: 'queued', due_at: due, sending_since: null }).where('status', '=', 'sending').execute()
    if (outcome.pause)
      await trx.updateTable('channels').set({ paused_until: due }).where('id', '=', channel.id).execute()
  }
  await announceConversation(trx, channel.company_id, { id: message.conversationId, leadId: message.leadId })
}

export async function noteAccepted(
  trx: Trx,
  channel: Channel,
  message: Pick<Due, 'id' | 'leadId' | 'conversationId' | 'contact'>,
  { externalId, identity }: Accepted
): Promise<void> {
  // A provider may report a sent message before it answers the call. The report is kept as it came (forget.sql).
  const echoes = sql<boolean>`channel_id = ${channel.id} and external_id = ${externalId}
    and direction = 'out' and id <> ${message.id}`
  await trx.updateTable('messages').set({ delivery_id: null }).where(echoes).execute()
  await trx.deleteFrom('messages').where(echoes).execute()
  await trx
    .updateTable('messages')
    .set({
      external_id: externalId,
      due_at: null,
      sending_since: null,
      status: sql<'accepted'>`case when status_rank(status) < status_rank('accepted') then 'accepted' else status end`
    })
    .where('id', '=', message.id)
    .execute()
  await sql`select settle_message(${channel.company_id}, ${channel.id}, ${message.id})`.execute(trx)
  await sql`select note_answer_to_advertisement(${channel.company_id}, ${message.conversationId}, now())`.execute(trx)
  if (channelRules[channel.kind].priced) await noteCost(trx, channel.company_id, message.id, message.contact)
  if (identity)
    await trx
      .insertInto('contact_identities')
      .values({
        company_id: channel.company_id,
        ...identity,
        lead_id: message.leadId,
        conversation_id: message.conversationId
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

/**
 * The provider refuses the channel itself: what waits has failed too, and is sent again by a person, not by surprise.
 */
export async function stop(
  trx: Trx,
  channel: Channel,
  problem: NonNullable<Channel['problem']>,
  text: string
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('channels')
    .set({ problem, problem_text: text, problem_at: sql<string>`now()` })
    .where('id', '=', channel.id)
    .where('token', '=', channel.token)
    .where('problem', 'is distinct from', problem)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await notifyOfTrouble(trx, channel, `O ${channelNames[channel.kind]} parou de enviar`, text)
  await trx
    .updateTable('messages')
    .set({ status: 'failed', failure: text, due_at: null })
    .where('channel_id', '=', channel.id)
    .where('status', '=', 'queued')
    .execute()
}

/**
 * Finds channels with messages that are due, and messages whose sending nobody ended: their worker died, and whether
 * they were sent is not known. A status of the provider settles that, else a person.
 */
export async function findDue(db: Db): Promise<{ companyId: string; channelId: string }[]> {
  return db.everyCompany(async trx => {
    await sql`update messages set status = 'unknown', sending_since = null
      where status = 'sending' and sending_since < now() - ${leaseSeconds * 2} * interval '1 second'`.execute(trx)
    // Messages that came too late for any use are not sent.
    await sql`update messages set status = 'failed', due_at = null, failure = ${tooLate}
      where status = 'queued' and valid_until <= now()`.execute(trx)
    const { rows } = await sql<{ companyId: string; channelId: string }>`
      select c.company_id as "companyId", c.id as "channelId" from channels c
      where c.active and c.problem is null and coalesce(c.paused_until < now(), true)
        and coalesce(c.sending_until < now(), true)
        and exists (select from messages m where m.company_id = c.company_id and m.channel_id = c.id
          and m.status in ('queued', 'sending') and m.due_at <= now())`.execute(trx)
    return rows
  })
}
