import Box from '@mui/material/Box'
import { Link } from 'react-router-dom'
import { channelKinds, channelNames, channelRules } from '../../../../../services/messaging/channels/rules.ts'
import { Face } from '../../../ui/Face.tsx'
import { useLeadConversations } from '../api.ts'
import { NewConversationButton } from '../NewConversationButton.tsx'

/** Where a lead is known by an @name: as whom, with the picture, and the way to what was said. */
export function Addresses({ leadId }: { leadId: string }) {
  const { data } = useLeadConversations(leadId)
  const named = data?.filter(({ contact, picture }) => contact.startsWith('@') || picture) ?? []
  const written = new Set(data?.map(({ channel }) => channel))
  const shown = named.map(({ id, channel, name, contact, picture }) => (
    <div key={id}>
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{channelNames[channel]}</Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.5, minWidth: 0, '--face': '32px' }}>
        <Face name={name} picture={picture} />
        <Link
          to={`${channelRules[channel].page}/${id}`}
          dir="auto"
          style={{ color: 'inherit', overflowWrap: 'anywhere' }}
        >
          {contact}
        </Link>
      </Box>
    </div>
  ))
  return (
    <>
      {shown}
      {data &&
        channelKinds
          .filter(kind => channelRules[kind].templates && !written.has(kind))
          .map(kind => (
            <Box key={kind} sx={{ '&:empty': { display: 'none' } }} role="group" aria-label={channelNames[kind]}>
              <NewConversationButton channel={kind} leadId={leadId} />
            </Box>
          ))}
    </>
  )
}
