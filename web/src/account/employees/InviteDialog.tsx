import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import WhatsAppIcon from '@mui/icons-material/WhatsApp'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { invitationDays } from '../../../../services/account/employees/rules.ts'
import { NewInvitation } from '../../../../services/account/employees/schema.ts'
import { fieldTexts } from '../../../../services/core/rules.ts'
import { user } from '../../core/session.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { type Sent, useInvitation } from './api.ts'
import { newRights, RightsInputs, rightsToSend } from './RightsInputs.tsx'

type Props = { onClose: () => void; teams: string[]; seats: string }

/** Asks whom to invite with which rights, and then shows the link that is shown only once. */
export function InviteDialog({ onClose, teams, seats }: Props) {
  const [sent, setSent] = useState<Sent | null>(null)
  const form = useForm(NewInvitation, { name: '', email: '', rights: newRights }, useInvitation(setSent), {
    toBody: ({ name, email, rights }) => ({ name: name.trim(), email: email.trim(), ...rightsToSend(rights) }),
    check: ({ email }) => (email.trim() ? {} : { email: fieldTexts.required }),
    keep: 'invitation'
  })

  if (sent) return <SentDialog sent={sent} onClose={onClose} />
  return (
    <FormDialog form={form} full title="Convidar pessoa" label="Enviar convite" busy="Enviando..." onClose={onClose}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {seats}. O convite ocupa um lugar até ser aceito, cancelado ou expirar.
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, mb: 0.5, alignItems: 'start' }}>
        <Field required autoFocus name="name" label="Nome" longest={200} />
        <Field required kind="email" name="email" label="E-mail" />
      </Box>
      <RightsInputs value={form.values.rights} onChange={rights => form.change('rights', rights)} teams={teams} />
    </FormDialog>
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
