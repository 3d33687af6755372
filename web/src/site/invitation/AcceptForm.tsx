import { type FormEvent, useState } from 'react'
import { homeOf, passwordLength } from '../../../../services/account/auth/rules.ts'
import type { SignedIn } from '../../../../services/account/auth/schema.ts'
import type { Acceptance, InvitationCheck } from '../../../../services/account/employees/schema.ts'
import { leadFormTexts } from '../../../../services/leads/leads/rules.ts'
import { HttpError, request } from '../../core/http.ts'
import account from '../account/account.module.css'
import { CodeStep } from '../account/CodeStep.tsx'
import { checkSignup, passwordStrength } from '../account/checks.ts'
import { PasswordInput } from '../account/PasswordInput.tsx'
import { asksForCode } from '../account/problems.ts'
import { Field } from '../parts/Field.tsx'
import { failures, useFieldErrors } from '../parts/fieldErrors.ts'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import { storeSession } from '../parts/signedIn.ts'
import { showToast, showToastAndHandOver } from '../parts/toasts.ts'

const failed = 'Erro ao aceitar o convite'

const checkKnown = (name: string, value: string): string | undefined =>
  name === 'password' && value === '' ? leadFormTexts.required : undefined

const newPasswordHint = (hasAccount: boolean | null, strength: string): string =>
  hasAccount === null ? `Se você já tem uma conta, digite a senha dela. ${strength}` : strength

type Props = { token: string; check: InvitationCheck; onExpired: () => void }

async function acceptWith(body: Acceptance): Promise<void> {
  const { json } = await request<SignedIn>('/public/invitations/accept', { method: 'POST', body })
  storeSession(json)
  showToastAndHandOver({ tone: 'success', title: 'Convite aceito' })
  location.assign(homeOf(json.user))
}

/**
 * The name and a new password, or the password of the account that the address already has. Through the link that the
 * inviter was shown it is not said which: both are typed in the same way.
 */
export function AcceptForm({ token, check: { name, email, hasAccount }, onExpired }: Props) {
  const fields = hasAccount ? ['password'] : ['name', 'password']
  const checkField = hasAccount ? checkKnown : checkSignup
  const { form, errors, events, show, values } = useFieldErrors(checkField)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [awaitingCode, setAwaitingCode] = useState<Acceptance | null>(null)
  const [strength, setStrength] = useState(passwordStrength(''))

  async function accept(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const typed = values()
    const wrong = failures(typed, fields, checkField)
    if (wrong) return show(wrong)
    setBusy(true)
    setProblem(null)
    const { password = '' } = typed
    const acceptance = hasAccount ? { token, password } : { token, password, name: typed.name?.trim() }
    try {
      await acceptWith(acceptance)
    } catch (error) {
      setBusy(false)
      if (asksForCode(error)) return setAwaitingCode(acceptance)
      const { status, body, message } = error instanceof HttpError ? error : new HttpError(0, failed)
      if (status === 404) return onExpired()
      showToast({ tone: 'error', title: failed })
      const errors = body.errors ?? {}
      if (fields.some(field => errors[field])) show(errors)
      else setProblem(message)
    }
  }

  if (awaitingCode)
    return (
      <CodeStep
        onCode={code => acceptWith({ ...awaitingCode, code })}
        isWrong={asksForCode}
        onBack={() => setAwaitingCode(null)}
      />
    )
  return (
    <form ref={form} className={account.form} noValidate onSubmit={accept} {...events}>
      <Field name="email" label="E-mail" error={undefined}>
        {control => <input {...control} type="email" value={email} readOnly autoComplete="username" />}
      </Field>
      {!hasAccount && (
        <Field name="name" label="Nome" error={errors.name} required>
          {control => <input {...control} defaultValue={name} autoComplete="name" maxLength={200} />}
        </Field>
      )}
      <Field
        name="password"
        label={hasAccount ? 'Sua senha' : 'Senha'}
        error={errors.password}
        hint={hasAccount ? 'A mesma com que você entra na sua conta.' : newPasswordHint(hasAccount, strength)}
        required
      >
        {control => (
          <PasswordInput
            control={{ ...control, maxLength: hasAccount ? 1024 : passwordLength.max }}
            autoComplete={hasAccount ? 'current-password' : 'new-password'}
            onText={text => setStrength(passwordStrength(text))}
          />
        )}
      </Field>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Submit label="Aceitar convite" busyLabel="Aceitando..." busy={busy} />
    </form>
  )
}
