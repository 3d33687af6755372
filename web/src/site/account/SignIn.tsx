import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { homeOf } from '../../../../services/account/auth/rules.ts'
import type { Credentials, SignedIn } from '../../../../services/account/auth/schema.ts'
import type { DemoSignIn } from '../../../../services/site/schema.ts'
import { type LoginMessage, takeLoginMessage, takeReturnPath } from '../../core/address.ts'
import { request } from '../../core/http.ts'
import { EmailInput } from '../parts/EmailInput.tsx'
import { Field } from '../parts/Field.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import { BackIcon } from '../parts/icons.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import { storeSession } from '../parts/signedIn.ts'
import { showToast, showToastAndHandOver } from '../parts/toasts.ts'
import styles from './account.module.css'
import { CodeStep } from './CodeStep.tsx'
import { checkLogin } from './checks.ts'
import { NeedsScript } from './NeedsScript.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { asksForCode, loginProblem, sessionProblem } from './problems.ts'

type SignInProps = {
  title: string
  text?: string
  /** The address of the page itself. */
  action: string
  /** Below the form. */
  links: ReactNode
  /** As whom a demonstration is tried, in one click. */
  demonstration?: readonly DemoSignIn[] | undefined
}

/** Signs a person in, throws where that fails. */
async function signInWith(credentials: Credentials): Promise<void> {
  const { json } = await request<SignedIn>('/api/auth/login', { method: 'POST', body: credentials })
  storeSession(json)
  showToastAndHandOver({ tone: 'success', title: 'Login realizado com sucesso' })
  const home = json.user.secondFactor === 'required' ? '/profile' : homeOf(json.user)
  location.assign((json.user.secondFactor !== 'required' && takeReturnPath()) || home)
}

/** E-mail and password, then the code of the second factor where the account has one. */
export function SignIn({ title, text, action, links, demonstration }: SignInProps) {
  const { form, errors, events, show, values } = useFieldErrors(checkLogin)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<LoginMessage | null>(null)
  const [awaitingCode, setAwaitingCode] = useState<Credentials | null>(null)

  useEffect(() => setMessage(takeLoginMessage()), [])

  function signIn(event: FormEvent) {
    event.preventDefault()
    const { email = '', password = '' } = values()
    const failed = failures({ email, password }, ['email', 'password'], checkLogin)
    if (failed) return show(failed)
    void enter({ email: email.trim(), password })
  }

  async function enter(credentials: Credentials) {
    if (busy) return
    setBusy(true)
    setMessage(null)
    try {
      await signInWith(credentials)
    } catch (error) {
      setBusy(false)
      if (asksForCode(error)) return setAwaitingCode(credentials)
      setMessage({ tone: 'error', text: loginProblem(error) })
      showToast({ tone: 'error', title: 'Erro no login', text: sessionProblem(error) })
    }
  }

  if (awaitingCode)
    return (
      <CodeStep
        onCode={code => signInWith({ ...awaitingCode, code })}
        isWrong={asksForCode}
        onBack={() => setAwaitingCode(null)}
      />
    )
  return (
    <>
      <a className={styles.back} href="/">
        <BackIcon />
        Voltar
      </a>
      <div className={styles.heading}>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      <NeedsScript />
      {message && <Notice tone={message.tone}>{message.text}</Notice>}
      {demonstration && (
        <section className={styles.demonstration} aria-labelledby="demonstration">
          <h2 id="demonstration">Entrar na demonstração</h2>
          <p>Escolha uma pessoa e veja o produto com dados de exemplo, sem digitar nada.</p>
          <ul className={styles.people}>
            {demonstration.map(({ name, about, email, password }) => (
              <li key={email}>
                <button
                  className={styles.person}
                  type="button"
                  aria-disabled={busy || undefined}
                  onClick={() => void enter({ email, password })}
                >
                  <strong>{name}</strong>
                  <span>{about}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <form ref={form} className={styles.form} method="post" action={action} noValidate onSubmit={signIn} {...events}>
        <Field name="email" label="E-mail" error={errors.email} required>
          {control => <EmailInput {...control} autoComplete="username" />}
        </Field>
        <Field name="password" label="Senha" error={errors.password} required>
          {control => <PasswordInput control={control} autoComplete="current-password" />}
        </Field>
        <Submit label="Entrar" busyLabel="Entrando..." busy={busy} />
      </form>
      <p className={styles.links}>{links}</p>
    </>
  )
}
