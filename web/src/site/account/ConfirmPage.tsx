import { useState } from 'react'
import { accountCodes, homeOf } from '../../../../services/account/auth/rules.ts'
import type { EmailConfirmed } from '../../../../services/account/auth/schema.ts'
import { HttpError, request } from '../../core/http.ts'
import { signedIn, user } from '../../core/session.ts'
import { type PageProps, queryOf } from '../page.ts'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Notice } from '../parts/Notice.tsx'
import styles from './account.module.css'
import { NeedsScript } from './NeedsScript.tsx'
import { accountProblem } from './problems.ts'

const news: Record<EmailConfirmed['result'], { title: string; text: string }> = {
  confirmed: { title: 'E-mail confirmado', text: 'Obrigado. O e-mail da sua conta está confirmado.' },
  waiting: {
    title: 'Falta só mais uma confirmação',
    text: 'Confirme também pela mensagem que enviamos ao outro endereço. Até lá, seu e-mail continua o mesmo.'
  },
  changed: { title: 'E-mail trocado', text: 'A partir de agora, entre com o novo e-mail.' }
}

const expiredText =
  'Este link expirou, já foi usado ou foi substituído por um mais novo. Entre na sua conta e peça outro no seu perfil.'

/**
 * Confirms an e-mail by a link. Only a press of the button does: mail programs open the links of a message to look at
 * them, and some run what is there.
 */
export function ConfirmPage({ page }: PageProps) {
  const token = queryOf(page).get('token') ?? ''
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<EmailConfirmed['result'] | null>(null)
  const [problem, setProblem] = useState<string | null>(token ? null : expiredText)

  async function confirm() {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const { json } = await request<EmailConfirmed>('/public/email/confirm', { method: 'POST', body: { token } })
      setResult(json.result)
    } catch (error) {
      const expired = error instanceof HttpError && error.body.code === accountCodes.linkExpired
      setProblem(expired ? expiredText : accountProblem(error))
    }
    setBusy(false)
  }

  const done = result && news[result]
  return (
    <Frame width="narrow">
      <div className={styles.heading}>
        <h1>{done ? done.title : 'Confirmar e-mail'}</h1>
        {!done && !problem && <p>Toque no botão para confirmar que este endereço é seu.</p>}
      </div>
      <NeedsScript />
      {done && <Notice tone="success">{done.text}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      <div className={styles.actions}>
        {!done && problem !== expiredText && (
          <button
            className={`${controls.button} ${controls.primary} ${controls.wide}`}
            type="button"
            aria-disabled={busy || undefined}
            onClick={() => void confirm()}
          >
            {busy ? 'Confirmando...' : 'Confirmar e-mail'}
          </button>
        )}
        {(done || problem === expiredText) && <Onward />}
      </div>
    </Frame>
  )
}

/** A link to the home of the signed-in person, else to the sign-in. */
function Onward() {
  const person = signedIn() ? user() : null
  return (
    <a
      className={`${controls.button} ${controls.secondary} ${controls.wide}`}
      href={person ? homeOf(person) : '/login'}
    >
      {person ? 'Ir para o sistema' : 'Entrar'}
    </a>
  )
}
