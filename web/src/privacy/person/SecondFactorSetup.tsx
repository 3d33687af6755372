import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { TextInput } from 'react-admin'
import type { SecondFactorStart } from '../../../../services/account/auth/schema.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { useSecondFactorConfirmation } from './api.ts'
import { isRequired } from './checks.ts'
import { ProfileForm } from './ProfileForm.tsx'

const qrSize = 168
// Rarely needed, and no small library.
const QrCode = onDemand(
  async () => (await import('qrcode.react')).QRCodeSVG,
  <Box sx={{ width: qrSize, height: qrSize }} />
)

type Props = {
  started: SecondFactorStart
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** The secret as a QR code and as letters, and the field for the first code of the app. */
export function SecondFactorSetup({ started, onDone, onCancel }: Props) {
  const confirmation = useSecondFactorConfirmation(onDone)

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="body2">
        1. Leia este código com o aplicativo autenticador (Google Authenticator, Microsoft Authenticator, 1Password ou
        outro).
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2.5, alignItems: 'center' }}>
        {/* White in both themes: cameras look for dark on light. */}
        <Box sx={{ bgcolor: '#fff', p: 1.5, borderRadius: 1, lineHeight: 0, border: 1, borderColor: 'divider' }}>
          <QrCode value={started.uri} size={qrSize} title="Código QR da verificação em duas etapas" />
        </Box>
        <Box sx={{ minWidth: 0, flex: '1 1 200px' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
            Sem câmera? Digite esta chave no aplicativo:
          </Typography>
          <Box component="code" sx={{ fontFamily: 'monospace', fontSize: '0.9375rem', overflowWrap: 'anywhere' }}>
            {started.secret.match(/.{1,4}/g)?.join(' ')}
          </Box>
        </Box>
      </Box>
      <Typography variant="body2">2. Digite o código de 6 dígitos que o aplicativo mostra.</Typography>
      <ProfileForm
        submit="Confirmar"
        busy="Confirmando…"
        onSend={({ code = '' }) => confirmation.mutateAsync(code)}
        beside={<Button onClick={onCancel}>Cancelar</Button>}
      >
        <TextInput
          source="code"
          label="Código de verificação"
          validate={isRequired}
          autoComplete="one-time-code"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
          autoFocus
        />
      </ProfileForm>
    </Box>
  )
}
