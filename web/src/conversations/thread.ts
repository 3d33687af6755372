import type { Message } from '../../../services/conversations/schema.ts'
import { continuesAlbum } from './albums.ts'

/** The messages of a conversation as far as they were read, the newest first; `more`: there are older ones. */
export type Thread = { messages: Message[]; more: boolean }

/** The newest messages, followed by those that were read before; those are dropped where some between are not known. */
export function withNewest(known: Thread | undefined, newest: Message[], more: boolean): Thread {
  const oldest = newest.at(-1)
  const at = known?.messages.findIndex(({ id }) => id === oldest?.id) ?? -1
  if (!known || at === -1) return { messages: newest, more }
  const ids = new Set(newest.map(({ id }) => id))
  const before = new Map(known.messages.map(message => [message.id, message]))
  // What did not change stays the same object, so that it is not drawn anew.
  const kept = newest.map(message => {
    const same = before.get(message.id)
    return same && JSON.stringify(same) === JSON.stringify(message) ? same : message
  })
  return { messages: [...kept, ...known.messages.slice(at + 1).filter(({ id }) => !ids.has(id))], more: known.more }
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
 * The messages in blocks of some dozens, the oldest first. A block begins where its id says so, but within no album, or where the messages
 * once began, which `begins` remembers: so what is shown stays in its block when older or newer ones come.
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
