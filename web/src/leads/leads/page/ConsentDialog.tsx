import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import type { ContactChannel } from '../../../../../services/account/activities/rules.ts'
import { channelLabels } from '../labels.ts'
import { useNewConsent } from './api.ts'

type Props = { leadId: string; channel: ContactChannel; granted: boolean; onClose: () => void }

/** Records what a person has decided about a channel, and how it is known. */
export function ConsentDialog({ leadId, channel, granted, onClose }: Props) {
  const id = useId()
  const [evidence, setEvidence] = useState('')
  const record = useNewConsent(leadId)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (evidence.trim() && !record.isPending)
      record.mutate({ channel, granted, evidence: evidence.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>
          {granted ? 'Registrar autorização' : 'Registrar revogação'}: {channelLabels[channel]}
        </DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>
            A decisão é acrescentada ao histórico com seu nome, a data e o IP, e não pode ser apagada.
          </Typography>
          <TextField
            autoFocus
            required
            fullWidth
            multiline
            minRows={2}
            label="Como a pessoa decidiu"
            placeholder={granted ? 'Autorizou por telefone em...' : 'Pediu por WhatsApp para não receber mais...'}
            value={evidence}
            onChange={event => setEvidence(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 1000 } }}
            sx={{ mt: 0.5 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            type="submit"
            variant="contained"
            color={granted ? 'primary' : 'error'}
            disabled={!evidence.trim() || record.isPending}
          >
            Registrar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
