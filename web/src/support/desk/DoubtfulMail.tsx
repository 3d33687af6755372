import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { ticketTexts } from '../../../../services/support/tickets/rules.ts'
import { useDoubt } from './api.ts'

const advice = 'Não redefina senha nem segundo fator só por este pedido: fale antes com a pessoa por outro meio.'

/** Warns, within a ticket, that somebody else may have written a mail of it. */
export const DoubtfulMail = () => (
  <Alert severity="warning" sx={{ mb: 2 }}>
    O remetente de um e-mail deste chamado não foi confirmado. {advice}
  </Alert>
)

/** The same where a password or a second factor is reset: of the newest open ticket of the person. */
export function DoubtAbout({ email }: { email: string }) {
  const { data } = useDoubt(email)
  if (!data?.ticket) return null
  const { id, number } = data.ticket
  return (
    <Alert severity="warning">
      O remetente de um e-mail do{' '}
      <Link component={RouterLink} to={`/admin/tickets/${id}`} color="inherit">
        chamado {ticketTexts.number(number)}
      </Link>{' '}
      não foi confirmado. {advice}
    </Alert>
  )
}
