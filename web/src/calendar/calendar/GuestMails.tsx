import Alert from '@mui/material/Alert'
import { useBookingPage } from './api.ts'

/** Why those who book get no mails at the moment; nothing where they do, or nobody can book. */
export function GuestMails() {
  const { data: page } = useBookingPage()
  if (!page?.active || page.warnings.length === 0) return null
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {page.warnings.map(({ message }) => message).join(' ')}
    </Alert>
  )
}
