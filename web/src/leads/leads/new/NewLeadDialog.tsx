import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { ContactChannel } from '../../../../../services/account/activities/rules.ts'
import { moneyText, readMoney } from '../../../../../services/core/money/rules.ts'
import { validEmail } from '../../../../../services/core/rules.ts'
import type { TypedAnswer } from '../../../../../services/leads/leads/pageSchema.ts'
import { leadFormTexts } from '../../../../../services/leads/leads/rules.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { HttpError } from '../../../core/http.ts'
import { useMay, useUser } from '../../../shell/access.ts'
import { useKept } from '../../../ui/kept.ts'
import { useDraft } from '../../../ui/useDraft.ts'
import { MoneyInput } from '../MoneyInput.tsx'
import { useTyping } from '../page/api.ts'
import { SimilarPanel } from '../page/SimilarPanel.tsx'
import { ConsentInputs } from './ConsentInputs.tsx'
import { empty, type Input, inputs, type Typed } from './inputs.ts'

/** Types a lead in, and shows meanwhile who resembles it. */
export function NewLeadDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const phone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const navigate = useNavigate()
  const notify = useNotify()
  const assigns = useMay('assign_leads')
  const me = useUser()?.companyEmployee?.id ?? ''
  const { data: people = [] } = useEmployeeOptions({ enabled: assigns })
  const [kept, setTyped, forget] = useKept('new-lead', empty)
  // Words that were kept before an update may lack a field.
  const typed: Typed = { ...empty, ...kept }
  const [owner, setOwner] = useState(me)
  const [channels, setChannels] = useState<ContactChannel[]>([])
  const [evidence, setEvidence] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  // Set once the server says that the person had asked to be erased.
  const [againReason, setAgainReason] = useState<string | null>(null)
  const store = useTyping()

  /** A click beside the dialog closes it only where nothing was typed. Esc does, and what was typed is there again. */
  function leave(_event: object, reason: 'backdropClick' | 'escapeKeyDown'): void {
    if (reason === 'escapeKeyDown' || Object.values(typed).every(text => text === '')) onClose()
  }

  function giveUp(): void {
    forget()
    onClose()
  }

  const type = (field: Input['field']) => (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(current => ({ ...current, [field]: event.target.value }))
    setErrors({})
  }

  function done({ id: leadId, lead, matchedBy, held }: TypedAnswer): void {
    giveUp()
    if (held) {
      notify('Lead guardado. Ele aparece quando o seu plano permitir.', { type: 'warning', autoHideDuration: 8000 })
    } else if (!lead) {
      notify('Este lead já existe e é de outro responsável. O que você digitou foi anexado a ele.', {
        type: 'warning',
        autoHideDuration: 8000
      })
    } else {
      notify(matchedBy.length > 0 ? `Você já tinha ${lead.name}. Completamos o que faltava.` : 'Lead criado', {
        type: 'success'
      })
      void navigate(`/leads/${leadId}`)
    }
  }

  function submit(separate: boolean): void {
    const wrong: Record<string, string> = {}
    if (!typed.name.trim()) wrong.name = leadFormTexts.required
    if (typed.email.trim() && !validEmail(typed.email.trim())) wrong.email = leadFormTexts.email
    const valueCents = readMoney(typed.value)
    if (valueCents === undefined) wrong.valueCents = moneyText
    if (channels.length > 0 && !evidence.trim()) wrong.evidence = 'Informe como a pessoa autorizou.'
    if (againReason !== null && !againReason.trim()) wrong.againReason = 'Informe o motivo.'
    setErrors(wrong)
    if (Object.keys(wrong).length > 0 || store.isPending) return
    const { source, name, value, ...others } = typed
    const filled = Object.fromEntries(Object.entries(others).filter(([, value]) => value.trim()))
    store.mutate(
      {
        name,
        ...filled,
        ...(source.trim() && { source: source.trim() }),
        ...(valueCents !== null && { valueCents }),
        ownerId: owner || null,
        ...(channels.length > 0 && { consent: { granted: true, channels, evidence: evidence.trim() } }),
        ...(separate && { separate }),
        ...(againReason?.trim() && { againReason: againReason.trim() })
      },
      {
        onSuccess: done,
        onError: error => {
          if (error instanceof HttpError && error.body.code === 'ERASED_PERSON') setAgainReason('')
          setErrors((error instanceof HttpError && error.body.errors) || { form: error.message })
        }
      }
    )
  }

  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby={id}>
      <DialogTitle id={id}>Novo lead</DialogTitle>
      <Box
        component="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit(false)
        }}
        sx={{ display: 'contents' }}
      >
        <DialogContent>
          {errors.form && (
            <Alert severity={againReason === null ? 'error' : 'warning'} sx={{ mb: 2 }}>
              {errors.form}
            </Alert>
          )}
          {againReason !== null && (
            <TextField
              fullWidth
              required
              label="Motivo para cadastrar de novo"
              placeholder="A pessoa ligou e pediu um orçamento"
              value={againReason}
              onChange={event => {
                setAgainReason(event.target.value)
                setErrors({})
              }}
              error={errors.againReason !== undefined}
              helperText={errors.againReason ?? 'Fica registrado com o seu nome.'}
              slotProps={{ htmlInput: { maxLength: 500 } }}
              sx={{ mb: 2, mt: 0.5 }}
            />
          )}
          <Box sx={{ display: 'grid', gap: 2, pt: 0.5, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
            {[...inputs.slice(0, 3), null, ...inputs.slice(3)].map(input => {
              if (!input)
                return <Similar key="similar" typed={typed} onOpen={onClose} onSeparate={() => submit(true)} />
              const { field, label, type: kind, max, wide } = input
              return (
                <TextField
                  key={field}
                  label={label}
                  type={kind}
                  required={field === 'name'}
                  autoFocus={field === 'name'}
                  value={typed[field]}
                  onChange={type(field)}
                  error={errors[field] !== undefined}
                  helperText={errors[field]}
                  slotProps={{ htmlInput: { maxLength: max, autoComplete: 'off' } }}
                  sx={wide ? { gridColumn: '1 / -1' } : undefined}
                />
              )
            })}
            {assigns && (
              <TextField select label="Responsável" value={owner} onChange={event => setOwner(event.target.value)}>
                <MenuItem value="">Sem responsável</MenuItem>
                {me && <MenuItem value={me}>Eu</MenuItem>}
                {people
                  .filter(person => person.active && person.id !== me)
                  .map(person => (
                    <MenuItem key={person.id} value={person.id}>
                      {person.name}
                    </MenuItem>
                  ))}
              </TextField>
            )}
            <MoneyInput
              label="Valor estimado"
              value={typed.value}
              onChange={value => {
                setTyped(current => ({ ...current, value }))
                setErrors({})
              }}
              error={errors.valueCents !== undefined}
              helperText={errors.valueCents}
            />
            <TextField
              label="Mensagem"
              multiline
              minRows={2}
              value={typed.message}
              onChange={type('message')}
              error={errors.message !== undefined}
              helperText={errors.message}
              slotProps={{ htmlInput: { maxLength: 5000 } }}
              sx={{ gridColumn: '1 / -1' }}
            />
          </Box>
          <ConsentInputs
            channels={channels}
            evidence={evidence}
            error={errors.evidence}
            onChannels={setChannels}
            onEvidence={setEvidence}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={giveUp}>Cancelar</Button>
          <Button type="submit" variant="contained" disabled={store.isPending}>
            {store.isPending ? 'Salvando...' : againReason === null ? 'Salvar' : 'Cadastrar mesmo assim'}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

/** Asks when the typing pauses. */
function Similar({ typed, ...more }: { typed: Typed; onOpen: () => void; onSeparate: () => void }) {
  const now = [typed.name, typed.phone, typed.email, typed.cnpj].join('\n')
  const [paused, setPaused] = useState(now)
  const [, setDraft] = useDraft(paused, setPaused)
  const [last, setLast] = useState(now)
  if (now !== last) {
    setLast(now)
    setDraft(now)
  }
  const [name = '', phone = '', email = '', cnpj = ''] = paused.split('\n')
  return <SimilarPanel typed={{ name, phone, email, cnpj }} {...more} />
}
