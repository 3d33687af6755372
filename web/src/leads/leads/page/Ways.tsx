import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import type { ContactChannel } from '../../../../../services/account/activities/rules.ts'
import type { LeadDetail } from '../../../../../services/leads/leads/pageSchema.ts'
import { useConversation } from '../../../shell/useConversation.ts'
import { callLink, mailLink } from '../contact.ts'
import { useWhatsapp } from '../useWhatsapp.ts'

/** The ways to reach a lead, as far as is known; `inbox`: where they are answered who have written to the company. */
export function useWays(lead: LeadDetail) {
  const { phone, email, whatsappConversationId: id } = lead
  const inbox = useConversation(id ? { id, channel: 'whatsapp' } : null)?.address
  return { inbox, whatsapp: useWhatsapp(lead), call: callLink(phone), mail: email && mailLink(email) }
}

type Props = Pick<ReturnType<typeof useWays>, 'inbox' | 'whatsapp' | 'call'> & {
  onContact: (channel: ContactChannel) => void
}

/** The two ways that are taken most. */
export const Ways = ({ inbox, whatsapp, call, onContact }: Props) => (
  <>
    {inbox && (
      <Button variant="contained" startIcon={<WhatsAppIcon />} component={Link} to={inbox}>
        WhatsApp
      </Button>
    )}
    {!inbox && whatsapp && (
      <Button
        variant="contained"
        startIcon={<WhatsAppIcon />}
        href={whatsapp}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => onContact('whatsapp')}
      >
        WhatsApp
      </Button>
    )}
    {call && (
      <Button variant="outlined" startIcon={<PhoneIcon />} href={call} onClick={() => onContact('phone')}>
        Ligar
      </Button>
    )}
  </>
)
