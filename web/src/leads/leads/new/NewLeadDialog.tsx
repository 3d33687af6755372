import Box from '@mui/material/Box'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { ContactChannel } from '../../../../../services/account/activities/rules.ts'
import { moneyText, readMoney } from '../../../../../services/core/money/rules.ts'
import { validEmail } from '../../../../../services/core/rules.ts'
import { type TypedAnswer, TypedLead } from '../../../../../services/leads/leads/pageSchema.ts'
import { leadFormTexts } from '../../../../../services/leads/leads/rules.ts'
import { useEmployeeOptions } from '../../../account/employees/api.ts'
import { HttpError } from '../../../core/http.ts'
import { useMay, useUser } from '../../../shell/access.ts'
import { Field } from '../../../ui/Field.tsx'
import { FormDialog, useForm } from '../../../ui/form.tsx'
import { useDraft } from '../../../ui/useDraft.ts'
import { useTyping } from '../page/api.ts'
import { SimilarPanel } from '../page/SimilarPanel.tsx'
import { ConsentInputs } from './ConsentInputs.tsx'
import { empty, inputs, type Typed } from './inputs.ts'

type Draft = Typed & {
  ownerId: string
  channels: ContactChannel[]
  evidence: string
  againReason: string
  /** Whether it is stored beside those that resemble it. */
  separate: boolean
}

function toBody({ name, source, valueCents, ownerId, channels, evidence, againReason, separate, ...others }: Draft) {
  const cents = readMoney(valueCents)
  const body: TypedLead = {
    name,
    ...Object.fromEntries(Object.entries(others).filter(([, text]) => text.trim())),
    ...(source.trim() && { source: source.trim() }),
    ...(typeof cents === 'number' && { valueCents: cents }),
    ownerId: ownerId || null,
    ...(channels.length > 0 && { consent: { granted: true, channels, evidence: evidence.trim() } }),
    ...(separate && { separate }),
    ...(againReason.trim() && { againReason: againReason.trim() })
  }
  return body
}

function check({ name, email, valueCents, channels, evidence }: Draft): Record<string, string> {
  return {
    ...(!name.trim() && { name: leadFormTexts.required }),
    ...(email.trim() && !validEmail(email.trim()) && { email: leadFormTexts.email }),
    ...(readMoney(valueCents) === undefined && { valueCents: moneyText }),
    ...(channels.length > 0 && !evidence.trim() && { 'consent.evidence': 'Informe como a pessoa autorizou.' })
  }
}

/** Types a lead in, and shows meanwhile who resembles it. */
export function NewLeadDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const notify = useNotify()
  const assigns = useMay('assign_leads')
  const me = useUser()?.companyEmployee?.id ?? ''
  const { data: people = [] } = useEmployeeOptions({ enabled: assigns })
  // Set once the server says that the person had asked to be erased.
  const [again, setAgain] = useState(false)

  function done({ id: leadId, lead, matchedBy, held }: TypedAnswer): void {
    onClose()
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

  const initial: Draft = { ...empty, ownerId: me, channels: [], evidence: '', againReason: '', separate: false }
  const form = useForm(TypedLead, initial, useTyping(done), {
    toBody,
    check: draft => ({
      ...check(draft),
      ...(again && !draft.againReason.trim() && { againReason: 'Informe o motivo.' })
    }),
    keep: 'new-lead',
    remembers: true,
    onFailure: error => {
      if (error instanceof HttpError && error.body.code === 'ERASED_PERSON') setAgain(true)
    }
  })

  return (
    <FormDialog
      form={form}
      full
      title="Novo lead"
      label={again ? 'Cadastrar mesmo assim' : 'Salvar'}
      busy="Salvando..."
      onClose={onClose}
    >
      {again && (
        <Field
          fullWidth
          required
          name="againReason"
          label="Motivo para cadastrar de novo"
          placeholder="A pessoa ligou e pediu um orçamento"
          help="Fica registrado com o seu nome."
          longest={500}
        />
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
        {[...inputs.slice(0, 3), null, ...inputs.slice(3)].map(input =>
          input ? (
            <Field
              key={input.field}
              name={input.field}
              kind={input.kind ?? 'text'}
              label={input.label}
              longest={input.max}
              required={input.field === 'name'}
              autoFocus={input.field === 'name'}
              {...(input.wide && { sx: { gridColumn: '1 / -1' } })}
            />
          ) : (
            <Similar
              key="similar"
              typed={form.values}
              onOpen={onClose}
              onSeparate={() => form.submit({ separate: true })}
            />
          )
        )}
        {assigns && (
          <Field
            kind="choice"
            name="ownerId"
            label="Responsável"
            options={[
              { value: '', label: 'Sem responsável' },
              ...(me ? [{ value: me, label: 'Eu' }] : []),
              ...people
                .filter(person => person.active && person.id !== me)
                .map(({ id, name }) => ({ value: id, label: name }))
            ]}
          />
        )}
        <Field kind="money" name="valueCents" label="Valor estimado" />
        <Field multiline minRows={2} name="message" label="Mensagem" longest={5000} sx={{ gridColumn: '1 / -1' }} />
      </Box>
      <ConsentInputs />
    </FormDialog>
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
