import PhoneIcon from '@mui/icons-material/PhoneOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import { styled } from '@mui/material/styles'
import type { MouseEvent } from 'react'
import { callLink, whatsappLink } from './contact.ts'

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

/** In a table a click on the row opens the lead, and these links have targets of their own. */
const leaveRowAlone = (event: MouseEvent) => event.stopPropagation()

type Props = {
  name: string
  phone: string | null
  /** Targets of 44 px, for fingers. */
  large?: boolean
}

/** WhatsApp and telephone of a lead, as far as its number allows. */
export function ContactLinks({ name, phone, large = false }: Props) {
  const whatsapp = whatsappLink(phone)
  const call = callLink(phone)
  return (
    <Links>
      {whatsapp && (
        <IconLink
          href={whatsapp}
          target="_blank"
          rel="noopener noreferrer"
          large={large}
          onClick={leaveRowAlone}
          aria-label={`Conversar com ${name} no WhatsApp`}
          title="WhatsApp"
        >
          <WhatsAppIcon />
        </IconLink>
      )}
      {call && (
        <IconLink href={call} large={large} onClick={leaveRowAlone} aria-label={`Ligar para ${name}`} title="Ligar">
          <PhoneIcon />
        </IconLink>
      )}
    </Links>
  )
}
