import type { Message } from '../../../../services/messaging/conversations/schema.ts'

/** The messages of a conversation as far as they were read, the newest first; `more`: there are older ones. */
export type Thread = { messages: Message[]; more: boolean }

/** The newest messages, followed by those that were read before; those are dropped where some between are not known. */
export function withNewest(current: Thread | undefined, newest: Message[], more: boolean): Thread {
  const oldest = newest.at(-1)
  const at = current?.messages.findIndex(({ id }) => id === oldest?.id) ?? -1
  if (!current || at === -1) return { messages: newest, more }
  const ids = new Set(newest.map(({ id }) => id))
  const before = new Map(current.messages.map(message => [message.id, message]))
  // An unchanged message stays the same object, so that it is not rendered again.
  const kept = newest.map(message => {
    const same = before.get(message.id)
    return same && JSON.stringify(same) === JSON.stringify(message) ? same : message
  })
  return { messages: [...kept, ...current.messages.slice(at + 1).filter(({ id }) => !ids.has(id))], more: current.more }
}

export function withOlder({ messages }: Thread, before: Message[], more: boolean): Thread {
  const ids = new Set(messages.map(({ id }) => id))
  return { messages: [...messages, ...before.filter(({ id }) => !ids.has(id))], more }
}

/** With a message as the server has just answered it. */
export function withMessage({ messages, more }: Thread, message: Message): Thread {
  const at = messages.findIndex(({ id }) => id === message.id)
  return { messages: at === -1 ? [message, ...messages] : messages.with(at, message), more }
}

/** One id in so many begins a block. */
const inBlock = 32

/**
 * The messages in blocks of some dozens, the oldest first. A block begins where its id says so, but within no album, or
 * where the messages once began, which `begins` remembers: so what is shown stays in its block when older or newer ones
 * come.
 */
export function blocksOf(inOrder: readonly Message[], begins: Set<string>): { key: string; messages: Message[] }[] {
  const blocks: { key: string; messages: Message[] }[] = []
  for (const message of inOrder) {
    if (blocks.length === 0) begins.add(message.id)
    const before = blocks.at(-1)?.messages.at(-1)
    const mayBegin = Number.parseInt(message.id.slice(-2), 16) % inBlock === 0 && !continuesAlbum(before, message)
    if (begins.has(message.id) || mayBegin) blocks.push({ key: message.id, messages: [] })
    blocks.at(-1)?.messages.push(message)
  }
  return blocks
}

/** How a file is shown in the page by its type; undefined for one that is only downloaded. */
export function mediaOf({ kind, file }: Pick<Message, 'kind' | 'file'>): 'picture' | 'audio' | 'video' | undefined {
  const type = file?.type ?? ''
  if (file?.state !== 'kept' || !file.url) return undefined
  if (/^image\/(jpeg|png|webp|gif)/.test(type)) return 'picture'
  if (kind === 'audio' && /^(audio|video|application)\//.test(type)) return 'audio'
  return /^video\//.test(type) ? 'video' : undefined
}

/** Milliseconds within which pictures that follow each other were sent in one go. */
const oneGo = 60_000

/** A picture that is there or on its way, and needs no text of its own. */
const isTile = (message: Message): boolean =>
  message.kind === 'image' &&
  !message.deletedAt &&
  (message.file?.state === 'waiting' || message.file?.state === 'checking' || mediaOf(message) === 'picture') &&
  message.status !== 'failed' &&
  message.status !== 'unknown' &&
  message.reactions.every(({ failure }) => failure === null)

const hasWords = ({ text }: Message): boolean => Boolean(text?.trim())
const secondOf = ({ createdAt }: Message): number => Math.floor(Date.parse(createdAt) / 1000)

/**
 * Whether a message is a further picture of the one before it: no quote of its own, sent with it, and without words.
 * The words of an album belong to its first picture, which is unknown within one second: channels report each picture
 * separately, in any order.
 */
const continuesAlbum = (before: Message | undefined, message: Message): boolean =>
  before !== undefined &&
  isTile(before) &&
  isTile(message) &&
  (!hasWords(message) || (!hasWords(before) && secondOf(message) === secondOf(before))) &&
  message.replyTo === null &&
  before.direction === message.direction &&
  before.author === message.author &&
  Date.parse(message.createdAt) - Date.parse(before.createdAt) < oneGo

/** A message, and the further pictures that were sent with it. */
type Album = { first: Message; further: Message[] | undefined }

/** The messages in their order, pictures that were sent in one go together: first the one with their words. */
export function albumsOf(messages: readonly Message[]): Album[] {
  const albums: Album[] = []
  for (const [n, message] of messages.entries()) {
    const last = albums.at(-1)
    const pictures = last && continuesAlbum(messages[n - 1], message) ? [last.first, ...(last.further ?? [])] : []
    if (!last || pictures.length === 0 || (hasWords(message) && pictures.some(hasWords)))
      albums.push({ first: message, further: undefined })
    else if (hasWords(message)) albums[albums.length - 1] = { first: message, further: pictures }
    else last.further = [...pictures.slice(1), message]
  }
  return albums
}
