import { type FormEvent, useState } from 'react'
import type { WaitAdded } from '../../../../services/calendar/waitlist/schema.ts'
import { HttpError, request } from '../../core/http.ts'
import { EmailInput } from '../parts/EmailInput.tsx'
import { Field } from '../parts/Field.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import { Notice } from '../parts/Notice.tsx'
import { PhoneInput } from '../parts/PhoneInput.tsx'
import { Submit } from '../parts/Submit.tsx'
import styles from './booking.module.css'
import { dayName } from './words.ts'

type Props = { slug: string; serviceId: string; employeeId: string | null; day: string; consent: string }

const names = ['name', 'email', 'phone'] as const
const missing = { name: 'Informe o seu nome.', email: 'Informe o seu e-mail.', phone: 'Informe o seu telefone.' }
const check = (name: string, value: string): string | undefined =>
  name in missing && value.trim() === '' ? missing[name as keyof typeof missing] : undefined

/** Asks to be notified once a time of a day becomes free. */
export function WaitForm({ slug, serviceId, employeeId, day, consent }: Props) {
  const { form, errors, events, show, values } = useFieldErrors(check)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState(false)
  if (done)
    return (
      <Notice tone="success" title="Pedido guardado">
        Se abrir um horário em {dayName(day)}, você recebe um e-mail. Quem marcar primeiro fica com ele.
      </Notice>
    )

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    const { consentGiven, ...typed } = values()
    const failed = failures(typed, names, check)
    if (failed) return show(failed)
    setBusy(true)
    setProblem(undefined)
    try {
      await request<WaitAdded>(`/public/booking/${slug}/waitlist`, {
        method: 'POST',
        body: {
          ...typed,
          ...(employeeId && { employeeId }),
          serviceId,
          from: day,
          to: day,
          consentGiven: consentGiven === 'true'
        }
      })
      setDone(true)
    } catch (error) {
      const refused = error instanceof HttpError ? (error.body.errors ?? {}) : {}
      if (names.some(name => refused[name])) show(refused)
      else setProblem(error instanceof Error ? error.message : 'Tente novamente em alguns instantes.')
    }
    setBusy(false)
  }
  return (
    <form ref={form} className={styles.wait} noValidate onSubmit={send} {...events}>
      <Field name="name" label="Nome" error={errors.name} required>
        {control => <input {...control} autoComplete="name" maxLength={200} />}
      </Field>
      <Field name="email" label="E-mail" error={errors.email} required>
        {control => <EmailInput {...control} />}
      </Field>
      <Field name="phone" label="Telefone" error={errors.phone} required>
        {control => <PhoneInput {...control} />}
      </Field>
      <label>
        <input type="checkbox" name="consentGiven" value="true" /> {consent}
      </label>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Submit label="Avise-me" busyLabel="Enviando..." busy={busy} />
    </form>
  )
}
