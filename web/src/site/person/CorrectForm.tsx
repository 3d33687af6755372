import { type FormEvent, useState } from 'react'
import { validEmail } from '../../../../services/core/rules.ts'
import { checkPhone, formatPhone, phoneDigits } from '../../../../services/core/telephone/brazil/rules.ts'
import { leadFormTexts } from '../../../../services/leads/leads/rules.ts'
import { EmailInput } from '../parts/EmailInput.tsx'
import { Field } from '../parts/Field.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import { PhoneInput } from '../parts/PhoneInput.tsx'
import { Submit } from '../parts/Submit.tsx'
import type { PersonData } from './api.ts'
import styles from './person.module.css'

function check(name: string, value: string): string | undefined {
  const trimmed = value.trim()
  if (name === 'email' && trimmed && !validEmail(trimmed)) return leadFormTexts.email
  return name === 'phone' ? checkPhone(trimmed) : undefined
}

const fields = ['name', 'email', 'phone', 'company'] as const

type Props = {
  lead: PersonData['leads'][number] | undefined
  onSend: (path: string, body: object, done: string) => Promise<boolean>
}

/** The corrections that the reader proposes; the company applies them. */
export function CorrectForm({ lead, onSend }: Props) {
  const { form, errors, events, show, values } = useFieldErrors(check)
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const typed = values()
    const failed = failures(typed, fields, check)
    if (failed) return show(failed)
    const changed = fields.filter(field => {
      const [before, after] = [lead?.[field] ?? '', typed[field]?.trim() ?? '']
      return after !== '' && (field === 'phone' ? phoneDigits(before) !== phoneDigits(after) : before !== after)
    })
    const details = typed.details?.trim() ?? ''
    if (changed.length === 0 && !details) return show({ name: 'Altere pelo menos um dado.' })
    const proposal = Object.fromEntries(changed.map(field => [field, typed[field]?.trim()]))
    setBusy(true)
    const request = { kind: 'correction', proposal, ...(details && { details }) }
    await onSend('/requests', request, 'Pedido de correção enviado')
    setBusy(false)
  }

  return (
    <form ref={form} className={`${styles.form} ${styles.box}`} noValidate onSubmit={send} {...events}>
      <h2>Corrigir meus dados</h2>
      <p className={styles.small}>Altere o que está errado. A empresa confere, aplica e avisa você por e-mail.</p>
      <Field name="name" label="Nome" error={errors.name}>
        {control => <input {...control} defaultValue={lead?.name ?? ''} autoComplete="name" maxLength={200} />}
      </Field>
      <Field name="email" label="E-mail" error={errors.email}>
        {control => <EmailInput {...control} defaultValue={lead?.email ?? ''} />}
      </Field>
      <Field name="phone" label="Telefone" error={errors.phone}>
        {control => <PhoneInput {...control} defaultValue={lead?.phone ? formatPhone(lead.phone) : ''} />}
      </Field>
      <Field name="company" label="Empresa" error={errors.company}>
        {control => (
          <input {...control} defaultValue={lead?.company ?? ''} autoComplete="organization" maxLength={200} />
        )}
      </Field>
      <Field
        name="details"
        label="Outra correção"
        hint="Um dado para apagar, ou outra resposta sua."
        error={errors.details}
      >
        {control => <textarea {...control} rows={3} maxLength={2000} />}
      </Field>
      <Submit label="Enviar correção" busyLabel="Enviando..." busy={busy} />
    </form>
  )
}
