import { type FormEvent, useState } from 'react'
import { passwordLength } from '../../../../services/account/auth/rules.ts'
import type { AccessRequest, SignedIn, Signup } from '../../../../services/account/auth/schema.ts'
import { cnpjCharacters } from '../../../../services/account/companies/rules.ts'
import { daysText } from '../../../../services/account/plans/rules.ts'
import { type PlanKey, planKeys } from '../../../../services/core/planKeys/rules.ts'
import { HttpError, request } from '../../core/http.ts'
import { type PageProps, queryOf } from '../page.ts'
import { CnpjInput } from '../parts/CnpjInput.tsx'
import { EmailInput } from '../parts/EmailInput.tsx'
import { Field } from '../parts/Field.tsx'
import { Frame } from '../parts/Frame.tsx'
import { failures, useFieldErrors, type Values } from '../parts/fieldErrors.ts'
import { BackIcon } from '../parts/icons.tsx'
import { Notice } from '../parts/Notice.tsx'
import { PhoneInput } from '../parts/PhoneInput.tsx'
import { Submit } from '../parts/Submit.tsx'
import { storeSession } from '../parts/signedIn.ts'
import { showToast } from '../parts/toasts.ts'
import { AskForAccess } from './AskForAccess.tsx'
import styles from './account.module.css'
import { checkSignup, passwordStrength, signupFields } from './checks.ts'
import { NeedsScript } from './NeedsScript.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { companyExists, signupFailed, signupProblem } from './problems.ts'

/** Opens an account for a company. */
export function SignupPage({ page }: PageProps) {
  const { form, errors, events, show, values } = useFieldErrors(checkSignup)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [taken, setTaken] = useState<AccessRequest | null>(null)
  const [strength, setStrength] = useState(passwordStrength(''))

  async function signUp(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const typed = values()
    const failed = failures(typed, signupFields, checkSignup)
    if (failed) return show(failed)
    setBusy(true)
    setProblem(null)
    setTaken(null)
    try {
      const { json } = await request<SignedIn>('/api/auth/signup', {
        method: 'POST',
        body: signupOf(typed, planOf(page))
      })
      storeSession(json)
      location.assign('/dashboard')
    } catch (error) {
      setBusy(false)
      showToast({ tone: 'error', title: signupFailed })
      const errors = error instanceof HttpError ? (error.body.errors ?? {}) : {}
      if (companyExists(error)) setTaken(accessRequestOf(typed))
      if (signupFields.some(name => errors[name])) show(errors)
      else setProblem(signupProblem(error))
    }
  }

  return (
    <Frame width="narrow" footer={<a href="/login">Já tenho conta</a>}>
      <a className={styles.back} href="/">
        <BackIcon />
        Voltar
      </a>
      <div className={styles.heading}>
        <h1>Criar conta</h1>
        <p>Teste por {daysText(page.trialDays ?? 14)}, sem cartão.</p>
      </div>
      <NeedsScript />
      <form
        ref={form}
        className={styles.form}
        method="post"
        action="/signup"
        noValidate
        onSubmit={signUp}
        onBlur={events.onBlur}
        onInput={event => {
          events.onInput(event)
          setTaken(null)
        }}
      >
        <Field name="name" label="Nome" error={errors.name} required>
          {control => <input {...control} autoComplete="name" maxLength={200} />}
        </Field>
        <Field name="email" label="E-mail" error={errors.email} required>
          {control => <EmailInput {...control} />}
        </Field>
        <Field name="password" label="Senha" error={errors.password} hint={strength} required>
          {control => (
            <PasswordInput
              control={{ ...control, maxLength: passwordLength.max }}
              autoComplete="new-password"
              onText={text => setStrength(passwordStrength(text))}
            />
          )}
        </Field>
        <Field name="phone" label="Telefone" error={errors.phone} hint="Opcional">
          {control => <PhoneInput {...control} />}
        </Field>
        <Field name="companyName" label="Nome da empresa" error={errors.companyName} required>
          {control => <input {...control} autoComplete="organization" maxLength={200} />}
        </Field>
        <Field name="cnpj" label="CNPJ" error={errors.cnpj} hint="Opcional">
          {control => <CnpjInput {...control} letters placeholder="00.000.000/0000-00" />}
        </Field>
        {taken && <AskForAccess access={taken} />}
        {problem && <Notice tone="error">{problem}</Notice>}
        <Submit label="Criar conta" busyLabel="Criando conta..." busy={busy} />
      </form>
    </Frame>
  )
}

/** The plan that was chosen on the landing page. */
const planOf = (page: PageProps['page']): PlanKey | undefined => planKeys.find(key => key === queryOf(page).get('plan'))

const accessRequestOf = ({ name = '', email = '', cnpj = '' }: Values): AccessRequest => ({
  name: name.trim(),
  email: email.trim(),
  cnpj: cnpjCharacters(cnpj)
})

function signupOf(
  { name = '', email = '', password = '', phone, companyName = '', cnpj }: Values,
  plan: PlanKey | undefined
): Signup {
  return {
    name: name.trim(),
    email: email.trim(),
    password,
    companyName: companyName.trim(),
    ...(plan && { plan }),
    ...(phone?.trim() && { phone: phone.trim() }),
    ...(cnpj && { cnpj: cnpjCharacters(cnpj) })
  }
}
