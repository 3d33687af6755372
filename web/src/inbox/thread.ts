import type { Message } from '../../../services/conversations/schema.ts'

/** The messages of a conversation as far as they were read, the newest first; `more`: there are older ones. */
export type Thread = { messages: Message[]; more: boolean }

/** The newest messages, followed by those that were read before; those are dropped where some between are not known. */
export function withNewest(known: Thread | undefined, newest: Message[], more: boolean): Thread {
  const oldest = newest.at(-1)
  const at = known?.messages.findIndex(({ id }) => id === oldest?.id) ?? -1
  if (!known || at === -1) return { messages: newest, more }
  const ids = new Set(newest.map(({ id }) => id))
  return { messages: [...newest, ...known.messages.slice(at + 1).filter(({ id }) => !ids.has(id))], more: known.more }
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
