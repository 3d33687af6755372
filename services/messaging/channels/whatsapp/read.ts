import { digits } from '../../../core/rules.ts'
import { phoneKey, phoneText, storeDialled } from '../../../core/telephone/rules.ts'
import type { MessageKind, MessageStatus } from '../../conversations/rules.ts'
import type { AccountReport, Contact, Entry, IdentityKind, Media, Update } from '../updates.ts'
import { type Fields, fields, identifier, list, moment, text, texts, visible, wholeNumber } from '../values.ts'
import { readAccountChange } from './account.ts'
import { groupKind } from './groups.ts'
import { readTemplateChange } from './templates.ts'

/**
 * The content of a delivery of WhatsApp: each update with the number (phone_number_id) that it is about: every entry,
 * change, message and status. Updates that are not understood are there too, with the reason. The shape is Meta's,
 * "WhatsApp Cloud API: webhooks, components".
 */
export function readWhatsapp(body: unknown): Entry[] {
  return list(fields(body)?.entry).flatMap(entry => {
    const changes = list(fields(entry)?.changes)
    return changes.length > 0
      ? changes.flatMap(change => readChange(change, fields(entry) ?? {}))
      : [{ account: null, explained: 'unreadable' as const }]
  })
}

function readChange(raw: unknown, entry: Fields): Entry[] {
  const change = fields(raw)
  const value = fields(change?.value)
  const report = value && readAccountChange(text(change?.field, 100) ?? '', value)
  if (report) return [readReport(entry, report)]
  const template = value && readTemplateChange(text(change?.field, 100) ?? '', value)
  if (template) {
    const [parent, at] = [identifier(entry.id), moment(Number(entry.time) * 1000)]
    return [
      parent && at
        ? { account: null, parent, template: { at, ...template } }
        : { account: null, explained: 'unreadable' }
    ]
  }
  const account = identifier(fields(value?.metadata)?.phone_number_id)
  if (!change || !value) return [{ account, explained: 'unreadable' }]
  if (change.field === 'history') return readHistory(account, value, entry)
  if (change.field === 'smb_app_state_sync')
    return list(value.state_sync).map(each => readName(account, fields(each), entry))
  const parts: Entry[] = [
    ...list(value.messages).map(each => entryOf(account, readMessage(fields(each), value))),
    ...list(value.message_echoes).map(each => entryOf(account, readEcho(fields(each), value))),
    ...list(value.statuses).map(each => entryOf(account, readStatus(fields(each)))),
    ...list(value.user_preferences).map(each => entryOf(account, readPreference(fields(each), value))),
    ...list(value.calls).map(each => entryOf(account, readCall(fields(each), value))),
    ...list(value.groups).flatMap(each => readGroup(account, fields(each)) ?? []),
    ...list(value.errors).map(() => ({ account, explained: 'other_kind' as const }))
  ]
  return parts.length > 0 ? parts : [{ account, explained: 'other_kind' }]
}

function readReport(entry: Fields, report: Omit<AccountReport, 'at'>): Entry {
  const [parent, at] = [identifier(entry.id), moment(Number(entry.time) * 1000)]
  return parent && at
    ? { account: null, parent, report: { at, ...report } }
    : { account: null, explained: 'unreadable' }
}

const entryOf = (account: string | null, update: Update | undefined): Entry =>
  update ? { account, update } : { account, explained: 'unreadable' }

// Maps, since what providers say is looked up in them: a plain object has 'constructor' too.
const kinds = new Map<string, MessageKind>(
  Object.entries({
    text: 'text',
    image: 'image',
    audio: 'audio',
    voice: 'audio',
    video: 'video',
    document: 'document',
    sticker: 'sticker',
    location: 'location',
    contacts: 'contacts',
    button: 'button',
    interactive: 'interactive',
    order: 'order',
    system: 'system'
  } as const)
)

function readMessage(message: Fields | undefined, value: Fields): Update | undefined {
  const externalId = identifier(message?.id)
  const at = moment(Number(message?.timestamp) * 1000)
  const writer = message && contactOf(message, value)
  const group = identifier(message?.group_id)
  const contact = group ? groupOf(group) : writer
  if (!message || !externalId || !at || !contact) return undefined
  const type = text(message.type) ?? ''
  const inner = fields(message[type]) ?? {}
  if (type === 'reaction') {
    const target = identifier(inner.message_id)
    return target
      ? { type: 'reaction', externalId: target, at, direction: 'in', emoji: text(inner.emoji) || null }
      : undefined
  }
  if (type === 'edit' || type === 'revoke') {
    const target = identifier(inner.original_message_id) ?? identifier(inner.message_id)
    if (!target) return undefined
    const change = { externalId: target, contact, at, direction: 'in' as const }
    const words = type === 'edit' ? editedWords(fields(inner.message) ?? {}) : null
    return { type: type === 'edit' ? 'edit' : 'deletion', ...change, ...(words !== null && { text: words }) }
  }
  const replyTo = identifier(fields(message.context)?.id)
  return {
    type: 'message',
    direction: 'in',
    externalId,
    contact,
    at,
    kind: kinds.get(type) ?? 'unsupported',
    text: textOf(type, inner, message),
    data: { ...dataOf(type, inner, message), ...(group && writer && { writer: writerOf(writer) }) },
    ...(replyTo && { replyTo }),
    ...(fields(message.referral) && { advertised: true })
  }
}

/** A group, which is a conversation of its own: neither of its people is written to alone. */
const groupOf = (id: string): Contact => ({ address: id, addressKind: groupKind, identities: { [groupKind]: id } })

/** The writer in a group, as the message shows them. */
const writerOf = ({ name, username, phone, address }: Contact): string =>
  name ?? (username ? `@${username}` : phone ? phoneText(phone) : address)

/** The name of a group (fields `group_lifecycle_update` and `group_settings_update`). */
function readGroup(account: string | null, group: Fields | undefined): Entry | undefined {
  const id = identifier(group?.group_id)
  const at = moment(Number(group?.timestamp) * 1000)
  const subject = visible(text(fields(group?.group_subject)?.text ?? group?.subject, 200))
  if (!id || !at || !subject) return undefined
  return { account, update: { type: 'name', contact: { ...groupOf(id), name: subject }, at } }
}

/**
 * A call, which is reported when it rings and when it ends; one that the person began opens the window, taken or not
 * (Meta, "WhatsApp Business Calling API: webhooks").
 */
function readCall(call: Fields | undefined, value: Fields): Update | undefined {
  const externalId = identifier(call?.id)
  const at = moment(Number(call?.timestamp) * 1000)
  const out = call?.direction === 'BUSINESS_INITIATED'
  const [from, userId] = out ? [call?.to, call?.to_user_id] : [call?.from, call?.from_user_id]
  const contact = call && contactOf({ from, from_user_id: userId }, value)
  if (!externalId || !at || !contact) return undefined
  const seconds = wholeNumber(Number(call.duration))
  const state = call.event !== 'terminate' ? 'ringing' : seconds ? 'taken' : 'missed'
  return {
    type: 'message',
    direction: out ? 'out' : 'in',
    externalId,
    contact,
    at,
    kind: 'call',
    text: null,
    data: { call: { state, ...(state === 'taken' && { seconds }) } }
  }
}

/** A person stops the advertising of this company, or lets it come again (field `user_preferences`). */
function readPreference(preference: Fields | undefined, value: Fields): Update | undefined {
  const at = moment(Number(preference?.timestamp) * 1000)
  const contact =
    preference && contactOf({ from: preference.wa_id, from_user_id: preference.user_id }, { contacts: value.contacts })
  if (!at || !contact || (preference.value !== 'stop' && preference.value !== 'resume')) return undefined
  return { type: 'preference', contact, at, wants: preference.value === 'resume' }
}

/** The words of an edited message of whatever kind: its text or caption. Null where it has none that are understood. */
function editedWords(message: Fields): string | null {
  const named = text(message.type) ?? ''
  const type = fields(message[named]) ? named : Object.keys(message).find(key => kinds.has(key) && fields(message[key]))
  return type === undefined ? null : textOf(type, fields(message[type]) ?? {}, message)
}

/** A message, change or reaction of the company on its telephone (coexistence with the WhatsApp Business app). */
function readEcho(message: Fields | undefined, value: Fields): Update | undefined {
  const contacts = list(value.contacts).filter(each => fields(each)?.wa_id !== message?.from)
  const read =
    message && readMessage({ ...message, from: message.to, from_user_id: message.to_user_id }, { ...value, contacts })
  if (!read || !('direction' in read)) return undefined
  return read.type === 'message'
    ? { ...read, direction: 'out', data: { ...read.data, fromApp: true } }
    : { ...read, direction: 'out' }
}

/** Meta's error where the company shares nothing of the telephone's past. */
const notShared = 2593109

/**
 * The past of a telephone that is connected beside the WhatsApp Business app: whole threads, and files of their
 * messages one by one (Meta, "Onboarding WhatsApp Business app users": field `history`).
 */
function readHistory(account: string | null, value: Fields, entry: Fields): Entry[] {
  const chunks = list(value.history).map(fields)
  const errors = [...list(value.errors), ...chunks.flatMap(chunk => list(chunk?.errors))]
  const parts: Entry[] = [
    ...chunks.flatMap(chunk => readChunk(account, chunk, value)),
    ...list(value.messages).map(each => entryOf(account, readPast(fields(each), value))),
    ...(errors.some(error => Number(fields(error)?.code) === notShared) ? [readReport(entry, pastRefused)] : [])
  ]
  return parts.length > 0 ? parts : [{ account, explained: 'other_kind' }]
}

const pastRefused = {
  topic: 'history',
  notice: {
    daily: true as const,
    title: 'As conversas antigas do WhatsApp não foram compartilhadas',
    text: 'Quem conectou o telefone não quis compartilhar as conversas. Para trazê-las, desconecte o número no aplicativo e conecte-o de novo, aceitando compartilhar.'
  }
}

function readChunk(account: string | null, chunk: Fields | undefined, value: Fields): Entry[] {
  const metadata = fields(chunk?.metadata)
  const [phase, progress] = [wholeNumber(metadata?.phase), wholeNumber(metadata?.progress)]
  return [
    ...list(chunk?.threads)
      .map(fields)
      .flatMap(thread =>
        list(thread?.messages).map(each => entryOf(account, readPast(fields(each), value, text(thread?.id, 100))))
      ),
    ...(phase !== undefined && progress !== undefined && phase < 100 && progress <= 100
      ? [entryOf(account, { type: 'progress', phase, progress })]
      : [])
  ]
}

/** A message of the past. `thread`: the other person's number, where a whole thread is read. */
function readPast(message: Fields | undefined, value: Fields, thread?: string | null): Update | undefined {
  const ours = digits(text(fields(value.metadata)?.display_phone_number) ?? '')
  const from = digits(text(message?.from) ?? '')
  const person = digits(thread ?? '') || (sameNumber(from, ours) ? digits(text(message?.to) ?? '') : from)
  const mine = from !== '' && !sameNumber(from, person)
  const read = message && readMessage({ ...message, from: person }, { contacts: value.contacts })
  if (read?.type !== 'message')
    return read?.type === 'reaction' ? { ...read, direction: mine ? 'out' : 'in' } : undefined
  const { direction: _, type: __, advertised: ___, ...rest } = read
  const status = statuses.get((text(fields(message?.history_context)?.status) ?? '').toLowerCase())
  const placeholder = message?.type === 'media_placeholder'
  return {
    ...rest,
    type: 'past',
    direction: mine ? 'out' : 'in',
    data: { ...rest.data, ...(placeholder && { placeholder }) },
    ...(mine && status && { status })
  }
}

/** An entry of the telephone's address book. */
function readName(account: string | null, sync: Fields | undefined, entry: Fields): Entry {
  const person = fields(sync?.contact)
  const number = digits(text(person?.phone_number) ?? '')
  const name = visible(text(person?.full_name, 200)) ?? visible(text(person?.first_name, 200))
  const at = moment(Number(fields(sync?.metadata)?.timestamp ?? entry.time) * 1000)
  if (sync?.type !== 'contact' || sync.action === 'remove') return { account, explained: 'other_kind' }
  if (!number || !at) return { account, explained: 'unreadable' }
  if (!name) return { account, explained: 'other_kind' }
  const contact = { address: number, addressKind: 'wa_id', identities: { wa_id: number }, name, ...phoneOf(number) }
  return { account, update: { type: 'name', contact, at } }
}

/** With and without the ninth digit. */
const sameNumber = (one: string, other: string): boolean =>
  one === other || (one !== '' && other !== '' && phoneOf(one).phoneKey === phoneOf(other).phoneKey)

/** The person of a message among the contacts of its delivery: by number, also without the ninth digit, or by id. */
function profileOf(number: string, userId: string | null, value: Fields): Fields | undefined {
  const contacts = list(value.contacts).map(fields)
  const found = contacts.find(
    each =>
      (number !== '' && sameNumber(digits(text(each?.wa_id) ?? ''), number)) ||
      (userId !== null && each?.user_id === userId)
  )
  const messages = [...list(value.messages), ...list(value.message_echoes)]
  return found ?? (contacts.length === 1 && messages.length === 1 ? contacts[0] : undefined)
}

function contactOf(message: Fields, value: Fields): Contact | undefined {
  const number = digits(text(message.from) ?? '')
  const userId = identifier(message.from_user_id)
  const contact = profileOf(number, userId, value)
  const profile = fields(contact?.profile)
  const bsuid = userId ?? identifier(contact?.user_id)
  const address = number || bsuid
  if (!address) return undefined
  const name = visible(text(profile?.name, 200))
  const username = visible(text(profile?.username, 100))
  return {
    address,
    addressKind: number ? 'wa_id' : 'bsuid',
    identities: { ...(number && { wa_id: number }), ...(bsuid && { bsuid }) },
    ...(name && { name }),
    ...(username && { username }),
    ...(number && phoneOf(number))
  }
}

/** WhatsApp writes every number with its country's code. */
export function phoneOf(number: string): { phone: string; phoneKey: string } {
  const phone = storeDialled(number)
  return { phone, phoneKey: phoneKey(phone) }
}

function textOf(type: string, inner: Fields, message: Fields): string | null {
  const chosen = fields(inner.button_reply) ?? fields(inner.list_reply)
  const first = fields(list(message.contacts)[0])
  const caption = text(inner.caption)
  if (type === 'text' || type === 'system') return text(inner.body) ?? caption
  if (type === 'button' || type === 'order') return text(inner.text) ?? caption
  if (type === 'interactive')
    return text(chosen?.title) ?? wordsOfForm(fields(inner.nfm_reply)) ?? wordsOfPermission(inner) ?? caption
  if (type === 'location') return text(inner.name) ?? text(inner.address) ?? caption
  if (type === 'contacts') return text(fields(first?.name)?.formatted_name) ?? caption
  return caption
}

function dataOf(type: string, inner: Fields, message: Fields): Record<string, unknown> & { media?: Media } {
  const context = fields(message.context)
  const id = identifier(inner.id)
  const media: Media | undefined =
    ['image', 'audio', 'voice', 'video', 'document', 'sticker'].includes(type) && id
      ? {
          id,
          ...texts({ type: inner.mime_type, name: inner.filename, hash: inner.sha256 }),
          ...((type === 'voice' || inner.voice === true) && { voice: true })
        }
      : undefined
  const place = {
    latitude: Number(inner.latitude),
    longitude: Number(inner.longitude),
    ...texts({ name: inner.name, address: inner.address })
  }
  return {
    ...(media && { media }),
    ...(type === 'location' && Number.isFinite(place.latitude) && Number.isFinite(place.longitude) && { place }),
    ...(type === 'contacts' && { cards: list(message.contacts).slice(0, 20).map(cardOf) }),
    ...(type === 'button' && texts({ payload: inner.payload })),
    ...(type === 'interactive' && texts({ payload: fields(inner.button_reply)?.id ?? fields(inner.list_reply)?.id })),
    ...(type === 'order' && { items: list(inner.product_items).length, lines: linesOf(inner) }),
    ...(type === 'interactive' && fields(inner.nfm_reply) && { answers: answersOf(fields(inner.nfm_reply) ?? {}) }),
    ...(type === 'system' && { ...texts({ change: inner.type }), ...movedTo(inner) }),
    ...(!kinds.has(type) && { ...texts({ type }), ...hiddenOf(message) }),
    ...(context?.forwarded === true && { forwarded: true }),
    ...(context?.frequently_forwarded === true && { forwarded: true, often: true }),
    ...(fields(context?.referred_product) && { product: productOf(fields(context?.referred_product) ?? {}) }),
    ...(fields(message.referral) && { referral: referralOf(fields(message.referral) ?? {}) })
  }
}

/** A person whom the customer recommends, with all their telephones. */
function cardOf(raw: unknown): { name: string | null; company: string | null; phones: string[]; emails: string[] } {
  const card = fields(raw)
  const all = (values: unknown, name: string) =>
    list(values)
      .slice(0, 20)
      .flatMap(each => text(fields(each)?.[name], 200) ?? [])
  return {
    name: text(fields(card?.name)?.formatted_name, 200),
    company: text(fields(card?.org)?.company, 200),
    phones: all(card?.phones, 'phone'),
    emails: all(card?.emails, 'email')
  }
}

/** Lines of an order that are shown. */
const maxLines = 100

/** The ordered products, as the catalogue calls them; prices are in the currency's whole unit. */
const linesOf = ({ product_items }: Fields) =>
  list(product_items)
    .slice(0, maxLines)
    .map(raw => {
      const item = fields(raw)
      const [quantity, price] = [Number(item?.quantity), Number(item?.item_price)]
      return {
        product: text(item?.product_retailer_id, 200),
        quantity: Number.isFinite(quantity) ? quantity : 1,
        ...(Number.isFinite(price) && { price }),
        ...texts({ currency: item?.currency })
      }
    })

/** Letters of the answers of a form that are read, and how many of them. */
const [longestAnswers, maxAnswers] = [20_000, 50]

/** Characters of the line that stands for a form's answers. */
const longestWords = 500

/** The answers of a form (flow), in its order; its token is for machines. */
function answersOf({ response_json }: Fields): { field: string; value: string }[] {
  const json = text(response_json)
  if (json === null || json.length > longestAnswers) return []
  try {
    return Object.entries(fields(JSON.parse(json)) ?? {})
      .filter(([field]) => field !== 'flow_token')
      .slice(0, maxAnswers)
      .flatMap(([field, value]) => {
        const said = text(typeof value === 'string' ? value : JSON.stringify(value), 2000)
        return said === null ? [] : [{ field: text(field, 100) ?? '', value: said }]
      })
  } catch {
    return []
  }
}

/** The answers in one line, by which lists show them and searches find them: the body is 'Sent' in every language. */
function wordsOfForm(reply: Fields | undefined): string | null {
  if (!reply) return null
  const words = answersOf(reply)
    .map(({ value }) => value)
    .join(', ')
  return text(words, longestWords) ?? (reply.body === 'Sent' ? null : text(reply.body))
}

/** Whether the company may call, as the person has just decided. */
function wordsOfPermission({ call_permission_reply }: Fields): string | null {
  const reply = fields(call_permission_reply)
  if (!reply) return null
  if (reply.response !== 'accept') return 'Não permitiu ligações da empresa'
  return reply.is_permanent === true ? 'Permitiu ligações da empresa' : 'Permitiu ligações da empresa por alguns dias'
}

/** The product of the catalogue that a message asks about. */
const productOf = ({ catalog_id, product_retailer_id }: Fields) =>
  texts({ catalog: catalog_id, id: product_retailer_id })

/** WhatsApp's names of messages that it does not pass on, with those of the inbox. */
const hidden = new Map([
  ['poll_creation', 'poll'],
  ['poll', 'poll'],
  ['view_once', 'viewOnce'],
  ['view_once_message', 'viewOnce'],
  ['event', 'event'],
  ['group_invite', 'invitation']
])

const hiddenOf = (message: Fields): { hidden?: string } => {
  const name = hidden.get(text(fields(message.unsupported)?.type, 100) ?? '')
  return name === undefined ? {} : { hidden: name }
}

/** The new number and id of somebody who has changed them. */
function movedTo(inner: Fields): { moved?: Partial<Record<IdentityKind, string>>; movedPhone?: object } {
  const [number, userId] = [digits(text(inner.wa_id) ?? ''), identifier(inner.user_id)]
  if (!number && !userId) return {}
  return {
    moved: { ...(number && { wa_id: number }), ...(userId && { bsuid: userId }) },
    ...(number && { movedPhone: phoneOf(number) })
  }
}

/** The advertisement from which the person came. */
const referralOf = ({ source_url, source_id, source_type, headline, body, ctwa_clid }: Fields) =>
  texts({ source_url, source_id, source_type, headline, body, ctwa_clid })

const statuses = new Map<string, MessageStatus>(
  Object.entries({
    accepted: 'accepted',
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
    played: 'played',
    failed: 'failed'
  } as const)
)

function readStatus(status: Fields | undefined): Update | undefined {
  const externalId = identifier(status?.id)
  const at = moment(Number(status?.timestamp) * 1000)
  const name = statuses.get(text(status?.status) ?? '')
  if (!status || !externalId || !at || !name) return undefined
  const error = fields(list(status.errors)[0])
  const detail = text(fields(error?.error_data)?.details ?? error?.message ?? error?.title, 500)
  const messageId = identifier(status.biz_opaque_callback_data)
  const pricing = fields(status.pricing)
  const code = wholeNumber(error?.code)
  return {
    type: 'status',
    externalId,
    at,
    status: name,
    ...(messageId && { messageId }),
    ...(code !== undefined && { code }),
    ...(detail && { detail }),
    ...(pricing && {
      pricing: {
        ...texts({ model: pricing.pricing_model, type: pricing.type, category: pricing.category }),
        billable: pricing.billable === true
      }
    })
  }
}
