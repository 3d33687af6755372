import CloseIcon from '@mui/icons-material/CloseOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useEffect, useState } from 'react'
import { useStore } from 'react-admin'
import { mailsKeptText } from '../../../../services/platform/email/rules.ts'
import { user } from '../../core/session.ts'
import { currentUser } from '../../shell/account.ts'
import { useConfirmationReminder } from './api.ts'

/**
 * Reminds of an e-mail that was never confirmed: until it is, the company writes to nobody else. One line, which opens
 * where it is pressed, and which may be put away until tomorrow.
 */
export function EmailBanner() {
  const [person, setPerson] = useState(user)
  const [sent, setSent] = useState(false)
  const [open, setOpen] = useState(false)
  const [away, setAway] = useStore('emailBanner.away', '')
  const { mutate: resend } = useConfirmationReminder(() => setSent(true))
  useEffect(() => void currentUser().then(setPerson), [])

  const today = new Date().toDateString()
  if (person?.emailConfirmed !== false || away === today) return null

  return (
    <Alert
      severity="info"
      role="region"
      aria-label="Confirme seu e-mail"
      sx={{
        mb: 2,
        py: 0,
        alignItems: 'center',
        '& .MuiAlert-message': { display: 'flex', flexGrow: 1, minWidth: 0, alignItems: 'center', gap: 1, p: 0 }
      }}
    >
      <Box
        component="button"
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        sx={{
          all: 'unset',
          flex: '1 1 0',
          minWidth: 0,
          py: 0.75,
          cursor: 'pointer',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: open ? 'normal' : 'nowrap',
          '&:focus-visible': { outline: 2, outlineOffset: 2 }
        }}
      >
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
        <Button size="small" color="inherit" onClick={() => resend()}>
          Reenviar
        </Button>
      )}
      <Tooltip title="Lembrar amanhã">
        <IconButton size="small" color="inherit" onClick={() => setAway(today)}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Alert>
  )
}
