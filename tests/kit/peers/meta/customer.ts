import { createHash } from 'node:crypto'
import { titleOf } from './errors.ts'
import type { Happening } from './outbox.ts'
import type { Customer, Extras, FileOptions } from './players.ts'
import { type Sample, samples } from './samples.ts'
import { numberHappening, statuses } from './sending.ts'
import {
  defined,
  type Fields,
  type Line,
  newUserId,
  newWamid,
  type Person,
  type PhoneNumber,
  storeFile,
  type World
} from './world.ts'

/** Plays a customer of a number. */
export function playCustomer(world: World, number: PhoneNumber, person: Person): Customer {
  const { outbox } = world
  const deliver = (field: string, value: Fields, id: string): Happening =>
    outbox.add(numberHappening(world, number, field, value, id))
  const from = (): Fields => defined({ from: person.phone && person.waId, from_user_id: person.userId })
  const contacts = (): Fields[] => [
    defined({
      profile: defined({ name: person.name, username: person.username }),
      wa_id: person.phone && person.waId,
      user_id: person.userId,
      country_code: 'BR'
    })
  ]

  function raw(type: string, content: unknown, extras: Extras = {}, line?: Partial<Line>): Happening {
    const { id = newWamid(), at = world.now(), replyTo, forwarded, referral, group } = extras
    person.lastWrote = Math.max(person.lastWrote ?? 0, at)
    person.typing = false
    if (line)
      person.thread.push({ id, from: 'customer', at, kind: type, text: '', ...(replyTo && { replyTo }), ...line })
    const quoted =
      replyTo && (person.thread.find(each => each.id === replyTo)?.from === 'customer' ? person.waId : number.phone)
    const context = replyTo ? { from: quoted, id: replyTo } : forwarded && { forwarded }
    const timestamp = String(Math.floor(at / 1000))
    const message = defined({
      ...from(),
      id,
      timestamp,
      context: context || undefined,
      referral,
      group_id: group,
      type,
      [type]: content
    })
    return deliver('messages', { contacts: contacts(), messages: [message] }, id)
  }

  function file(kind: Sample, type: string, options: FileOptions = {}, extras: Extras = {}): Happening {
    const sample = samples[kind]()
    const bytes = options.bytes ?? sample.bytes
    const stored = storeFile(world, bytes, options.type ?? sample.type, options.name)
    const content = defined({
      caption: options.caption,
      filename: type === 'document' ? (options.name ?? 'documento.pdf') : undefined,
      mime_type: stored.type,
      sha256: createHash('sha256').update(bytes).digest('base64'),
      id: stored.id,
      url: `${world.url}/whatsapp_business/attachments/?mid=${stored.id}&ext=${world.now() + 300_000}`,
      voice: type === 'audio' ? kind === 'voice' : undefined,
      animated: type === 'sticker' ? false : undefined
    })
    return raw(type, content, extras, { text: options.caption ?? options.name ?? '', file: stored.id })
  }

  const lineOf = (id: string): Line => {
    const line = person.thread.find(each => each.id === id)
    if (!line) throw new Error(`${person.name} has no message ${id}`)
    return line
  }
  const choice = (messageId: string, id: string) => {
    const found = lineOf(messageId).choices?.find(each => each.id === id)
    if (!found) throw new Error(`The message has no button or row ${id}`)
    return found
  }

  return {
    person,
    raw: (type, content, extras) => raw(type, content, extras, { text: '' }),
    text: (body, extras) => raw('text', { body }, extras, { text: body }),
    image: (options, extras) => file('image', 'image', options, extras),
    audio: (options, extras) => file(options?.bytes ? 'audio' : 'voice', 'audio', options, extras),
    video: (options, extras) => file('video', 'video', options, extras),
    document: (options, extras) => file('document', 'document', options, extras),
    sticker: (options, extras) => file('sticker', 'sticker', options, extras),
    location: (
      place = { latitude: -23.5614, longitude: -46.6559, name: 'MASP', address: 'Av. Paulista, 1578' },
      extras
    ) => raw('location', place, extras, { text: String(place.name ?? '') }),
    contact: (name, phone, extras) =>
      raw(
        'contacts',
        [
          {
            name: { formatted_name: name, first_name: name.split(' ')[0] },
            phones: [{ phone, wa_id: phone.replace(/\D/g, ''), type: 'CELL' }]
          }
        ],
        extras,
        { text: name }
      ),
    reaction(messageId, emoji) {
      lineOf(messageId).reactions = { ...lineOf(messageId).reactions, customer: emoji ?? '' }
      return raw('reaction', defined({ message_id: messageId, emoji }))
    },
    reply: (messageId, body) => raw('text', { body }, { replyTo: messageId }, { text: body }),
    buttonReply(messageId, buttonId) {
      const { id, title } = choice(messageId, buttonId)
      if (lineOf(messageId).kind === 'template')
        return raw('button', { payload: id, text: title }, { replyTo: messageId }, { text: title })
      const content = { type: 'button_reply', button_reply: { id, title } }
      return raw('interactive', content, { replyTo: messageId }, { text: title })
    },
    listReply(messageId, rowId) {
      const { id, title, description } = choice(messageId, rowId)
      const content = { type: 'list_reply', list_reply: defined({ id, title, description }) }
      return raw('interactive', content, { replyTo: messageId }, { text: title })
    },
    flowReply(messageId, answer) {
      const nfm_reply = { name: 'flow', body: 'Sent', response_json: JSON.stringify(answer) }
      return raw('interactive', { type: 'nfm_reply', nfm_reply }, { replyTo: messageId }, { kind: 'form', text: '' })
    },
    order: (product_items, text) =>
      raw('order', defined({ catalog_id: '194836987003835', product_items, text }), {}, { text: text ?? '' }),
    edit(messageId, body) {
      Object.assign(lineOf(messageId), { text: body, edited: true })
      const message = { type: 'text', text: { body } }
      return raw('edit', { original_message_id: messageId, message })
    },
    delete(messageId) {
      Object.assign(lineOf(messageId), { text: '', deleted: true })
      return raw('revoke', { original_message_id: messageId })
    },
    read(messageId) {
      if (!person.receipts) return []
      const unread = person.thread.filter(
        ({ id, from: writer, status }) =>
          writer === 'business' &&
          (messageId ? id === messageId : status === 'sent' || status === 'delivered') &&
          world.sent.some(each => each.id === id)
      )
      return unread.flatMap(({ id }) => statuses(world, id, ['read']))
    },
    play: messageId => (person.receipts ? statuses(world, messageId, ['played']) : []),
    unsupported(kind = 'poll_creation') {
      const { errors, unsupported } = {
        unsupported: { type: kind },
        errors: [
          {
            code: 131051,
            title: titleOf(131051),
            message: titleOf(131051),
            error_data: { details: 'Message type is currently not supported.' }
          }
        ]
      }
      const id = newWamid()
      const at = world.now()
      person.lastWrote = at
      person.thread.push({ id, from: 'customer', at, kind: 'unsupported', text: '' })
      const message = {
        ...from(),
        id,
        timestamp: String(Math.floor(at / 1000)),
        type: 'unsupported',
        unsupported,
        errors
      }
      return deliver('messages', { contacts: contacts(), messages: [message] }, id)
    },
    changeNumber(phone) {
      const before = person.waId
      Object.assign(person, { phone, waId: phone })
      const id = newWamid()
      const previous_user_id = person.userId
      person.userId = newUserId()
      const system = {
        body: `${person.name} mudou de ${before} para ${phone}`,
        wa_id: phone,
        user_id: person.userId,
        previous_user_id,
        type: 'user_changed_number'
      }
      const timestamp = String(Math.floor(world.now() / 1000))
      const message = defined({ from: before, from_user_id: previous_user_id, id, timestamp, type: 'system', system })
      return deliver('messages', { messages: [message] }, id)
    },
    marketing(value) {
      person.stopped = value === 'stop'
      const timestamp = Math.floor(world.now() / 1000)
      const detail =
        value === 'stop' ? 'User requested to stop marketing messages' : 'User requested to resume marketing messages'
      const preference = {
        wa_id: person.waId,
        user_id: person.userId,
        detail,
        category: 'marketing_messages',
        value,
        timestamp
      }
      return deliver('user_preferences', { contacts: contacts(), user_preferences: [defined(preference)] }, newWamid())
    },
    fromBusiness(body) {
      const id = newWamid()
      const at = world.now()
      person.thread.push({ id, from: 'business', at, kind: 'text', text: body, status: 'sent' })
      const timestamp = String(Math.floor(at / 1000))
      const echo = defined({
        from: number.phone,
        to: person.waId,
        to_user_id: person.userId,
        id,
        timestamp,
        type: 'text',
        text: { body }
      })
      return deliver('smb_message_echoes', { message_echoes: [echo] }, id)
    }
  }
}
