import { useEffect, useState } from 'react'
import type { DeskMessage } from './api.ts'

const momentOf = (message: DeskMessage | undefined): number => (message ? Date.parse(message.createdAt) : 0)

/**
 * Messages that others wrote since somebody began to write: the thread changes under their hands, and the messages that
 * are answered must have been read. `latest` is the message that an answer is sent after.
 *
 * @param refused what the server answered instead of taking an answer
 */
export function useNewer(messages: readonly DeskMessage[], writing: boolean, refused: readonly DeskMessage[]) {
  const texts = messages.filter(({ kind }) => kind === 'text')
  const unknown = refused.filter(({ id }) => !texts.some(text => text.id === id))
  const all = [...texts, ...unknown].sort((a, b) => momentOf(a) - momentOf(b))
  const latest = all.at(-1)
  // A moment, as the message that was seen last may be taken back.
  const [seen, setSeen] = useState(momentOf(latest))
  const now = momentOf(latest)
  useEffect(() => {
    if (!writing) setSeen(now)
  }, [writing, now])
  const newer = writing ? all.filter(message => !message.mine && momentOf(message) > seen) : []
  return { latest: latest?.id ?? null, newer, markSeen: () => setSeen(now) }
}
