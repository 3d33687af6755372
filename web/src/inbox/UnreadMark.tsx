import Badge from '@mui/material/Badge'
import type { ReactNode } from 'react'
import type { ChannelKind } from '../../../services/channels/rules.ts'
import { counted } from '../core/format.ts'
import { visuallyHidden } from '../ui/visuallyHidden.ts'
import { useUnread } from './api.ts'

/** The icon of a channel, with how many of its conversations are unread. */
export function UnreadMark({ channel, children }: { channel: ChannelKind; children: ReactNode }) {
  const unread = useUnread(channel)
  return (
    <>
      <Badge
        badgeContent={unread}
        max={99}
        color="primary"
        aria-hidden
        sx={{ '& .MuiBadge-badge': { fontWeight: 700, whiteSpace: 'nowrap', top: 4, right: { xs: 14, md: 0 } } }}
      >
        {children}
      </Badge>
      {unread > 0 && <span style={visuallyHidden}>{counted(unread, 'conversa não lida', 'conversas não lidas')} </span>}
    </>
  )
}
