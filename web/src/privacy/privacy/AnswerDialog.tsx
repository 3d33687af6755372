import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { type Refusal, refusalLabels, refusals } from '../../../../services/privacy/privacy/rules.ts'
import { type PrivacyRequestDetail, useAnswer, useRefusal } from './api.ts'

type Props = { request: PrivacyRequestDetail; refuse: boolean; onClose: () => void }

/** The answer that the person gets by mail and sees on their page. */
export function AnswerDialog({ request, refuse, onClose }: Props) {
  const id = useId()
  const notify = useNotify()
  const [refusal, setRefusal] = useState<Refusal>(request.leads.length === 0 ? 'not_found' : 'identity')
  const [text, setText] = useState('')
  const answer = useAnswer(request.id)
  const refused = useRefusal(request.id)
  const { isPending, error } = refuse ? refused : answer

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isPending) return
    const onSuccess = () => {
      onClose()
      notify(refuse ? 'Pedido recusado' : 'Pedido marcado como atendido', { type: 'success' })
    }
    if (refuse) refused.mutate({ refusal, text }, { onSuccess })
    else answer.mutate({ text }, { onSuccess })
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id}>{refuse ? 'Recusar o pedido' : 'Marcar como atendido'}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography>
            {request.email
              ? `A resposta vai para ${request.email} e aparece na página Meus dados.`
              : 'Este pedido não tem e-mail: conte a resposta à pessoa pelo telefone.'}
          </Typography>
          {error && <Alert severity="error">{error.message}</Alert>}
          {refuse && (
            <TextField
              select
              label="Motivo"
              value={refusal}
              onChange={event => setRefusal(event.target.value as Refusal)}
            >
              {refusals.map(each => (
                <MenuItem key={each} value={each}>
                  {refusalLabels[each]}
                </MenuItem>
              ))}
            </TextField>
          )}
          <TextField
            autoFocus
            multiline
            minRows={3}
            label={refuse ? 'Explicação' : 'Resposta'}
            required={refuse && refusal === 'other'}
            value={text}
            onChange={event => setText(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 2000 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" color={refuse ? 'error' : 'primary'} disabled={isPending}>
            {refuse ? 'Recusar' : 'Marcar como atendido'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
