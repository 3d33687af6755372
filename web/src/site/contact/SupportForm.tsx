import { type FormEvent, useState } from 'react'
import type { User } from '../../../../services/account/auth/schema.ts'
import { checkContact, contactSubjects, subjectLabels } from '../../../../services/support/contact/rules.ts'
import type { ContactAccepted } from '../../../../services/support/contact/schema.ts'
import { HttpError, request } from '../../core/http.ts'
import styles from '../account/account.module.css'
import { Field } from '../parts/Field.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import { Notice } from '../parts/Notice.tsx'
import { Select } from '../parts/Select.tsx'
import { Submit } from '../parts/Submit.tsx'
import { showToast } from '../parts/toasts.ts'
import contact from './contact.module.css'

const fields = ['subject', 'message'] as const

type Props = { client: User; onSent: (protocol: string) => void; onOther: () => void }

/** A client is known: their message waits for the team with their company's name beside it. */
export function SupportForm({ client, onSent, onOther }: Props) {
  const { form, errors, events, show, values } = useFieldErrors(checkContact)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const typed = values()
    const failed = failures(typed, fields, checkContact)
    if (failed) return show(failed)
    setBusy(true)
    setProblem(null)
    try {
      const { json } = await request<ContactAccepted>('/api/chat/support', {
        method: 'POST',
        body: { subject: typed.subject, message: typed.message }
      })
      onSent(json.protocol)
    } catch (error) {
      setBusy(false)
      showToast({ tone: 'error', title: 'Não foi possível abrir o chamado' })
      const errors = error instanceof HttpError ? (error.body.errors ?? {}) : {}
      if (fields.some(name => errors[name])) show(errors)
      else setProblem(error instanceof Error ? error.message : 'Tente novamente em alguns instantes.')
    }
  }

  return (
    <>
      <div className={styles.heading}>
        <h1>Abra um chamado</h1>
        <p>
          A equipe recebe o chamado com os dados da sua empresa e responde para <strong>{client.email}</strong>.
        </p>
      </div>
      <form ref={form} className={contact.form} noValidate onSubmit={send} {...events}>
        <div className={contact.whole}>
          <Field name="subject" label="Assunto" error={errors.subject} required>
            {control => (
              <Select control={control} value="support" placeholder="Escolha o assunto">
                {contactSubjects.map(value => ({ value, label: subjectLabels[value] }))}
              </Select>
            )}
          </Field>
        </div>
        <div className={contact.whole}>
          <Field name="message" label="Mensagem" error={errors.message} required>
            {control => <textarea {...control} rows={5} maxLength={5000} />}
          </Field>
        </div>
        {problem && (
          <div className={contact.whole}>
            <Notice tone="error">{problem}</Notice>
          </div>
        )}
        <div className={contact.whole}>
          <Submit label="Abrir chamado" busyLabel="Enviando..." busy={busy} />
          <button type="button" className={contact.other} onClick={onOther}>
            Escrever com outros dados
          </button>
        </div>
      </form>
    </>
  )
}
