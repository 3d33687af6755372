import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import { styled, type Theme } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import type { Lead } from '../../../../services/leads/leads/schema.ts'
import { useMay } from '../../shell/access.ts'
import { useConversation } from '../../shell/useConversation.ts'
import { noteContact } from './api.ts'
import { callLink } from './contact.ts'
import { useWhatsapp } from './useWhatsapp.ts'

type Look = { large: boolean }
const look = ({ theme, large }: Look & { theme: Theme }) => ({
  display: 'inline-grid',
  placeItems: 'center',
  width: large ? 44 : 28,
  height: large ? 44 : 28,
  borderRadius: 8,
  color: theme.palette.text.secondary,
  '& svg': { fontSize: large ? 24 : 18 },
  '&:hover': { color: theme.tokens.tones.brand.onSoft, backgroundColor: theme.tokens.tones.brand.soft }
})
const options = { shouldForwardProp: (name: PropertyKey) => name !== 'large' }
const IconLink = styled('a', options)<Look>(look)
const InboxLink = styled(Link, options)<Look>(look)

const Links = styled('span')({ whiteSpace: 'nowrap' })

type Props = {
  lead: Pick<Lead, 'id' | 'name' | 'phone' | 'whatsappConversationId'>
  /** Targets of 44 px, for fingers. */
  large?: boolean
  /** -1 where the keyboard has another way to them. */
  tabIndex?: number
  /** The conversation that is open already, to which nothing needs to lead. */
  open?: string
}

/**
 * WhatsApp and telephone of a lead, as far as its number allows. People who wrote to the company's number are answered
 * there. Using another way is noted with the lead.
 */
export function ContactLinks({ lead, large = false, tabIndex, open }: Props) {
  const { id, name, phone, whatsappConversationId: conversation } = lead
  const notes = useMay('edit_leads')
  const inbox = useConversation(conversation ? { id: conversation, channel: 'whatsapp' } : null)
  const whatsapp = useWhatsapp(lead)
  const call = callLink(phone)
  return (
    <Links>
      {inbox && conversation !== open && (
        <InboxLink
          to={inbox.address}
          draggable={false}
          tabIndex={tabIndex}
          large={large}
          aria-label={`Responder a ${name} no WhatsApp`}
          title="WhatsApp: abrir a conversa"
        >
          <WhatsAppIcon />
        </InboxLink>
      )}
      {whatsapp && !conversation && (
        <IconLink
          href={whatsapp}
          target="_blank"
          rel="noopener noreferrer"
          draggable={false}
          tabIndex={tabIndex}
          large={large}
          onClick={() => notes && noteContact(id, 'whatsapp')}
          aria-label={`Conversar com ${name} no WhatsApp`}
          title="WhatsApp"
        >
          <WhatsAppIcon />
        </IconLink>
      )}
      {call && (
        <IconLink
          href={call}
          draggable={false}
          tabIndex={tabIndex}
          large={large}
          onClick={() => notes && noteContact(id, 'phone')}
          aria-label={`Ligar para ${name}`}
          title="Ligar"
        >
          <PhoneIcon />
        </IconLink>
      )}
    </Links>
  )
}
