import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Button from '@mui/material/Button'
import type { LeadDetail } from '../../../../services/leads/pageSchema.ts'
import type { ContactChannel } from '../../../../services/leads/rules.ts'
import { callLink, mailLink } from '../contact.ts'
import { useWhatsapp } from '../useWhatsapp.ts'

/** The ways to reach a lead, as far as is known. */
export function useWays(lead: LeadDetail) {
  const { phone, email } = lead
  return { whatsapp: useWhatsapp(lead), call: callLink(phone), mail: email && mailLink(email) }
}

type Props = Pick<ReturnType<typeof useWays>, 'whatsapp' | 'call'> & { onContact: (channel: ContactChannel) => void }

/** The two ways that are taken most. */
export const Ways = ({ whatsapp, call, onContact }: Props) => (
  <>
    {whatsapp && (
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
