import { type FormEvent, useState } from 'react'
import { leadFormTexts, validEmail } from '../../../../services/leads/rules.ts'
import { request } from '../../core/http.ts'
import { Field } from '../parts/Field.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import styles from './account.module.css'
import { NeedsScript } from './NeedsScript.tsx'
import { accountProblem } from './problems.ts'

function checkEmail(name: string, value: string): string | undefined {
  if (name !== 'email') return undefined
  if (value.trim() === '') return leadFormTexts.required
  return validEmail(value.trim()) ? undefined : leadFormTexts.email
}

/** One field, and the same answer whether the account exists or not. */
export function AskForLink() {
  const { form, errors, events, show, values } = useFieldErrors(checkEmail)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function ask(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { email = '' } = values()
    const failed = failures({ email }, ['email'], checkEmail)
    if (failed) return show(failed)
    setBusy(true)
    setProblem(null)
    setSent(false)
    try {
      await request('/public/password/forgot', { method: 'POST', body: { email: email.trim() } })
      setSent(true)
    } catch (error) {
      setProblem(accountProblem(error))
    }
    setBusy(false)
  }

  return (
    <>
      <div className={styles.heading}>
        <h1>Redefinir senha</h1>
        <p>Digite o e-mail da sua conta para receber um link.</p>
      </div>
      <NeedsScript />
      {sent && (
        <Notice tone="success">
          Se o e-mail existir, enviaremos um link para redefinir a senha. Ele vale por 60 minutos. Confira também a
          caixa de spam.
        </Notice>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
      <form
        ref={form}
        className={styles.form}
        method="post"
        action="/reset-password"
        noValidate
        onSubmit={ask}
        {...events}
      >
        <Field name="email" label="E-mail" error={errors.email} required>
          {control => (
            <input
              {...control}
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
            />
          )}
        </Field>
        <Submit label={sent ? 'Enviar novamente' : 'Enviar link'} busyLabel="Enviando..." busy={busy} />
      </form>
    </>
  )
}
