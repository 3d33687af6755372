import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { PasswordInput, TextInput } from 'react-admin'
import type { Profile } from '../../../../services/account/auth/schema.ts'
import { formatDateTime } from '../../core/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useConfirmationReminder, useEmailChange, useEmailChangeRemoval } from './api.ts'
import { isEmail, isRequired } from './checks.ts'
import { ProfileForm } from './ProfileForm.tsx'

const emailChecks = [isRequired, isEmail]

/** The e-mail of the account, whether it is confirmed, and the way to another one. */
export function EmailPanel({ profile }: { profile: Profile }) {
  const { email, emailConfirmed, emailChange } = profile
  const [changing, setChanging] = useState(false)
  const reminder = useConfirmationReminder()
  const change = useEmailChange(() => setChanging(false))
  const removal = useEmailChangeRemoval()

  return (
    <Panel
      title="E-mail"
      aside={emailConfirmed ? <Tag tone="success">Confirmado</Tag> : <Tag tone="warning">Aguardando confirmação</Tag>}
    >
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{email}</Typography>
        {!emailConfirmed && (
          <Button variant="outlined" onClick={() => reminder.mutate()}>
            Reenviar link de confirmação
          </Button>
        )}
        {emailChange && (
          <Alert severity="info" sx={{ width: '100%' }}>
            <Box sx={{ overflowWrap: 'anywhere' }}>
              Troca para <strong>{emailChange.email}</strong> em andamento.{' '}
              {emailChange.byOld
                ? 'O endereço atual já confirmou; falta o novo.'
                : emailChange.byNew
                  ? 'O novo endereço já confirmou; falta o atual.'
                  : 'Confirme pelas mensagens enviadas aos dois endereços.'}{' '}
              Os links valem até {formatDateTime(emailChange.expiresAt, profile.timeZone)}.
            </Box>
            <Button size="small" variant="outlined" sx={{ mt: 1 }} onClick={() => removal.mutate()}>
              Desistir da troca
            </Button>
          </Alert>
        )}
        {!changing && (
          <Button variant="outlined" onClick={() => setChanging(true)}>
            Trocar e-mail
          </Button>
        )}
      </Box>
      {changing && (
        <Box sx={{ mt: 2 }}>
          <ProfileForm
            submit="Enviar confirmações"
            busy="Enviando…"
            onSend={({ email = '', password = '' }) => change.mutateAsync({ email: email.trim(), password })}
            beside={<Button onClick={() => setChanging(false)}>Cancelar</Button>}
          >
            <TextInput
              source="email"
              label="Novo e-mail"
              type="email"
              autoComplete="email"
              validate={emailChecks}
              autoFocus
            />
            <PasswordInput source="password" label="Senha" autoComplete="current-password" validate={isRequired} />
          </ProfileForm>
        </Box>
      )}
    </Panel>
  )
}
