import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import { type SuppressionReason, suppressionTexts } from '../../../../services/marketing/suppressions/rules.ts'
import { useSuppressionLift } from './api.ts'

type Props = { id: string; email: string; reason: SuppressionReason; onClose: () => void }

/** Asks why an e-mail may get campaigns again, which the audit log keeps. */
export function LiftDialog({ id, email, reason, onClose }: Props) {
  const title = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const lift = useSuppressionLift(onClose)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (lift.isPending) return
    const missing = text.trim().length < 3
    setError(missing ? suppressionTexts.reason : '')
    if (!missing) lift.mutate({ id, reason: text.trim() })
  }

  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={title}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={title}>Retirar o bloqueio?</DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            {reason === 'unsubscribed' || reason === 'complained'
              ? `${email} pediu para sair. Retire só se a pessoa pediu para voltar: ela só recebe depois que o aceite dela for registrado de novo no lead.`
              : reason === 'promotions'
                ? `${email} pediu para não receber promoções. Retire só se a pessoa pediu para voltar.`
                : `${email} volta a receber campanhas, se aceitou receber.`}
          </Typography>
          <TextField
            autoFocus
            required
            fullWidth
            multiline
            minRows={2}
            label="Motivo"
            value={text}
            error={Boolean(error)}
            helperText={error || 'Fica registrado na auditoria.'}
            onChange={event => setText(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 300 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" color="error" aria-busy={lift.isPending}>
            Retirar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
