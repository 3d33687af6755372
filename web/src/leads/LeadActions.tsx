import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Button from '@mui/material/Button'
import type { Lead } from '../../../services/leads/schema.ts'
import { useMay } from '../client/access.ts'
import { callLink, whatsappLink } from './contact.ts'
import { OwnerSelect } from './OwnerSelect.tsx'
import { StatusSelect } from './StatusSelect.tsx'
import { StatusTag } from './StatusTag.tsx'

type Props = { lead: Lead; onCall: (lead: Lead) => void }

/** On phones the two share a row. */
const wide = { flex: { xs: 1, sm: 'none' } }

/** The next step with a lead: its status, and the ways to reach the person. */
export function LeadActions({ lead, onCall }: Props) {
  const changes = useMay('change', 'leads')
  const assigns = useMay('assign', 'leads')
  const whatsapp = whatsappLink(lead.phone)
  const call = callLink(lead.phone)
  return (
    <>
      {changes ? <StatusSelect lead={lead} /> : <StatusTag status={lead.status} />}
      {assigns && <OwnerSelect lead={lead} />}
      {whatsapp && (
        <Button
          sx={wide}
          variant="contained"
          startIcon={<WhatsAppIcon />}
          href={whatsapp}
          target="_blank"
          rel="noopener noreferrer"
        >
          WhatsApp
        </Button>
      )}
      {call && (
        <Button sx={wide} variant="outlined" startIcon={<PhoneIcon />} href={call} onClick={() => onCall(lead)}>
          Ligar
        </Button>
      )}
    </>
  )
}
