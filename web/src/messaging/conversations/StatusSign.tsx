import AcceptedIcon from '@mui/icons-material/CheckCircleOutlined'
import SentIcon from '@mui/icons-material/Done'
import DeliveredIcon from '@mui/icons-material/DoneAll'
import FailedIcon from '@mui/icons-material/ErrorOutlined'
import PlayedIcon from '@mui/icons-material/HeadphonesOutlined'
import UnknownIcon from '@mui/icons-material/HelpOutlineOutlined'
import QueuedIcon from '@mui/icons-material/ScheduleOutlined'
import type { ComponentType } from 'react'
import { type MessageStatus, messageStatusLabels } from '../../../../services/messaging/conversations/rules.ts'

const icons: Record<MessageStatus, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  queued: QueuedIcon,
  sending: QueuedIcon,
  unknown: UnknownIcon,
  accepted: AcceptedIcon,
  sent: SentIcon,
  failed: FailedIcon,
  delivered: DeliveredIcon,
  read: DeliveredIcon,
  played: PlayedIcon
}

/** How far a message has come, as a sign and in words. */
export function StatusSign({ status }: { status: MessageStatus }) {
  const Icon = icons[status]
  return (
    <span className={`state ${status === 'read' || status === 'played' ? 'seen' : ''}`}>
      <Icon aria-hidden /> {messageStatusLabels[status]}
    </span>
  )
}
