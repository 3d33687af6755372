import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { User } from '../../../../services/account/auth/schema.ts'
import { consentText } from '../../../../services/leads/leads/rules.ts'
import {
  checkContact,
  contactFields,
  contactSubjects,
  subjectLabels
} from '../../../../services/support/contact/rules.ts'
import type { ContactAccepted } from '../../../../services/support/contact/schema.ts'
import { HttpError, request } from '../../core/http.ts'
import { signedIn, user } from '../../core/session.ts'
import styles from '../account/account.module.css'
import type { PageProps } from '../page.ts'
import controls from '../parts/controls.module.css'
import { EmailInput } from '../parts/EmailInput.tsx'
import { Field } from '../parts/Field.tsx'
import { Frame } from '../parts/Frame.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import { BackIcon, CheckIcon } from '../parts/icons.tsx'
import { Notice } from '../parts/Notice.tsx'
import { PhoneInput } from '../parts/PhoneInput.tsx'
import { Select } from '../parts/Select.tsx'
import { Submit } from '../parts/Submit.tsx'
import { showToast } from '../parts/toasts.ts'
import { Channels } from './Channels.tsx'
import contact from './contact.module.css'
import { SupportForm } from './SupportForm.tsx'

/** Writes to the provider; the answer is a protocol to refer to. */
export function ContactPage({ page }: PageProps) {
  const [protocol, setProtocol] = useState(page.protocol ?? null)
  const [client, setClient] = useState<User | null>(null)
  // Before the first paint of the living page; the server knows nobody.
  useLayoutEffect(() => {
    const current = user()
    if (signedIn() && current?.companyId) setClient(current)
  }, [])
  return (
    <Frame width="wide" footer={<a href="/privacy">Como cuidamos dos seus dados</a>}>
      <a className={styles.back} href="/">
        <BackIcon />
        Voltar
      </a>
      {protocol ? (
        <Received protocol={protocol} home={client ? '/dashboard' : '/'} />
      ) : client ? (
        <SupportForm client={client} onSent={setProtocol} onOther={() => setClient(null)} />
      ) : (
        <ContactForm page={page} onSent={setProtocol} />
      )}
      <Channels channels={page.channels} />
    </Frame>
  )
}

function ContactForm({ page, onSent }: PageProps & { onSent: (protocol: string) => void }) {
  const { form, errors, events, show, values } = useFieldErrors(checkContact, page.errors)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(page.problem ?? null)
  const startedAt = useRef(0)
  useEffect(() => {
    startedAt.current = Date.now()
  }, [])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const typed = values()
    const failed = failures(typed, contactFields, checkContact)
    if (failed) return show(failed)
    setBusy(true)
    setProblem(null)
    const { consentGiven, ...message } = typed
    const elapsed = Date.now() - startedAt.current
    const body = { ...message, consentGiven: consentGiven === 'true', elapsed }
    try {
      const { json } = await request<ContactAccepted>('/public/contact', { method: 'POST', body })
      onSent(json.protocol)
    } catch (error) {
      setBusy(false)
      showToast({ tone: 'error', title: 'Não foi possível enviar a mensagem' })
      const errors = error instanceof HttpError ? (error.body.errors ?? {}) : {}
      if (contactFields.some(name => errors[name])) show(errors)
      else setProblem(error instanceof Error ? error.message : 'Tente novamente em alguns instantes.')
    }
  }

  const before = page.values ?? {}
  return (
    <>
      <div className={styles.heading}>
        <h1>Fale com a gente</h1>
        <p>Escreva para a equipe. Pedidos sobre dados pessoais chegam direto a quem cuida deles.</p>
      </div>
      <form ref={form} className={contact.form} method="post" action="/contact" noValidate onSubmit={send} {...events}>
        <Field name="name" label="Nome" error={errors.name} required>
          {control => <input {...control} autoComplete="name" maxLength={200} defaultValue={before.name} />}
        </Field>
        <Field name="email" label="E-mail" error={errors.email} required>
          {control => <EmailInput {...control} defaultValue={before.email} />}
        </Field>
        <Field name="phone" label="Telefone" error={errors.phone} required>
          {control => <PhoneInput {...control} defaultValue={before.phone} />}
        </Field>
        <Field name="subject" label="Assunto" error={errors.subject} required>
          {control => (
            <Select control={control} value={before.subject} placeholder="Escolha o assunto">
              {contactSubjects.map(value => ({ value, label: subjectLabels[value] }))}
            </Select>
          )}
        </Field>
        <div className={contact.whole}>
          <Field name="message" label="Mensagem" error={errors.message} required>
            {control => <textarea {...control} rows={5} maxLength={5000} defaultValue={before.message} />}
          </Field>
        </div>
        <div className={contact.trap} aria-hidden="true">
          <label>
            Não preencha
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <label className={contact.consent}>
          <input type="checkbox" name="consentGiven" value="true" defaultChecked={before.consentGiven === 'true'} />
          <span>{consentText}</span>
        </label>
        {problem && (
          <div className={contact.whole}>
            <Notice tone="error">{problem}</Notice>
          </div>
        )}
        <div className={contact.whole}>
          <Submit label="Enviar mensagem" busyLabel="Enviando..." busy={busy} />
        </div>
      </form>
    </>
  )
}

/** The heading takes the focus, so that it is read out. */
function Received({ protocol, home }: { protocol: string; home: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={contact.received}>
      <CheckIcon size={56} />
      <h1 ref={heading} tabIndex={-1}>
        Mensagem recebida
      </h1>
      <p>Guarde o número do seu protocolo:</p>
      <p className={contact.protocol}>{protocol}</p>
      <a className={`${controls.button} ${controls.secondary}`} href={home}>
        Voltar ao início
      </a>
    </div>
  )
}
