import { type FormEvent, useState } from 'react'
import { digits } from '../../../../services/core/rules.ts'
import { leadFormTexts, validEmail } from '../../../../services/leads/rules.ts'
import { NeedsScript } from '../account/NeedsScript.tsx'
import { Field } from '../parts/Field.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import { askLink } from './api.ts'
import styles from './person.module.css'

function checkContact(name: string, value: string): string | undefined {
  const given = value.trim()
  if (name !== 'contact') return undefined
  if (given === '') return leadFormTexts.required
  const fits = given.includes('@') ? validEmail(given) : digits(given).length >= 8
  return fits ? undefined : 'Digite um e-mail ou um telefone com DDD.'
}

type Props = { client: string; company: string | null; problem: string | null }

/** One field, and the same answer whether the company knows the person or not. */
export function AskForLink({ client, company, problem }: Props) {
  const { form, errors, events, show, values } = useFieldErrors(checkContact)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)

  async function ask(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { contact = '' } = values()
    const failed = failures({ contact }, ['contact'], checkContact)
    if (failed) return show(failed)
    setBusy(true)
    setRefused(null)
    setSent(null)
    try {
      setSent(await askLink(client, contact.trim()))
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }

  if (problem)
    return (
      <>
        <div className={styles.heading}>
          <h1>Meus dados</h1>
        </div>
        <Notice tone="error">{problem}</Notice>
        <a href="/my-data">Procurar a empresa pelo CNPJ</a>
      </>
    )
  return (
    <>
      <div className={styles.heading}>
        <h1>Meus dados</h1>
        <p>
          Veja o que {company ?? 'esta empresa'} guarda sobre você, baixe, corrija, retire consentimentos ou peça a
          exclusão. Não precisa de senha: enviamos um link ao seu e-mail.
        </p>
      </div>
      <NeedsScript />
      {sent && <Notice tone="success">{sent} Confira também a caixa de spam.</Notice>}
      {refused && <Notice tone="error">{refused}</Notice>}
      <form ref={form} className={styles.form} noValidate onSubmit={ask} {...events}>
        <Field
          name="contact"
          label="E-mail ou telefone"
          error={errors.contact}
          hint="O mesmo que você informou à empresa."
          required
        >
          {control => (
            <input
              {...control}
              type="text"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
            />
          )}
        </Field>
        <Submit label={sent ? 'Enviar novamente' : 'Enviar link'} busyLabel="Enviando..." busy={busy} />
      </form>
      <p className={styles.small}>
        Informou só o telefone? O link só vai para um e-mail do cadastro: peça à empresa, e ela envia um link pelo
        WhatsApp.
      </p>
    </>
  )
}
