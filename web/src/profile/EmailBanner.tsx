import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { mailsKeptText } from '../../../services/email/rules.ts'
import { user } from '../core/session.ts'
import { currentUser } from '../shell/account.ts'
import { useConfirmationReminder } from './api.ts'

/** Reminds of an e-mail that was never confirmed: until it is, the company writes to nobody else. */
export function EmailBanner() {
  const [person, setPerson] = useState(user)
  const [sent, setSent] = useState(false)
  const { mutate: resend } = useConfirmationReminder(() => setSent(true))
  useEffect(() => void currentUser().then(setPerson), [])

  if (person?.emailConfirmed !== false) return null

  return (
    <Alert
      severity="info"
      role="region"
      aria-label="Confirme seu e-mail"
      sx={{ mb: 2, alignItems: 'center', '& .MuiAlert-message': { flexGrow: 1, minWidth: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' }}>
        <Box sx={{ flex: '1 1 220px', overflowWrap: 'anywhere' }}>
          {person.mailsKept ? (
            <>
              <strong>Seu e-mail não foi confirmado.</strong> {mailsKeptText}
            </>
          ) : (
            <>
              <strong>Confirme seu e-mail</strong> pelo link que enviamos para {person.email}. Até lá, não enviamos
              convites nem mensagens a outras pessoas.
            </>
          )}
        </Box>
        {!sent && !person.mailsKept && (
          <Button size="small" variant="outlined" color="inherit" onClick={() => resend()}>
            Reenviar
          </Button>
        )}
      </Box>
    </Alert>
  )
}
