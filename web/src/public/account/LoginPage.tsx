import { type FormEvent, useEffect, useState } from 'react'
import { homeOf } from '../../../../services/auth/rules.ts'
import type { SignedIn } from '../../../../services/auth/schema.ts'
import { takeLoginMessage, takeReturnPath } from '../../core/address.ts'
import { request } from '../../core/http.ts'
import { Field } from '../parts/Field.tsx'
import { Frame } from '../parts/Frame.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import { BackIcon } from '../parts/icons.tsx'
import { Leaving } from '../parts/Leaving.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import { storeSession, useHomeIfSignedIn } from '../parts/signedIn.ts'
import { showToast, showToastAndHandOver } from '../parts/toasts.ts'
import styles from './account.module.css'
import { checkLogin } from './checks.ts'
import { NeedsScript } from './NeedsScript.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { loginProblem } from './problems.ts'

/** Signs a company's people in. */
export function LoginPage() {
  const leaving = useHomeIfSignedIn({ returning: true })
  const { form, errors, events, show, values } = useFieldErrors(checkLogin)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => setProblem(takeLoginMessage()), [])

  async function signIn(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { email = '', password = '' } = values()
    const failed = failures({ email, password }, ['email', 'password'], checkLogin)
    if (failed) return show(failed)
    setBusy(true)
    setProblem(null)
    try {
      const body = { email: email.trim(), password }
      const { json } = await request<SignedIn>('/api/auth/login', { method: 'POST', body })
      storeSession(json)
      showToastAndHandOver({ tone: 'success', title: 'Login realizado com sucesso' })
      location.assign(takeReturnPath() ?? homeOf(json.user))
    } catch (error) {
      setBusy(false)
      setProblem(loginProblem(error))
      showToast({ tone: 'error', title: 'Erro no login' })
    }
  }

  if (leaving) return <Leaving />
  return (
    <Frame width="narrow" footer={<a href="/employee-login">Área do funcionário</a>}>
      <a className={styles.back} href="/">
        <BackIcon />
        Voltar
      </a>
      <h1>Entrar</h1>
      <NeedsScript />
      {problem && <Notice tone="error">{problem}</Notice>}
      <form ref={form} className={styles.form} method="post" action="/login" noValidate onSubmit={signIn} {...events}>
        <Field name="email" label="E-mail" error={errors.email} required>
          {control => (
            <input {...control} type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <Field name="password" label="Senha" error={errors.password} required>
          {control => <PasswordInput control={control} autoComplete="current-password" />}
        </Field>
        <Submit label="Entrar" busyLabel="Entrando..." busy={busy} />
      </form>
      <p className={styles.links}>
        <a href="/reset-password">Esqueceu a senha?</a>
        <a href="/signup">Criar conta</a>
      </p>
    </Frame>
  )
}
