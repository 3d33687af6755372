import type { Message } from '../../../services/conversations/schema.ts'

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

/** A picture that is there or on its way, of which nothing needs to be said by itself. */
const isTile = (message: Message): boolean =>
  message.kind === 'image' &&
  !message.deletedAt &&
  (message.file?.state === 'waiting' || message.file?.state === 'checking' || mediaOf(message) === 'picture') &&
  message.status !== 'failed' &&
  message.status !== 'unknown' &&
  message.reactions.every(({ failure }) => failure === null)

/** Whether a message is a further picture of the one before it: no words and no quote of its own, sent with it. */
export const continuesAlbum = (before: Message | undefined, message: Message): boolean =>
  before !== undefined &&
  isTile(before) &&
  isTile(message) &&
  !message.text?.trim() &&
  message.replyTo === null &&
  before.direction === message.direction &&
  before.author === message.author &&
  Date.parse(message.createdAt) - Date.parse(before.createdAt) < oneGo

/** A message, and the further pictures that were sent with it. */
type Album = { first: Message; further: Message[] | undefined }

/** The messages in their order, pictures that were sent in one go together. Channels deliver each picture by itself. */
export function albumsOf(messages: readonly Message[]): Album[] {
  const albums: Album[] = []
  for (const [n, message] of messages.entries()) {
    const last = albums.at(-1)
    if (last && continuesAlbum(messages[n - 1], message)) last.further = [...(last.further ?? []), message]
    else albums.push({ first: message, further: undefined })
  }
  return albums
}
