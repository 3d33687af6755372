import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Trx } from '../../core/db.ts'
import { AppError, isRefused } from '../../core/errors.ts'
import { retried } from '../../core/retried.ts'
import type { OutgoingMessage } from '../../messaging/channels/adapter.ts'
import { adapters } from '../../messaging/channels/adapters.ts'
import { UnreachableError } from '../../messaging/channels/errors.ts'
import { paceLeft, perSecondOf, takePace } from '../../messaging/channels/pace.ts'
import { lockPortfolio, notePeople, type PortfolioUse, readPortfolio } from '../../messaging/channels/portfolio.ts'
import { type Channel, findChannel } from '../../messaging/channels/queries.ts'
import type { Sent } from '../../messaging/channels/sent.ts'
import { hasDue, noteAccepted, stop } from '../../messaging/conversations/sending.ts'
import type {} from '../../messaging/conversations/tables.ts'
import { estimateWithin, pricesOf, refusalWithin, refuseSpending } from '../../messaging/prices/costs.ts'
import type { Price } from '../../messaging/prices/rules.ts'
import { messageOf, type TemplateMessage } from '../../messaging/templates/filling.ts'
import type { TemplateRow } from '../../messaging/templates/queries.ts'
import { categoryLabels, notApprovedText, type TemplateCategory, unsendable } from '../../messaging/templates/rules.ts'
import { findSender as findCompany } from '../mailTemplates/variables.ts'
import type { Carrier, Delivery, Outcome, Outlet, Parts, Recipient, Room } from './carrier.ts'
import { campaignTexts, type Exclusion, type RecipientReason, type TemplateValueSource } from './rules.ts'
import { missingSources, valuesFor } from './templateValues.ts'

const kind = 'whatsapp' as const
const adapter = adapters[kind]

/** Messages under way at once: a provider takes some tenths of a second for each. */
const concurrent = 32

/** Fewer are not claimed at once, while there are more: each claim waits for the disk. */
const fewest = 8

/** Hours until a number is worth another look, by why it stopped: Meta pauses a template for three at first. */
const hoursUntil = { template: 3, spam: 6, blocked: 24 } as const
const spamCode = 131_048
const isOfTemplate = (code: number | null): boolean => code !== null && code >= 132_000 && code < 133_000

/** The code of another country begins with +; a Brazilian key lacks the ninth digit. */
const numberOf = sql`case when l.phone_key like '+%' then l.phone_key
  when l.phone_key ~ '^[1-9][1-9][2-9][0-9]{7}$' then '+55' || left(l.phone_key, 2)
    || case when substr(l.phone_key, 3, 1) >= '6' then '9' else '' end || substr(l.phone_key, 3)
  else nullif(btrim(l.phone), '') end`

/** The id of a person who hides their number. */
const hiddenId = sql`(select i.value from contact_identities i where i.company_id = l.company_id and i.lead_id = l.id
  and i.kind = 'bsuid' and i.given_up_at is null order by i.created_at desc, i.id limit 1)`

const mayWrite = sql`(l.phones #>> '{0,canMessage}') is distinct from 'false'`

/** A number that may not be written to counts as none. */
const address = sql<string | null>`case when l.phone_key is null then ${hiddenId} when ${mayWrite} then ${numberOf} end`

/** A campaign's content: the template by its id, as what its category was, and what fills it. */
export type MessageContent = {
  templateId: string
  category: TemplateCategory
  values: Record<string, TemplateValueSource>
}

/** WhatsApp as a carrier of campaigns: messages of approved templates, which stand in the conversations. */
export const whatsapp: Carrier = {
  kind,
  audience: {
    channel: 'whatsapp',
    contact: 'phone',
    address,
    key: sql<string | null>`case when l.phone_key is null then ${hiddenId} when ${mayWrite} then l.phone_key end`,
    fits: sql<boolean>`(l.phone_key is null or ${numberOf} ~ '^[+][1-9][0-9]{7,14}$')`,
    keyOf: stored =>
      sql<string>`case when ${stored} like '+55%' then substr(${stored}, 4, 2) || right(${stored}, 8) else ${stored} end`,
    plain: stored => (stored.startsWith('+55') ? `${stored.slice(3, 5)}${stored.slice(-8)}` : stored),
    lacking: { none: 'no_number', wrong: 'bad_number' },
    consent: sql<Exclusion | null>`case
      when l.consents -> 'whatsapp' ->> 'state' = 'withdrawn' then 'opted_out'
      when l.consents -> 'whatsapp' ->> 'state' is distinct from 'granted' then 'no_consent'
      when exists (select from conversations b
        where b.company_id = l.company_id and b.lead_id = l.id and b.blocked_at is not null) then 'blocked' end`
  },
  oncePerTemplate: true,
  // Its price follows the category of its template.
  asksAgain: true,
  templates: 'message_templates',

  async check(trx) {
    await needChannel(trx)
  },

  async perDay(trx) {
    const channel = await findChannel(trx, kind)
    return channel ? readPortfolio(trx, channel) : { limit: null }
  },

  async freeze(trx, { templateId, values, before }) {
    if (templateId === null) throw new AppError('conflict', campaignTexts.messageTemplate)
    const row = await needTemplate(trx, templateId)
    const channel = await findChannel(trx, kind)
    if (channel) await refuseSpending(trx, channel.company_id, (await pricesOf(trx, channel.company_id))(row.category))
    const missing = missingSources(row, values ?? {})
    if (missing.length > 0) throw new AppError('conflict', `Falta dizer o que vai em {{${missing[0]}}}.`)
    const content: MessageContent = { templateId, category: row.category, values: values ?? {} }
    const was = (before as MessageContent | null | undefined)?.category
    if (was && was !== row.category)
      throw new AppError(
        'conflict',
        `A categoria do modelo mudou de ${categoryLabels[was].toLowerCase()} para ` +
          `${categoryLabels[row.category].toLowerCase()}, e com ela o preço. Confira e envie de novo.`
      )
    return content
  },

  async open(parts, companyId): Promise<Outlet> {
    const { channel, company, zone } = await parts.db.company(companyId, async trx => ({
      channel: await needChannel(trx),
      company: await findCompany(trx, companyId),
      zone: (await trx.selectFrom('companies').select('time_zone').executeTakeFirst())?.time_zone
    }))
    return {
      pace: { perSecond: null, perHour: null, perDay: null, concurrent },
      load: async ({ id, content, author }) => {
        const { templateId, values } = content as MessageContent
        const { row, price } = await parts.db.company(companyId, async trx => {
          const row = await needTemplate(trx, templateId)
          return { row, price: (await pricesOf(trx, companyId))(row.category) }
        })
        if (missingSources(row, values).length > 0) throw new AppError('conflict', campaignTexts.templateChanged)
        return new Messages(parts, channel, { campaignId: id, row, price, author, zone }, ({ person }) =>
          valuesFor(values, person, company)
        )
      },
      takeBack,
      close: () => {}
    }
  }
}

async function needChannel(trx: Trx): Promise<Channel> {
  const channel = await findChannel(trx, kind)
  if (!channel?.active) throw new AppError('conflict', campaignTexts.noChannel)
  if (channel.problem !== null) throw new AppError('conflict', campaignTexts.troubled)
  return channel
}

/** Throws 409 for a template that is gone, or cannot be sent now. */
export async function needTemplate(trx: Trx, id: string): Promise<TemplateRow> {
  const row = await trx.selectFrom('message_templates').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('conflict', campaignTexts.templateGone)
  if (row.status !== 'approved')
    throw new AppError('conflict', notApprovedText(row.status), { code: `MODELO_${row.status.toUpperCase()}` })
  const problem = unsendable(row)
  if (problem) throw new AppError('conflict', problem)
  return row
}

/** People's own messages go first, then automatic ones; the portfolio's limit counts all of them. */
async function roomOf(trx: Trx, channel: Channel): Promise<Room> {
  if (await hasDue(trx, channel)) return { room: 0, wait: 0.05 }
  const left = await paceLeft(trx, channel)
  const enough = Math.min(fewest, Math.ceil(perSecondOf(channel) / 8))
  if (left < enough) return { room: 0, wait: (enough - left) / perSecondOf(channel) }
  await lockPortfolio(trx, channel)
  return portfolioRoom(await readPortfolio(trx, channel), left, Date.now())
}

/** The room that a portfolio's limit leaves of what the pace does. */
export function portfolioRoom({ limit, used, freeAt }: PortfolioUse, left: number, now: number): Room {
  if (limit === null) return { room: left, wait: 0 }
  if (used < limit) return { room: Math.min(left, limit - used), wait: 0 }
  const until = freeAt === null ? 60 : (Date.parse(freeAt) - now) / 1000
  return { room: 0, wait: Math.max(1, until), rests: 'limit' }
}

/** The address by which the provider knows a recipient; undefined where it is none of its. */
export const contactOf = (stored: string) =>
  stored.startsWith('+') ? adapter.addressOf?.(stored) : { contact: stored, kind: 'bsuid', also: [] as string[] }

/** Messages that stand as under way, of recipients to whom nothing was handed over. */
async function takeBack(trx: Trx, recipientIds: readonly string[]): Promise<void> {
  if (recipientIds.length === 0) return
  await sql`
    delete from messages m using campaign_recipients r where r.id = any (${[...recipientIds]}::text[])
      and m.company_id = r.company_id and m.id = r.message_id and m.status = 'sending'`.execute(trx)
}

type Placed = {
  recipient_id: string
  conversation_id: string
  lead_id: string
  contact: string
  contact_kind: string
  is_open: boolean
}

type Prepared =
  | { message: TemplateMessage; messageId: string; placed: Placed; turn: number }
  | { refused: RecipientReason }

type About = {
  campaignId: string
  row: TemplateRow
  price: Price | null
  author: string | null
  zone: string | undefined
}

/** The messages of one campaign. */
class Messages implements Delivery {
  readonly #parts: Parts
  readonly #channel: Channel
  readonly #about: About
  readonly #valuesOf: (recipient: Recipient) => Record<string, string>
  readonly #prepared = new Map<string, Prepared>()

  constructor(
    parts: Parts,
    channel: Channel,
    about: About,
    valuesOf: (recipient: Recipient) => Record<string, string>
  ) {
    this.#parts = parts
    this.#channel = channel
    this.#about = about
    this.#valuesOf = valuesOf
  }

  async room(trx: Trx): Promise<Room> {
    const found = await roomOf(trx, this.#channel)
    if (found.room <= 0) return found
    const micros = this.#about.price?.micros ?? 0
    const { company_id: companyId } = this.#channel
    if (!(await refusalWithin(trx, companyId, micros * found.room))) return found
    // Near the company's limit of the month messages go one by one.
    const refusal = await refusalWithin(trx, companyId, micros)
    return refusal ? { room: 0, wait: 0, stops: refusal.text } : { ...found, room: 1 }
  }

  /** Has the messages stand in the conversations, and takes the number's pace and the portfolio's room for them. */
  async begin(trx: Trx, recipients: readonly Recipient[]): Promise<void> {
    const { company_id: companyId, id } = this.#channel
    const { campaignId, author } = this.#about
    const since = await consentedAt(trx, companyId, recipients)
    const messages = new Map<string, TemplateMessage>()
    const items = recipients.flatMap(recipient => {
      const to = contactOf(recipient.address)
      const message = to && this.#fill(recipient, since.get(recipient.leadId ?? ''))
      if (!message) {
        this.#prepared.set(recipient.id, { refused: to ? 'bad_value' : 'bad_number' })
        return []
      }
      messages.set(recipient.id, message)
      return [
        {
          ...to,
          recipientId: recipient.id,
          messageId: randomBytes(12).toString('hex'),
          leadId: recipient.leadId,
          text: message.text,
          data: { ...message.data, campaignId, recipientId: recipient.id },
          author
        }
      ]
    })
    if (items.length === 0) return
    const { rows } = await sql<Placed>`
      select * from add_campaign_messages(${companyId}, ${id}, ${kind}, ${JSON.stringify(items)}::jsonb)`.execute(trx)
    await notePeople(
      trx,
      this.#channel,
      rows.filter(({ is_open }) => !is_open).map(({ contact }) => contact)
    )
    const wait = await takePace(trx, this.#channel, rows.length)
    const now = performance.now()
    for (const [n, placed] of rows.entries()) {
      const turn = now + 1000 * (wait + n / perSecondOf(this.#channel))
      const message = messages.get(placed.recipient_id)
      const messageId = items.find(item => item.recipientId === placed.recipient_id)?.messageId
      if (message && messageId) this.#prepared.set(placed.recipient_id, { message, messageId, placed, turn })
    }
  }

  #fill(recipient: Recipient, at: string | undefined): TemplateMessage | undefined {
    const day =
      at && new Intl.DateTimeFormat('pt-BR', { timeZone: this.#about.zone, dateStyle: 'short' }).format(new Date(at))
    const basis = {
      kind: 'consent' as const,
      at: at ?? new Date().toISOString(),
      text: day ? `autorizou em ${day}` : 'autorizou'
    }
    try {
      return messageOf(this.#about.row, this.#valuesOf(recipient), { basis, price: this.#about.price })
    } catch (error) {
      if (!isRefused(error)) throw error
      return undefined
    }
  }

  async send(recipient: Recipient): Promise<Outcome> {
    const prepared = this.#prepared.get(recipient.id)
    this.#prepared.delete(recipient.id)
    if (!prepared) return { state: 'again', answer: null }
    if ('refused' in prepared) return { state: 'rejected', reason: prepared.refused, answer: null }
    const { message, messageId, placed, turn } = prepared
    await sleep(Math.max(0, turn - performance.now()))
    const { config, db } = this.#parts
    const outgoing: OutgoingMessage = {
      id: messageId,
      kind: 'template',
      text: message.text,
      data: message.data,
      replyTo: null,
      contact: placed.contact,
      contactKind: placed.contact_kind,
      window: placed.is_open ? 'open' : 'closed',
      fileUrl: ''
    }
    const sent = await adapter.send({ config, channel: this.#channel }, outgoing)
    const scope = { id: this.#channel.company_id, held: true, deleted: true }
    return retried(() => db.company(scope, trx => this.#note(trx, sent, { recipient, message, messageId, placed })))
  }

  /** Stores what came of a message; what a refusal means for its recipient is said in messages.sql. */
  async #note(
    trx: Trx,
    sent: Sent,
    {
      recipient,
      message,
      messageId,
      placed
    }: { recipient: Recipient; message: TemplateMessage; messageId: string; placed: Placed }
  ): Promise<Outcome> {
    const channel = this.#channel
    const underWay = trx.updateTable('messages').where('id', '=', messageId).where('status', '=', 'sending')
    if ('accepted' in sent) {
      const conversation = {
        leadId: placed.lead_id,
        conversationId: placed.conversation_id,
        contact: placed.contact
      }
      await noteAccepted(trx, channel, { id: messageId, ...conversation }, sent.accepted)
      // A conversation in which people have written stands in the list by their last message.
      await sql`
        update conversations set last_text = left(${message.text}, 200), last_kind = 'template', last_direction = 'out',
          last_message_at = now()
        where company_id = ${channel.company_id} and id = ${placed.conversation_id} and last_inbound_at is null`.execute(
        trx
      )
      return { state: 'accepted', held: sent.accepted.held ?? false, answer: null }
    }
    if ('unknown' in sent) {
      await underWay.set({ status: 'unknown', sending_since: null }).execute()
      return { state: 'unknown', reason: 'no_answer', answer: sent.unknown.text }
    }
    if ('again' in sent) {
      if (sent.error instanceof UnreachableError) return { state: 'unreachable', answer: sent.error.text }
      if (sent.again !== 'pace') return { state: 'later', answer: sent.error.text }
      await trx
        .updateTable('channels')
        .set({ paused_until: sql<string>`now() + interval '2 seconds'` })
        .where('id', '=', channel.id)
        .execute()
      return { state: 'again', answer: sent.error.text }
    }
    const { code, text, problem } = sent.failed
    await underWay
      .set({ status: 'failed', failure_code: code, failure: text, sending_since: null, due_at: null })
      .execute()
    if (problem) await stop(trx, channel, problem, text)
    const ended = await trx
      .selectFrom('campaign_recipients')
      .select(['state', 'reason'])
      .where('id', '=', recipient.id)
      .executeTakeFirst()
    if (ended?.state === 'deferred' && ended.reason !== null)
      return { state: 'later', reason: ended.reason, answer: text }
    if (ended?.state !== 'deferred') return { state: 'rejected', reason: ended?.reason ?? 'refused', answer: text }
    return { state: 'stopped', answer: null, ...stopOf(code, text) }
  }
}

/** The campaigns that a refusal stops: those of the template, or all of the number; and for how many hours. */
export function stopOf(code: number | null, text: string): { problem: string; only: boolean; hours: number } {
  const only = isOfTemplate(code)
  const hours = only ? hoursUntil.template : code === spamCode ? hoursUntil.spam : hoursUntil.blocked
  return { problem: `A campanha parou. ${text}`, only, hours }
}

/** When these people agreed, by their leads. */
async function consentedAt(
  trx: Trx,
  companyId: string,
  recipients: readonly Recipient[]
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; at: string | null }>`
    select id, consents -> 'whatsapp' ->> 'at' as at from leads
    where company_id = ${companyId} and id = any (${recipients.map(({ leadId }) => leadId)}::text[])`.execute(trx)
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])))
}

/** The sentence for a refusal by its code, with what to do next. */
export const refusalText = (code: number): string => adapter.refusal(code).text

/** The category of a template, for what it costs; null where there is none. */
async function categoryOf(trx: Trx, templateId: string): Promise<TemplateCategory | null> {
  const row = await trx
    .selectFrom('message_templates')
    .select('category')
    .where('id', '=', templateId)
    .executeTakeFirst()
  return row?.category ?? null
}

/** The cost of a template's messages to so many people; null where no price is known. `abroad`: their addresses. */
export async function costOf(
  trx: Trx,
  companyId: string,
  templateId: string,
  { home, abroad }: { home: number; abroad: readonly string[] }
): Promise<Price | null> {
  const category = await categoryOf(trx, templateId)
  if (category === null) return null
  const one = await estimateWithin(trx, companyId, category, [homeNumber])
  const others = await estimateWithin(trx, companyId, category, abroad)
  if (!one || !others) return null
  return { currency: one.currency, micros: one.micros * home + others.micros }
}

/** Any number of Brazil: all have one price. */
const homeNumber = '+5511987654321'
