import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { PasswordInput, TextInput } from 'react-admin'
import { isRequired } from './checks.ts'
import { ProfileForm } from './ProfileForm.tsx'

type Props = {
  title: string
  text: string
  submit: string
  onSend: (proof: Record<string, string>) => Promise<unknown>
  onClose: () => void
}

/** Asks for the password and a code before the second factor is touched. */
export function ProofDialog({ title, text, submit, onSend, onClose }: Props) {
  const id = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{text}</Typography>
        <ProfileForm
          submit={submit}
          busy="Aguarde…"
          onSend={onSend}
          beside={<Button onClick={onClose}>Cancelar</Button>}
        >
          <PasswordInput
            source="password"
            label="Senha"
            autoComplete="current-password"
            validate={isRequired}
            autoFocus
          />
          <TextInput
            source="code"
            label="Código do aplicativo ou de recuperação"
            autoComplete="one-time-code"
            validate={isRequired}
          />
        </ProfileForm>
      </DialogContent>
    </Dialog>
  )
}
