import { checkContent, lineOf } from './content.ts'
import { GraphRefusal, webhookError } from './errors.ts'
import type { Happening } from './outbox.ts'
import { type GraphRequest, unfold } from './requests.ts'
import { checkTemplateUse, quickReplies, renderTemplate } from './templates.ts'
import {
  day,
  defined,
  digitsOf,
  type Fields,
  fieldsOf,
  type Line,
  newWamid,
  type Person,
  type PhoneNumber,
  type Sent,
  type Status,
  textOf,
  type World
} from './world.ts'

const rank: Record<Sent['status'], number> = { accepted: 0, sent: 1, delivered: 2, read: 3, played: 4, failed: 5 }

/** Answers POST /{phone number}/messages. */
export function sendWhatsapp(world: World, number: PhoneNumber, request: GraphRequest): object {
  const type = textOf(request.body.type) ?? 'text'
  const body = unfold(request.body, [type, 'context', 'typing_indicator'])
  if (body.messaging_product !== 'whatsapp')
    throw new GraphRefusal(100, "The parameter messaging_product is required and must be 'whatsapp'.")
  if (number.blocked) throw new GraphRefusal(number.blocked, 'The business account may not send.')
  if (!number.registered) throw new GraphRefusal(133010, 'The phone number is not registered.')
  if (body.status === 'read') return markRead(world, number, body)

  const address = readAddress(number, body)
  const person = findPerson(world, number, address)
  checkContent(world, type, body, person?.thread ?? [])
  const template = type === 'template' ? checkTemplateUse(world, number.waba, fieldsOf(body.template)) : undefined
  checkPace(world, number, person)
  const failure = failureOf(world, person, template?.category)
  const held = template !== undefined && world.settings.holds
  if (failure && (world.settings.refuses === 'atOnce' || failure.code === 131050))
    throw new GraphRefusal(failure.code, failure.details)

  const id = newWamid()
  const category = template?.category.toLowerCase() ?? 'service'
  const sent: Sent = {
    id,
    channel: 'whatsapp',
    account: number.id,
    to: address.text,
    by: address.by,
    person,
    type,
    text: template ? renderTemplate(template, fieldsOf(body.template)) : lineOf(type, body).text,
    body,
    callbackData: textOf(body.biz_opaque_callback_data),
    at: world.now(),
    token: request.token,
    status: 'accepted',
    category,
    isFree: isFree(world, number, person, category)
  }
  world.sent.push(sent)
  if (person) show(person, sent, template && quickReplies(template, fieldsOf(body.template)))
  world.onSent(sent)
  if (failure) world.later(10, () => statuses(world, id, ['failed'], failure))
  else if (world.settings.autoStatuses && !held) {
    world.later(10, () => rank[sent.status] < rank.sent && statuses(world, id, ['sent']))
    world.later(40, () => rank[sent.status] < rank.delivered && statuses(world, id, ['delivered']))
  }
  const contact =
    address.by === 'phone'
      ? { input: address.text, wa_id: person?.waId ?? digitsOf(address.text) }
      : { input: address.text, user_id: address.text }
  return {
    messaging_product: 'whatsapp',
    contacts: [contact],
    messages: [{ id, ...(template && { message_status: held ? 'held_for_quality_assessment' : 'accepted' }) }]
  }
}

type Address = { text: string; by: 'phone' | 'userId' }

/** The phone wins where both are given. */
function readAddress(number: PhoneNumber, body: Fields): Address {
  const to = textOf(body.to) ?? ''
  const recipient = textOf(body.recipient) ?? ''
  if (!to && !recipient) throw new GraphRefusal(131008, 'The parameter to or recipient is required.')
  if (!to) {
    if (!/^[A-Z]{2}\.[A-Za-z0-9.]{1,128}$/.test(recipient))
      throw new GraphRefusal(131009, 'The parameter recipient is no business-scoped user id.')
    return { text: recipient, by: 'userId' }
  }
  const digits = digitsOf(to)
  if (!/^\+?[\d\s().-]+$/.test(to) || digits.length < 7 || digits.length > 15)
    throw new GraphRefusal(131009, 'The parameter to is no phone number.')
  if (digits === number.phone) throw new GraphRefusal(131021, 'A number cannot write to itself.')
  return { text: to, by: 'phone' }
}

function isFree(world: World, { id }: PhoneNumber, person: Person | undefined, category: string): boolean {
  const { freeService, utilityInWindow } = world.settings
  if (category === 'utility') return utilityInWindow === 'free' && person !== undefined && isOpen(world, person)
  if (category !== 'service') return false
  const month = new Date(world.now()).toISOString().slice(0, 7)
  const before = world.sent.filter(
    each => each.account === id && each.category === 'service' && new Date(each.at).toISOString().slice(0, 7) === month
  )
  return before.length < freeService
}

const findPerson = ({ people }: World, number: PhoneNumber, { text, by }: Address): Person | undefined =>
  people.find(
    ({ channel, account, phone, waId, userId }) =>
      channel === 'whatsapp' &&
      account === number.id &&
      (by === 'userId' ? userId === text : [phone, waId].includes(digitsOf(text)))
  )

function failureOf(world: World, person: Person | undefined, category: string | undefined) {
  if (!person && world.settings.everybody)
    return category ? undefined : { code: 131047, details: 'The recipient has never written.' }
  if (!person?.reachable) return { code: 131026, details: 'The recipient is not on WhatsApp or cannot be reached.' }
  if (category && person.refused)
    return { code: person.refused, details: 'The template is not delivered to this person.' }
  if (category === 'MARKETING' && person.stopped)
    return { code: 131050, details: 'The recipient does not want marketing messages of this business.' }
  if (!category && !isOpen(world, person))
    return { code: 131047, details: 'More than 24 hours have passed since the recipient last wrote.' }
  return undefined
}

export const isOpen = (world: World, { lastWrote }: Person, length = day): boolean =>
  lastWrote !== undefined && world.now() - lastWrote < length

function checkPace(world: World, number: PhoneNumber, person: Person | undefined): void {
  const { pairLimit, throughput } = world.settings
  const now = world.now()
  if (countRecent(world, number, now) >= throughput)
    throw new GraphRefusal(130429, 'The number has reached its throughput.')
  if (!person || person.thread.length < pairLimit.burst) return
  // A bucket that holds the burst and gains a message in so many seconds.
  let [free, since] = [pairLimit.burst, 0]
  for (const { at } of world.sent.filter(sent => sent.person === person)) {
    free = Math.min(pairLimit.burst, free + (at - since) / 1000 / pairLimit.seconds) - 1
    since = at
  }
  free = Math.min(pairLimit.burst, free + (now - since) / 1000 / pairLimit.seconds)
  if (free < 1) throw new GraphRefusal(131056, 'Too many messages to the same recipient in a short time.')
}

/** Messages of a number within the last second, which are the last ones. */
function countRecent({ sent }: World, number: PhoneNumber, now: number): number {
  let count = 0
  for (let n = sent.length - 1; n >= 0; n--) {
    const { account, at } = sent[n] as Sent
    if (now - at >= 1000) break
    if (account === number.id) count++
  }
  return count
}

function markRead(world: World, number: PhoneNumber, body: Fields): object {
  const messageId = textOf(body.message_id)
  if (!messageId) throw new GraphRefusal(131008, 'The parameter message_id is required.')
  const person = world.people.find(
    ({ account, thread }) => account === number.id && thread.some(line => line.id === messageId)
  )
  if (!person) throw new GraphRefusal(131009, `The message ${messageId} does not exist.`)
  const typing = body.typing_indicator !== undefined
  const now = world.now()
  world.reads.push({ messageId, typing, at: now })
  if (typing) person.businessTypingUntil = now + 25_000
  // Everything before it counts as read, too.
  const last = person.thread.findIndex(line => line.id === messageId)
  for (const line of person.thread.slice(0, last + 1)) if (line.from === 'customer') line.seen = true
  return { success: true }
}

function show(person: Person, { id, type, text, body, at }: Sent, choices?: Line['choices']): void {
  person.businessTypingUntil = 0
  const reaction = fieldsOf(body.reaction)
  const target = type === 'reaction' && person.thread.find(line => line.id === reaction.message_id)
  if (target) {
    target.reactions = { ...target.reactions, business: String(reaction.emoji) }
    return
  }
  const replyTo = textOf(fieldsOf(body.context).message_id)
  person.thread.push({
    ...lineOf(type, body),
    id,
    from: 'business',
    at,
    text,
    status: 'sent',
    ...(choices && choices.length > 0 && { choices }),
    ...(replyTo && { replyTo })
  })
}

/** Reports these states of a message to the business, in this order; also such as could not follow each other. */
export function statuses(
  world: World,
  id: string,
  names: Status[],
  failure: { code: number; details?: string } = { code: 131026 }
): Happening[] {
  const sent = world.sent.findLast(each => each.id === id)
  const number = sent && world.numbers.get(sent.account)
  if (!sent || !number) throw new Error(`No message ${id} was sent`)
  return names.map(name => {
    const delivered = rank[sent.status] >= rank.delivered
    if (rank[name] > rank[sent.status]) sent.status = name
    const line = sent.person?.thread.findLast(each => each.id === id)
    if (line) line.status = sent.status as Status
    return world.outbox.add(statusHappening(world, number, sent, { name, failure, delivered }))
  })
}

function statusHappening(
  world: World,
  number: PhoneNumber,
  { id, by, to, person, callbackData, category, isFree: free }: Sent,
  { name, failure, delivered }: { name: Status; failure: { code: number; details?: string }; delivered: boolean }
): Happening {
  const failed = name === 'failed'
  const waId = by === 'phone' ? (person?.waId ?? digitsOf(to)) : undefined
  // The price comes with `sent` and with the first of the two that follow.
  const priced = name === 'sent' || name === 'delivered' || (name === 'read' && !delivered)
  const status = defined({
    id,
    status: name,
    timestamp: String(Math.floor(world.now() / 1000)),
    recipient_id: waId,
    recipient_user_id: failed && by === 'phone' ? undefined : person?.userId,
    biz_opaque_callback_data: callbackData,
    pricing: priced
      ? { billable: !free, pricing_model: 'PMP', type: free ? 'free_customer_service' : 'regular', category }
      : undefined,
    errors: failed ? [webhookError(failure.code, failure.details)] : undefined
  })
  const profile = { name: person?.name, username: name === 'sent' ? undefined : person?.username }
  const contacts = failed || !person ? {} : { contacts: [defined({ profile, wa_id: waId, user_id: person.userId })] }
  return numberHappening(world, number, 'messages', { ...contacts, statuses: [status] }, id)
}

export const numberHappening = (
  world: World,
  { id: phone_number_id, phone, waba }: PhoneNumber,
  field: string,
  value: Fields,
  id: string
): Happening => ({
  id,
  channel: 'whatsapp',
  entry: waba,
  field,
  at: world.now(),
  value: { messaging_product: 'whatsapp', metadata: { display_phone_number: phone, phone_number_id }, ...value }
})
