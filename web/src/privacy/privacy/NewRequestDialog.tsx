import Box from '@mui/material/Box'
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
import { TypedRequest } from '../../../../services/privacy/privacy/schema.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog, useForm } from '../../ui/form.tsx'
import { useNewRequest } from './api.ts'

const kinds = requestKinds.map(value => ({ value, label: requestLabels[value] }))
const ways = requestChannels
  .filter(channel => channel !== 'page')
  .map(value => ({ value, label: channelLabels[value] }))

const draftOf = (today: string) => ({
  kind: 'erasure' as RequestKind,
  channel: 'phone' as Exclude<RequestChannel, 'page'>,
  simplified: false,
  name: '',
  email: '',
  phone: '',
  receivedOn: today,
  details: ''
})

/** Keeps a request that came by telephone, by mail or in person, from the day on which it came. */
export function NewRequestDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const notify = useNotify()
  const zone = useTimeZone()
  const store = useNewRequest(({ id }) => {
    notify('Pedido registrado', { type: 'success' })
    void navigate(`/privacy-requests/${id}`)
  })
  const form = useForm(TypedRequest, draftOf(dayAt(Date.now(), zone)), store, {
    toBody: ({ simplified, ...draft }): TypedRequest => ({ ...draft, ...(draft.kind === 'access' && { simplified }) }),
    keep: 'privacy-request'
  })
  return (
    <FormDialog form={form} full title="Registrar pedido" label="Registrar" busy="Registrando..." onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
        <Field kind="choice" name="kind" label="A pessoa pede" options={kinds} />
        <Field kind="choice" name="channel" label="Chegou por" options={ways} />
        {form.values.kind === 'access' && (
          <Field kind="check" name="simplified" label="Basta a resposta simplificada" sx={{ gridColumn: '1 / -1' }} />
        )}
        <Field required autoFocus name="name" label="Nome da pessoa" longest={200} sx={{ gridColumn: '1 / -1' }} />
        <Field kind="email" name="email" label="E-mail" />
        <Field kind="phone" name="phone" label="Telefone" />
        <Field kind="date" required name="receivedOn" label="Recebido em" />
        <Field
          multiline
          minRows={2}
          name="details"
          label="O que a pessoa pediu"
          longest={2000}
          sx={{ gridColumn: '1 / -1' }}
        />
      </Box>
    </FormDialog>
  )
}
