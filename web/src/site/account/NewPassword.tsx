import { type FormEvent, useEffect, useState } from 'react'
import { accountCodes, passwordLength } from '../../../../services/account/auth/rules.ts'
import { leaveLoginNews } from '../../core/address.ts'
import { HttpError, request } from '../../core/http.ts'
import { clearSession } from '../../core/session.ts'
import { Field } from '../parts/Field.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import styles from './account.module.css'
import { checkNewPassword, passwordStrength, passwordsDiffer } from './checks.ts'
import { ExpiredLink } from './ExpiredLink.tsx'
import { NeedsScript } from './NeedsScript.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { accountProblem } from './problems.ts'

const hasExpired = (error: unknown): boolean =>
  error instanceof HttpError && error.body.code === accountCodes.linkExpired

/** Takes the new password, twice, and leads back to the sign-in. */
export function NewPassword({ token }: { token: string }) {
  const { form, errors, events, show, values } = useFieldErrors(checkNewPassword)
  const [email, setEmail] = useState<string | null>(null)
  const [expired, setExpired] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [strength, setStrength] = useState(passwordStrength(''))

  useEffect(() => {
    request<{ email: string }>('/public/password/check', { method: 'POST', body: { token } }).then(
      ({ json }) => setEmail(json.email),
      error => (hasExpired(error) ? setExpired(true) : setProblem(accountProblem(error)))
    )
  }, [token])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { password = '', again = '' } = values()
    const failed = failures({ password, again }, ['password', 'again'], checkNewPassword)
    if (failed) return show(failed)
    if (password !== again) return show({ again: passwordsDiffer })
    setBusy(true)
    setProblem(null)
    try {
      const { json } = await request<{ message: string }>('/public/password/reset', {
        method: 'POST',
        body: { token, password }
      })
      // The sessions of this person are over, in this browser too.
      clearSession({ unsent: 'drop' })
      leaveLoginNews(json.message)
      location.assign('/login')
    } catch (error) {
      setBusy(false)
      if (hasExpired(error)) return setExpired(true)
      const problem = error instanceof HttpError ? error.body.errors?.password : undefined
      if (problem) show({ password: problem })
      else setProblem(accountProblem(error))
    }
  }

  if (expired) return <ExpiredLink />
  return (
    <>
      <div className={styles.heading}>
        <h1>Criar nova senha</h1>
        <p>{email ? `Para a conta ${email}.` : 'Escolha a nova senha da sua conta.'}</p>
      </div>
      <NeedsScript />
      <ul className={styles.rules}>
        <li>
          De {passwordLength.min} a {passwordLength.max} caracteres.
        </li>
        <li>Senhas muito comuns não são aceitas.</li>
        <li>As sessões abertas nos seus aparelhos serão encerradas.</li>
      </ul>
      {problem && <Notice tone="error">{problem}</Notice>}
      <form
        ref={form}
        className={styles.form}
        method="post"
        action="/reset-password"
        noValidate
        onSubmit={send}
        {...events}
      >
        <Field name="password" label="Nova senha" error={errors.password} hint={strength} required>
          {control => (
            <PasswordInput
              control={{ ...control, maxLength: passwordLength.max }}
              autoComplete="new-password"
              onText={text => setStrength(passwordStrength(text))}
            />
          )}
        </Field>
        <Field name="again" label="Repita a nova senha" error={errors.again} required>
          {control => (
            <PasswordInput control={{ ...control, maxLength: passwordLength.max }} autoComplete="new-password" />
          )}
        </Field>
        <Submit label="Salvar nova senha" busyLabel="Salvando..." busy={busy} />
      </form>
    </>
  )
}
