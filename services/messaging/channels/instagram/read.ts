import type { Direction, MessageKind } from '../../conversations/rules.ts'
import { type Contact, type Entry, type Media, maxParts, partId, type Update } from '../updates.ts'
import { type Fields, fields, identifier, list, moment, text, texts } from '../values.ts'

/**
 * The content of a delivery of Instagram: each update with the account that it is about. Times are milliseconds here.
 * The shape is Meta's, "Instagram Platform: webhooks, messaging".
 */
export function readInstagram(body: unknown): Entry[] {
  return list(fields(body)?.entry).flatMap((raw): Entry[] => {
    const entry = fields(raw)
    const account = identifier(entry?.id)
    // Those of `standby` are of conversations that another application answers.
    const entries = [...list(entry?.messaging), ...list(entry?.standby)].flatMap((each): Entry[] => {
      const event = fields(each) ?? {}
      const update = account === null ? undefined : readMessaging(event, account)
      if (update === 'other') return [{ account, explained: 'other_kind' }]
      if (!update) return [{ account, explained: 'unreadable' }]
      return [update, ...partsOf(update, event)].map(update => ({ account, update }))
    })
    // Comments
    const rest = list(entry?.changes).map((): Entry => ({ account, explained: 'other_kind' }))
    return entries.length + rest.length > 0 ? [...entries, ...rest] : [{ account, explained: 'unreadable' }]
  })
}

function readMessaging(event: Fields, account: string): Update | 'other' | undefined {
  const at = moment(Number(event.timestamp))
  const sender = identifier(fields(event.sender)?.id)
  const recipient = identifier(fields(event.recipient)?.id)
  const message = fields(event.message)
  const edit = fields(event.message_edit)
  const echo = message?.is_echo === true || message?.is_self === true || sender === account
  const igsid = echo ? recipient : sender
  if (!at || !igsid) return undefined
  const contact: Contact = { address: igsid, addressKind: 'igsid', identities: { igsid } }
  const direction: Direction = echo ? 'out' : 'in'

  if (edit) return change('edit', edit, { contact, at, direction })
  if (message?.is_deleted === true) return change('deletion', message, { contact, at, direction })
  if (message) return readMessage(message, event, { contact, at, direction })
  const reaction = fields(event.reaction)
  const read = fields(event.read)
  const target = identifier((reaction ?? read)?.mid)
  if (reaction && target) {
    const emoji =
      reaction.action === 'unreact' ? null : (text(reaction.emoji, 40) ?? emojiOf(text(reaction.reaction, 40)))
    return { type: 'reaction', externalId: target, at, direction, emoji }
  }
  if (read && target) return { type: 'read', externalId: target, at }
  const postback = fields(event.postback)
  const mid = identifier(postback?.mid)
  if (postback && mid)
    return {
      type: 'message',
      direction,
      externalId: mid,
      contact,
      at,
      kind: 'button',
      text: text(postback.title),
      data: texts({ payload: postback.payload })
    }
  const referral = fields(event.referral)
  if (referral) return readReferral(referral, { contact, at, direction })
  return 'other'
}

/** Somebody who has written before came again, by an advertisement or a link to the account, and has said nothing. */
const readReferral = (referral: Fields, about: About): Update => ({
  type: 'message',
  // Instagram gives it no id of its own.
  externalId: `referral ${about.contact.address} ${about.at}`,
  ...about,
  kind: 'system',
  text: referral.ad_id ? 'Abriu a conversa por um anúncio' : 'Abriu a conversa por um link',
  data: { referral: referralOf(referral) }
})

const referralOf = ({ ad_id, source, ref }: Fields) => texts({ source_id: ad_id, source_type: source, ref })

type About = { contact: Contact; at: string; direction: Direction }

function change(type: 'edit' | 'deletion', message: Fields, about: About): Update | undefined {
  const externalId = identifier(message.mid)
  if (!externalId) return undefined
  const words = type === 'edit' ? text(message.text) : null
  return { type, externalId, ...about, ...(words !== null && { text: words }) }
}

/** Instagram names some reactions instead of showing them. */
const named = new Map(
  Object.entries({
    love: '❤️',
    smile: '😄',
    wow: '😮',
    sad: '😢',
    angry: '😠',
    like: '👍',
    dislike: '👎'
  })
)
const emojiOf = (name: string | null): string | null => (name === null ? null : (named.get(name) ?? name))

const kinds = new Map<string, MessageKind>(
  Object.entries({
    image: 'image',
    video: 'video',
    audio: 'audio',
    file: 'document',
    like_heart: 'sticker',
    story_mention: 'story_mention',
    share: 'share',
    ig_reel: 'share',
    reel: 'share',
    ig_post: 'share'
  } as const)
)

function readMessage(message: Fields, event: Fields, about: About): Update | undefined {
  const externalId = identifier(message.mid)
  if (!externalId) return undefined
  const attachments = list(message.attachments).map(fields)
  const [first] = attachments
  const url = text(fields(first?.payload)?.url, 4000)
  const story = fields(fields(message.reply_to)?.story)
  const replyTo = identifier(fields(message.reply_to)?.mid)
  const referral = fields(message.referral) ?? fields(event.referral)
  const media: Media | undefined = url ? { url } : undefined
  const storyUrl = text(story?.url, 4000)
  return {
    type: 'message',
    externalId,
    ...about,
    kind: kindOf(message, first, story !== undefined),
    text: text(message.text) ?? (first?.type === 'like_heart' ? '❤️' : null),
    data: {
      ...(media && { media }),
      ...(storyUrl && { media: { url: storyUrl } }),
      ...(fields(message.quick_reply) && texts({ payload: fields(message.quick_reply)?.payload })),
      ...(referral && { referral: referralOf(referral) }),
      ...(first?.type === 'ephemeral' && { hidden: 'viewOnce' }),
      ...(about.direction === 'out' && { fromApp: true })
    },
    ...(replyTo && { replyTo })
  }
}

/**
 * The attachments after the first one, as messages of their own: each has one file. That of an answer to a story is the
 * story.
 */
function partsOf(message: Update, event: Fields): Update[] {
  if (message.type !== 'message') return []
  const { externalId, contact, at, direction, kind } = message
  const attachments = list(fields(event.message)?.attachments)
  const further = kind === 'story_reply' ? attachments.slice(0, maxParts - 1) : attachments.slice(1, maxParts)
  return further.map((raw, n) => {
    const attachment = fields(raw)
    const url = text(fields(attachment?.payload)?.url, 4000)
    return {
      type: 'message',
      externalId: partId(externalId, n + 2),
      partOf: externalId,
      contact,
      at,
      direction,
      kind: kinds.get(text(attachment?.type, 40) ?? '') ?? 'unsupported',
      text: null,
      data: { ...(url && { media: { url } }), ...(direction === 'out' && { fromApp: true }) }
    }
  })
}

function kindOf(message: Fields, attachment: Fields | undefined, story: boolean): MessageKind {
  if (message.is_unsupported === true) return 'unsupported'
  if (story) return 'story_reply'
  if (attachment) return kinds.get(text(attachment.type, 40) ?? '') ?? 'unsupported'
  return typeof message.text === 'string' ? 'text' : 'unsupported'
}
