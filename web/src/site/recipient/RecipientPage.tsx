import { useEffect, useState } from 'react'
import { accountCodes } from '../../../../services/account/auth/rules.ts'
import type { RecipientRequest } from '../../../../services/account/recipients/schema.ts'
import { HttpError, request } from '../../core/http.ts'
import styles from '../account/account.module.css'
import { NeedsScript } from '../account/NeedsScript.tsx'
import { accountProblem } from '../account/problems.ts'
import { type PageProps, queryOf } from '../page.ts'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Notice } from '../parts/Notice.tsx'

const expiredText = 'Este link expirou ou foi substituído por um mais novo. Peça outro à empresa.'

/**
 * Where the owner of an address says whether it is to get the leads of a company's form. Opening the page changes
 * nothing, since mail programs open links too: only the buttons do.
 */
export function RecipientPage({ page }: PageProps) {
  const token = queryOf(page).get('token') ?? ''
  const [recipient, setRecipient] = useState<RecipientRequest | null>(null)
  const [answered, setAnswered] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(token ? null : expiredText)

  const show = (error: unknown) => {
    const expired = error instanceof HttpError && error.body.code === accountCodes.linkExpired
    setProblem(expired ? expiredText : accountProblem(error))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, for the link of the page
  useEffect(() => {
    if (!token) return
    request<RecipientRequest>('/public/recipients/check', { method: 'POST', body: { token } }).then(
      ({ json }) => setRecipient(json),
      show
    )
  }, [token])

  async function answer(wanted: boolean) {
    if (busy || !recipient) return
    setBusy(true)
    setProblem(null)
    try {
      await request('/public/recipients/answer', { method: 'POST', body: { token, wanted } })
      setRecipient({ ...recipient, state: wanted ? 'confirmed' : 'declined' })
      setAnswered(true)
    } catch (error) {
      show(error)
    }
    setBusy(false)
  }

  return (
    <Frame width="narrow">
      <div className={styles.heading}>
        <h1>Avisos de novos leads</h1>
        {recipient && (
          <p>
            {recipient.companyName} quer enviar para {recipient.email} um e-mail a cada lead do seu formulário.
          </p>
        )}
      </div>
      <NeedsScript />
      {problem && <Notice tone="error">{problem}</Notice>}
      {recipient && recipient.state !== 'waiting' && (
        <Notice tone={answered ? 'success' : 'warning'}>
          {recipient.state === 'confirmed'
            ? 'Este endereço recebe os avisos. Guarde o link para deixar de receber quando quiser.'
            : 'Este endereço não recebe nenhum aviso desta empresa.'}
        </Notice>
      )}
      {recipient && (
        <div className={styles.actions}>
          {recipient.state !== 'confirmed' && (
            <button
              className={`${controls.button} ${recipient.state === 'waiting' ? controls.primary : controls.secondary} ${controls.wide}`}
              type="button"
              aria-disabled={busy || undefined}
              onClick={() => void answer(true)}
            >
              Quero receber
            </button>
          )}
          {recipient.state !== 'declined' && (
            <button
              className={`${controls.button} ${controls.secondary} ${controls.wide}`}
              type="button"
              aria-disabled={busy || undefined}
              onClick={() => void answer(false)}
            >
              Não quero receber
            </button>
          )}
        </div>
      )}
    </Frame>
  )
}
