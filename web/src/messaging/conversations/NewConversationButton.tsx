import AddIcon from '@mui/icons-material/AddCommentOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { type ChannelKind, channelRules } from '../../../../services/messaging/channels/rules.ts'
import { useMay } from '../../shell/access.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { useChannel } from './settings/api.ts'

const NewConversation = onDemand(async () => (await import('./NewConversation.tsx')).NewConversation)

/** Offered where a channel has templates and sends now. */
export function NewConversationButton({ channel, leadId }: { channel: ChannelKind; leadId?: string }) {
  const [open, setOpen] = useState(false)
  const sends = useMay('send_messages')
  const { data: settings } = useChannel(channel)
  if (!sends || !channelRules[channel].templates || !(settings?.state === 'active' || settings?.state === 'attention'))
    return null
  return (
    <>
      <Button size="small" variant="outlined" startIcon={<AddIcon />} onClick={() => setOpen(true)}>
        Nova conversa
      </Button>
      {open && <NewConversation channel={channel} {...(leadId && { leadId })} onClose={() => setOpen(false)} />}
    </>
  )
}
