import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { dayAt } from '../../../../services/core/zones/rules.ts'
import {
  channelLabels,
  type RequestChannel,
  type RequestKind,
  requestChannels,
  requestKinds,
  requestLabels
} from '../../../../services/privacy/privacy/rules.ts'
import { HttpError } from '../../core/http.ts'
import { useTimeZone } from '../../shell/company.ts'
import { useNewRequest } from './api.ts'

const ways = requestChannels.filter(channel => channel !== 'page')

/** Keeps a request that came by telephone, by mail or in person, from the day on which it came. */
export function NewRequestDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const navigate = useNavigate()
  const notify = useNotify()
  const store = useNewRequest()
  const [kind, setKind] = useState<RequestKind>('erasure')
  const [channel, setChannel] = useState<Exclude<RequestChannel, 'page'>>('phone')
  const [simplified, setSimplified] = useState(false)
  const zone = useTimeZone()
  const [typed, setTyped] = useState({
    name: '',
    email: '',
    phone: '',
    receivedOn: dayAt(Date.now(), zone),
    details: ''
  })
  const [errors, setErrors] = useState<Record<string, string>>({})

  const field = (name: keyof typeof typed, label: string, more: object = {}) => (
    <TextField
      label={label}
      value={typed[name]}
      onChange={event => {
        setTyped({ ...typed, [name]: event.target.value })
        setErrors({})
      }}
      error={errors[name] !== undefined}
      helperText={errors[name]}
      {...more}
    />
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (store.isPending) return
    store.mutate(
      { kind, channel, ...(kind === 'access' && { simplified }), ...typed },
      {
        onSuccess: made => {
          notify('Pedido registrado', { type: 'success' })
          void navigate(`/privacy-requests/${made.id}`)
        },
        onError: error => setErrors((error instanceof HttpError && error.body.errors) || { form: error.message })
      }
    )
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby={id}>
      <DialogTitle id={id}>Registrar pedido</DialogTitle>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'contents' }}>
        <DialogContent>
          {errors.form && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {errors.form}
            </Alert>
          )}
          <Box sx={{ display: 'grid', gap: 2, pt: 0.5, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
            <TextField
              select
              label="A pessoa pede"
              value={kind}
              onChange={event => setKind(event.target.value as RequestKind)}
            >
              {requestKinds.map(each => (
                <MenuItem key={each} value={each}>
                  {requestLabels[each]}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              select
              label="Chegou por"
              value={channel}
              onChange={event => setChannel(event.target.value as typeof channel)}
            >
              {ways.map(each => (
                <MenuItem key={each} value={each}>
                  {channelLabels[each]}
                </MenuItem>
              ))}
            </TextField>
            {kind === 'access' && (
              <FormControlLabel
                sx={{ gridColumn: '1 / -1' }}
                label="Basta a resposta simplificada"
                control={<Checkbox checked={simplified} onChange={(_event, on) => setSimplified(on)} />}
              />
            )}
            {field('name', 'Nome da pessoa', { required: true, autoFocus: true, sx: { gridColumn: '1 / -1' } })}
            {field('email', 'E-mail', { type: 'email' })}
            {field('phone', 'Telefone', { type: 'tel' })}
            {field('receivedOn', 'Recebido em', {
              type: 'date',
              required: true,
              slotProps: { inputLabel: { shrink: true } }
            })}
            {field('details', 'O que a pessoa pediu', {
              multiline: true,
              minRows: 2,
              sx: { gridColumn: '1 / -1' },
              slotProps: { htmlInput: { maxLength: 2000 } }
            })}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained" disabled={store.isPending}>
            {store.isPending ? 'Registrando...' : 'Registrar'}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
