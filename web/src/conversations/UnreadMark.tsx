import type { ReactNode } from 'react'
import type { ChannelKind } from '../../../services/channels/rules.ts'
import { counted } from '../core/format.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { useUnread } from './api.ts'

/** The icon of a channel, with how many of its conversations are unread. */
export function UnreadMark({ channel, children }: { channel: ChannelKind; children: ReactNode }) {
  const unread = useUnread(channel)
  return (
    <CountBadge count={unread} words={counted(unread, 'conversa não lida', 'conversas não lidas')}>
      {children}
    </CountBadge>
  )
}
