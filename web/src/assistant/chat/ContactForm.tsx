import { type FormEvent, useState } from 'react'
import { checkContact, contactFields } from '../../../../services/assistant/chat/rules.ts'
import type { Contact } from './api.ts'
import styles from './chat.module.css'

const fields = {
  name: { label: 'Nome', type: 'text', autoComplete: 'name', maxLength: 200 },
  email: { label: 'E-mail', type: 'email', autoComplete: 'email', maxLength: 254 },
  phone: { label: 'Telefone', type: 'tel', autoComplete: 'tel', maxLength: 40 }
} as const

type Props = { busy: boolean; onSend: (contact: Contact) => void; onClose: () => void }

/** Where somebody of the team can reach a visitor. */
export function ContactForm({ busy, onSend, onClose }: Props) {
  const [contact, setContact] = useState<Contact>({ name: '', email: '', phone: '' })
  const [errors, setErrors] = useState<Partial<Contact>>({})

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const found: Partial<Contact> = {}
    for (const name of contactFields) {
      const error = checkContact(name, contact[name])
      if (error) found[name] = error
    }
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else if (!busy) onSend({ name: contact.name.trim(), email: contact.email.trim(), phone: contact.phone.trim() })
  }

  return (
    <form className={styles.contact} aria-label="Falar com uma pessoa" noValidate onSubmit={submit}>
      <p>Como a nossa equipe pode falar com você?</p>
      {contactFields.map((name, at) => {
        const { label, type, autoComplete, maxLength } = fields[name]
        const error = errors[name]
        return (
          <label key={name}>
            {label}
            <input
              // biome-ignore lint/a11y/noAutofocus: the person has just asked for this form
              autoFocus={at === 0}
              name={name}
              type={type}
              autoComplete={autoComplete}
              maxLength={maxLength}
              value={contact[name]}
              aria-required
              aria-invalid={error !== undefined}
              aria-describedby={error && `chat-contact-${name}`}
              onChange={event => {
                setContact({ ...contact, [name]: event.target.value })
                setErrors({ ...errors, [name]: undefined })
              }}
            />
            {error && <span id={`chat-contact-${name}`}>{error}</span>}
          </label>
        )
      })}
      <div className={styles.choices}>
        <button type="button" className={styles.plain} onClick={onClose}>
          Cancelar
        </button>
        <button type="submit" className={styles.primary} disabled={busy}>
          {busy ? 'Enviando...' : 'Pedir contato'}
        </button>
      </div>
    </form>
  )
}
