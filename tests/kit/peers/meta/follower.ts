import { echo } from './instagram.ts'
import { cdnUrl } from './media.ts'
import type { Happening } from './outbox.ts'
import type { FileOptions, Follower, FollowerExtras } from './players.ts'
import { type Sample, samples } from './samples.ts'
import { defined, type Fields, type Line, newId, newMid, type Person, storeFile, type World } from './world.ts'

/** Plays a customer of an account. */
export function playFollower(world: World, person: Person): Follower {
  const { account, igsid } = person

  const deliver = (id: string, event: Fields, at = world.now(), field = 'messaging'): Happening => {
    const value = { sender: { id: igsid }, recipient: { id: account }, timestamp: at, ...event }
    return world.outbox.add({ id, channel: 'instagram', entry: account, field, at: world.now(), value })
  }

  function say(message: Fields, line: Partial<Line>, extras: FollowerExtras = {}, field?: string): Happening {
    const { id = newMid(), at = world.now(), replyTo, referral } = extras
    person.lastWrote = Math.max(person.lastWrote ?? 0, at)
    person.typing = false
    person.thread.push({ id, from: 'customer', at, kind: 'text', text: '', ...(replyTo && { replyTo }), ...line })
    const reply_to = replyTo ? { mid: replyTo } : undefined
    return deliver(id, { message: defined({ mid: id, reply_to, referral, ...message }) }, at, field)
  }

  function file(kind: Sample, type: string, options: FileOptions = {}, extras?: FollowerExtras): Happening {
    const sample = samples[kind]()
    const stored = storeFile(world, options.bytes ?? sample.bytes, options.type ?? sample.type, options.name)
    const attachments = [{ type, payload: { url: cdnUrl(world, stored) } }]
    return say(
      { attachments, ...(options.caption && { text: options.caption }) },
      { kind, text: options.caption ?? '', file: stored.id },
      extras
    )
  }

  const lineOf = (id: string): Line => {
    const line = person.thread.find(each => each.id === id)
    if (!line) throw new Error(`${person.name} has no message ${id}`)
    return line
  }

  const follower: Follower = {
    person,
    raw: (event, at) => deliver(newMid(), event, at),
    text: (body, extras) => say({ text: body }, { text: body }, extras),
    image: (options, extras) => file('image', 'image', options, extras),
    audio: (options, extras) => file('audio', 'audio', options, extras),
    video: (options, extras) => file('video', 'video', options, extras),
    document: (options, extras) => file('document', 'file', options, extras),
    sticker: () => say({ attachments: [{ type: 'like_heart', payload: {} }] }, { kind: 'sticker', text: '❤️' }),
    location: ({ latitude, longitude } = { latitude: -23.5614, longitude: -46.6559 }) =>
      follower.text(`https://maps.google.com/?q=${latitude},${longitude}`),
    contact: (name, phone) => follower.text(`${name} ${phone}`),
    reaction(messageId, reaction, emoji = '❤️') {
      const line = lineOf(messageId)
      line.reactions = { ...line.reactions, customer: reaction ? emoji : '' }
      const event = reaction
        ? { mid: messageId, action: 'react', reaction, emoji }
        : { mid: messageId, action: 'unreact' }
      return deliver(messageId, { reaction: event })
    },
    reply: (messageId, body) => say({ text: body }, { text: body }, { replyTo: messageId }),
    quickReply: (title, payload) => say({ text: title, quick_reply: { payload } }, { text: title }),
    buttonReply(title, payload) {
      const mid = newMid()
      const at = world.now()
      person.lastWrote = at
      person.thread.push({ id: mid, from: 'customer', at, kind: 'button', text: title })
      return deliver(mid, { postback: { mid, title, payload } })
    },
    edit(messageId, body) {
      Object.assign(lineOf(messageId), { text: body, edited: true })
      return deliver(messageId, { message_edit: { mid: messageId, text: body, num_edit: 1 } })
    },
    delete(messageId) {
      Object.assign(lineOf(messageId), { text: '', deleted: true })
      return deliver(messageId, { message: { mid: messageId, is_deleted: true } })
    },
    storyReply(body) {
      const { bytes, type } = samples.image()
      const story = storeFile(world, bytes, type)
      const reply_to = { story: { url: cdnUrl(world, story), id: newId('1', 17) } }
      return say({ text: body, reply_to }, { kind: 'story_reply', text: body, file: story.id })
    },
    storyMention: () => file('image', 'story_mention'),
    share: (kind = 'share') => file('image', kind),
    ephemeral: () => say({ attachments: [{ type: 'ephemeral' }] }, { kind: 'ephemeral' }),
    read(messageId) {
      if (!person.receipts) return []
      const unread = person.thread.filter(
        ({ id, from, status }) => from === 'business' && (messageId ? id === messageId : status !== 'read')
      )
      const last = unread.at(-1)
      for (const line of unread) line.status = 'read'
      return last ? [deliver(last.id, { read: { mid: last.id } })] : []
    },
    unsupported: () => say({ is_unsupported: true }, { kind: 'unsupported' }),
    standby: body => say({ text: body }, { text: body }, {}, 'standby'),
    comment(body) {
      const id = newId('1', 17)
      const from = { id: igsid, username: person.username }
      const value = { id, from, media: { id: newId('1', 17), media_product_type: 'FEED' }, text: body }
      return world.outbox.add({ id, channel: 'instagram', entry: account, field: 'comments', at: world.now(), value })
    },
    fromBusiness(body) {
      const mid = newMid()
      person.thread.push({ id: mid, from: 'business', at: world.now(), kind: 'text', text: body, status: 'sent' })
      return echo(world, person, { mid, text: body })
    }
  }
  return follower
}
