import { Fragment, memo, useEffect, useMemo, useState } from 'react'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import type { Conversation, Message } from '../../../../services/messaging/conversations/schema.ts'
import { Bubble } from './Bubble.tsx'
import { albumsOf } from './thread.ts'
import { dayHeading, systemText, timeText } from './words.ts'

type Props = {
  conversation: Pick<Conversation, 'id' | 'channel' | 'name'>
  messages: readonly Message[]
  /** When the message before them was written. */
  before: string | undefined
  /** The answers chosen to the questions of the whole conversation. */
  chosen: ReadonlyMap<string, string>
  zone: string
  now: number
  onReply: ((message: Message) => void) | undefined
  onQuote: (id: string) => void
}

/** Milliseconds after which the heights of new messages are known to the browser. */
const settling = 500

/**
 * Messages that follow each other. Once they were shown, the browser leaves them out while they are far away, and keeps
 * their room.
 */
export const MessageBlock = memo(
  function MessageBlock({ conversation, messages, before, chosen, zone, now, onReply, onQuote }: Props) {
    const [settledAfter, setSettledAfter] = useState<string | null>(null)
    const albums = useMemo(() => albumsOf(messages), [messages])
    // Older messages before them remove their day heading, which changes the height that was reserved.
    const begin = before ?? ''
    useEffect(() => {
      const timer = setTimeout(() => setSettledAfter(begin), settling)
      return () => clearTimeout(timer)
    }, [begin])
    return (
      <ol className={`block ${settledAfter === begin ? 'settled' : ''}`}>
        {albums.map(({ first: message, further }, index) => {
          const previous = albums[index - 1]
          const last = (previous?.further?.at(-1) ?? previous?.first)?.createdAt ?? before
          const newDay = !last || dayAt(Date.parse(last), zone) !== dayAt(Date.parse(message.createdAt), zone)
          return (
            <Fragment key={message.id}>
              {newDay && (
                <li className="day">
                  <h2>{dayHeading(message.createdAt, zone, now)}</h2>
                </li>
              )}
              {message.kind === 'system' ? (
                <li className="system">
                  {systemText(message)} · {timeText(message.createdAt, zone)}
                </li>
              ) : (
                <Bubble
                  conversationId={conversation.id}
                  channel={conversation.channel}
                  name={conversation.name}
                  message={message}
                  further={further}
                  chosen={chosen.get(message.id)}
                  zone={zone}
                  onReply={onReply}
                  onQuote={onQuote}
                />
              )}
            </Fragment>
          )
        })}
      </ol>
    )
  },
  (one, other) =>
    one.messages.length === other.messages.length &&
    one.messages.every(
      (message, n) => message === other.messages[n] && one.chosen.get(message.id) === other.chosen.get(message.id)
    ) &&
    one.conversation.id === other.conversation.id &&
    one.conversation.name === other.conversation.name &&
    (['before', 'zone', 'now', 'onReply', 'onQuote'] as const).every(name => one[name] === other[name])
)
