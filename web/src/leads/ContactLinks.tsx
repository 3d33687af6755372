import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import { styled } from '@mui/material/styles'
import type { Lead } from '../../../services/leads/schema.ts'
import { useMay } from '../shell/access.ts'
import { noteContact } from './api.ts'
import { callLink } from './contact.ts'
import { useWhatsapp } from './useWhatsapp.ts'

const IconLink = styled('a', { shouldForwardProp: name => name !== 'large' })<{ large: boolean }>(
  ({ theme, large }) => ({
    display: 'inline-grid',
    placeItems: 'center',
    width: large ? 44 : 28,
    height: large ? 44 : 28,
    borderRadius: 8,
    color: theme.palette.text.secondary,
    '& svg': { fontSize: large ? 24 : 18 },
    '&:hover': { color: theme.tokens.tones.brand.onSoft, backgroundColor: theme.tokens.tones.brand.soft }
  })
)

const Links = styled('span')({ whiteSpace: 'nowrap' })

type Props = {
  lead: Pick<Lead, 'id' | 'name' | 'phone'>
  /** Targets of 44 px, for fingers. */
  large?: boolean
  /** -1 where the keyboard has another way to them. */
  tabIndex?: number
}

/** WhatsApp and telephone of a lead, as far as its number allows. Using one is noted with the lead. */
export function ContactLinks({ lead, large = false, tabIndex }: Props) {
  const { id, name, phone } = lead
  const notes = useMay('edit_leads')
  const whatsapp = useWhatsapp(lead)
  const call = callLink(phone)
  return (
    <Links>
      {whatsapp && (
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
