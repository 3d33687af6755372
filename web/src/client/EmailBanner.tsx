import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { useNotify } from 'react-admin'
import { request } from '../core/http.ts'
import { user } from '../core/session.ts'
import { currentUser } from './account.ts'

/** Reminds of an e-mail that was never confirmed; nothing waits for it. */
export function EmailBanner() {
  const notify = useNotify()
  const [person, setPerson] = useState(user)
  const [sent, setSent] = useState(false)
  useEffect(() => void currentUser().then(setPerson), [])

  if (person?.emailConfirmed !== false) return null

  async function resend() {
    try {
      const { json } = await request<{ message: string }>('/api/profile/email/confirmation', { method: 'POST' })
      setSent(true)
      notify(json.message, { type: 'success' })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
  }

  return (
    <Alert
      severity="info"
      role="region"
      aria-label="Confirme seu e-mail"
      action={
        !sent && (
          <Button size="small" color="inherit" onClick={() => void resend()}>
            Reenviar
          </Button>
        )
      }
      sx={{ mb: 2, overflowWrap: 'anywhere' }}
    >
      <strong>Confirme seu e-mail</strong> pelo link que enviamos para {person.email}.
    </Alert>
  )
}
