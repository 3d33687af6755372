import { validEmail } from '../../../../services/core/rules.ts'
import { leadFormTexts } from '../../../../services/leads/leads/rules.ts'
import { request } from '../../core/http.ts'
import { EmailInput } from '../parts/EmailInput.tsx'
import { Field } from '../parts/Field.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Submit } from '../parts/Submit.tsx'
import styles from './account.module.css'
import { NeedsScript } from './NeedsScript.tsx'
import { accountProblem } from './problems.ts'
import { useLinkRequest } from './useLinkRequest.ts'

function checkEmail(name: string, value: string): string | undefined {
  if (name !== 'email') return undefined
  if (value.trim() === '') return leadFormTexts.required
  return validEmail(value.trim()) ? undefined : leadFormTexts.email
}

/** One field, and the same answer whether the account exists or not. */
export function AskForLink() {
  const { error, busy, answer, problem, formProps } = useLinkRequest({
    name: 'email',
    check: checkEmail,
    ask: email => request('/public/password/forgot', { method: 'POST', body: { email } }),
    explain: accountProblem
  })

  return (
    <>
      <div className={styles.heading}>
        <h1>Redefinir senha</h1>
        <p>Digite o e-mail da sua conta para receber um link.</p>
      </div>
      <NeedsScript />
      {answer && (
        <Notice tone="success">
          Se o e-mail existir, enviaremos um link para redefinir a senha. Ele vale por 60 minutos. Confira também a
          caixa de spam.
        </Notice>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
      <form className={styles.form} method="post" action="/reset-password" {...formProps}>
        <Field name="email" label="E-mail" error={error} required>
          {control => <EmailInput {...control} autoComplete="username" />}
        </Field>
        <Submit label={answer ? 'Enviar novamente' : 'Enviar link'} busyLabel="Enviando..." busy={busy} />
      </form>
    </>
  )
}
