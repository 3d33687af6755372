import TaskIcon from '@mui/icons-material/AssignmentOutlined'
import MergeIcon from '@mui/icons-material/CallMergeOutlined'
import BulkIcon from '@mui/icons-material/DynamicFeedOutlined'
import ChangeIcon from '@mui/icons-material/EditOutlined'
import StatusIcon from '@mui/icons-material/FlagOutlined'
import SubmissionIcon from '@mui/icons-material/InboxOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import CallIcon from '@mui/icons-material/PhoneOutlined'
import NoteIcon from '@mui/icons-material/StickyNote2Outlined'
import DoneIcon from '@mui/icons-material/TaskAltOutlined'
import ConsentIcon from '@mui/icons-material/VerifiedUserOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { TimelineItem } from '../../../../../services/leads/timeline/schema.ts'
import type { Tone } from '../../../core/tokens.ts'
import { useTimeZone } from '../../../shell/company.ts'
import { Moment } from '../../../shell/Moment.tsx'
import { SequenceItem } from '../../../ui/SequenceItem.ts'
import { useLeadParts } from '../leadParts.ts'
import { EntryBody } from './EntryBody.tsx'
import { NoteItem } from './NoteItem.tsx'

const Icon = styled('span', { shouldForwardProp: name => name !== 'tone' })<{ tone: Tone }>(({ theme, tone }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  borderRadius: '50%',
  color: theme.tokens.tones[tone].onSoft,
  backgroundColor: theme.tokens.tones[tone].soft,
  '& svg': { fontSize: 17 }
}))

function lookOf({ kind, data }: TimelineItem): [ReactNode, Tone] {
  switch (kind) {
    case 'submission':
      return [<SubmissionIcon key="i" />, 'info']
    case 'status':
      return [<StatusIcon key="i" />, 'violet']
    case 'contact':
      return data.channel === 'whatsapp' || data.channel === 'email'
        ? [data.channel === 'email' ? <MailIcon key="i" /> : <WhatsAppIcon key="i" />, 'brand']
        : [<CallIcon key="i" />, 'brand']
    case 'note':
      return [<NoteIcon key="i" />, 'warning']
    case 'task':
      return data.what === 'done' ? [<DoneIcon key="i" />, 'success'] : [<TaskIcon key="i" />, 'neutral']
    case 'consent':
      return [<ConsentIcon key="i" />, data.granted ? 'success' : 'error']
    case 'mail':
      return [<MailIcon key="i" />, 'neutral']
    case 'merge':
      return [<MergeIcon key="i" />, 'violet']
    case 'operation':
      return [<BulkIcon key="i" />, 'neutral']
    default:
      return [<ChangeIcon key="i" />, 'neutral']
  }
}

/** One thing that happened with a lead. */
export function TimelineEntry({ leadId, item }: { leadId: string; item: TimelineItem }) {
  const timeZone = useTimeZone()
  const { kind, data } = item
  const declared = useLeadParts().find(({ timeline }) => timeline?.[kind])?.timeline?.[kind]
  const [icon, tone] = declared ? [declared.icon(data), declared.tone?.(data) ?? 'neutral'] : lookOf(item)
  return (
    <SequenceItem>
      <Icon aria-hidden tone={tone}>
        {icon}
      </Icon>
      {kind === 'note' ? (
        <NoteItem
          leadId={leadId}
          note={{
            id: String(data.noteId),
            text: String(data.text),
            mentions: (data.mentions as string[]) ?? [],
            authorId: (data.authorId as string | null) ?? null,
            authorName: item.actorName,
            createdAt: item.at,
            updatedAt: (data.updatedAt as string | null) ?? null,
            pinnedAt: null
          }}
        />
      ) : (
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {declared ? <declared.Body data={data} /> : <EntryBody leadId={leadId} item={item} />}
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {item.actorName && `${item.actorName} · `}
            <Moment at={item.at} timeZone={timeZone} />
          </Box>
        </Box>
      )}
    </SequenceItem>
  )
}
