import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { invitationDays } from '../../../../services/account/employees/rules.ts'
import { fieldTexts, validEmail } from '../../../../services/core/rules.ts'
import { HttpError } from '../../core/http.ts'
import { user } from '../../core/session.ts'
import { type Sent, useInvitation } from './api.ts'
import { newRights, RightsInputs, rightsToSend } from './RightsInputs.tsx'

type Props = { onClose: () => void; teams: string[]; seats: string }

/** Asks whom to invite with which rights, and then shows the link that is shown only once. */
export function InviteDialog({ onClose, teams, seats }: Props) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [rights, setRights] = useState(newRights)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [sent, setSent] = useState<Sent | null>(null)
  const invite = useInvitation(setSent)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const wrong: Record<string, string> = {}
    if (!name.trim()) wrong.name = fieldTexts.required
    if (!email.trim()) wrong.email = fieldTexts.required
    else if (!validEmail(email.trim())) wrong.email = fieldTexts.email
    setErrors(wrong)
    if (Object.keys(wrong).length > 0 || invite.isPending) return
    const body = { name: name.trim(), email: email.trim(), ...rightsToSend(rights) }
    invite.mutate(body, {
      onError: error => setErrors(error instanceof HttpError ? (error.body.errors ?? {}) : {})
    })
  }

  if (sent) return <SentDialog sent={sent} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby={id}>
      <DialogTitle id={id}>Convidar pessoa</DialogTitle>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'contents' }}>
        <DialogContent>
          <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
            {seats}. O convite ocupa um lugar até ser aceito, cancelado ou expirar.
          </Typography>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, mb: 2.5, alignItems: 'start' }}>
            <TextField
              label="Nome"
              required
              autoFocus
              value={name}
              onChange={event => setName(event.target.value)}
              error={errors.name !== undefined}
              helperText={errors.name}
              slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
            />
            <TextField
              label="E-mail"
              type="email"
              required
              value={email}
              onChange={event => setEmail(event.target.value)}
              error={errors.email !== undefined}
              helperText={errors.email}
              slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'off', autoCapitalize: 'none' } }}
            />
          </Box>
          <RightsInputs value={rights} onChange={setRights} teams={teams} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" disabled={invite.isPending}>
            {invite.isPending ? 'Enviando...' : 'Enviar convite'}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

/** The link of an invitation that has just been made, to be copied or sent by WhatsApp. */
export function SentDialog({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const id = useId()
  const notify = useNotify()
  const text = `Olá, ${sent.name}. Este é o seu convite para a equipe de ${user()?.company ?? 'nossa empresa'}: ${sent.link}`

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(sent.link)
      notify('Link copiado', { type: 'success' })
    } catch {
      // Browsers refuse the clipboard outside https and localhost; the text above can be selected.
      notify('Não foi possível copiar. Selecione o link e copie.', { type: 'warning' })
    }
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>Convite enviado</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>
          {sent.name} recebe o convite em {sent.email}. Se preferir, envie o link você mesmo.
        </Typography>
        <Box
          component="code"
          sx={{
            display: 'block',
            p: 1.5,
            mb: 2,
            borderRadius: 1,
            border: 1,
            borderColor: 'divider',
            bgcolor: theme => theme.tokens.sunken,
            font: 'inherit',
            fontSize: '0.8125rem',
            userSelect: 'all',
            overflowWrap: 'anywhere'
          }}
        >
          {sent.link}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
          <Button variant="contained" startIcon={<CopyIcon />} onClick={() => void copy()}>
            Copiar link
          </Button>
          <Button
            variant="outlined"
            startIcon={<WhatsAppIcon />}
            href={`https://wa.me/?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            Enviar pelo WhatsApp
          </Button>
        </Box>
        <Alert severity="info">
          O link aparece só agora, vale por {invitationDays} dias e funciona uma vez. Depois, use “Reenviar convite”.
        </Alert>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Concluir</Button>
      </DialogActions>
    </Dialog>
  )
}
