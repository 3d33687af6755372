import Button from '@mui/material/Button'
import { mailLink } from './contact.ts'
import { useWhatsapp } from './useWhatsapp.ts'

type Props = { name: string; phone: string | null; email: string | null }

/** Ways to write to a lead outside of the product, as buttons. */
export function ContactButtons({ name, phone, email }: Props) {
  const whatsapp = useWhatsapp({ name, phone })
  return (
    <>
      {whatsapp && (
        <Button size="small" variant="outlined" href={whatsapp} target="_blank" rel="noopener noreferrer">
          Abrir no WhatsApp
        </Button>
      )}
      {email && (
        <Button size="small" variant="outlined" href={mailLink(email)}>
          Escrever e-mail
        </Button>
      )}
    </>
  )
}
