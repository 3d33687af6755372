import type { ChannelKind } from '../../../../services/messaging/channels/rules.ts'
import { counted } from '../../core/format.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { useUnread } from './api.ts'

/** How many conversations of a channel are unread. */
export function UnreadMark({ channel }: { channel: ChannelKind }) {
  const unread = useUnread(channel)
  return <CountBadge count={unread} words={counted(unread, 'conversa não lida', 'conversas não lidas')} />
}
