import { useEffect, useState } from 'react'
import type { InvitationCheck } from '../../../../services/account/employees/schema.ts'
import { HttpError, request } from '../../core/http.ts'
import { NeedsScript } from '../account/NeedsScript.tsx'
import { type PageProps, queryOf } from '../page.ts'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Notice } from '../parts/Notice.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import styles from './invitation.module.css'

type State = { check: InvitationCheck } | { failure: HttpError } | null

/** Where an invited person becomes one of a team. */
export function InvitationPage({ page }: PageProps) {
  const token = queryOf(page).get('token')?.trim() ?? ''
  const [state, setState] = useState<State>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const left = new AbortController()
    const body = { token: token || '-' }
    request<InvitationCheck>('/public/invitations/check', { method: 'POST', body, signal: left.signal }).then(
      ({ json }) => setState({ check: json }),
      error => error instanceof HttpError && setState({ failure: error })
    )
    return () => left.abort()
  }, [token, attempt])

  function again(): void {
    setState(null)
    setAttempt(attempt + 1)
  }

  if (state && 'failure' in state && state.failure.status === 404) return <Expired />
  return (
    <Frame width="narrow" footer={<a href="/login">Já tenho conta</a>}>
      <Heading check={state && 'check' in state ? state.check : null} />
      <NeedsScript />
      {state === null && (
        <p className={styles.waiting} role="status">
          <span className={controls.spinner} aria-hidden="true" />
          Carregando o convite...
        </p>
      )}
      {state && 'failure' in state && (
        <>
          <Notice tone="error">{state.failure.message}</Notice>
          <button className={`${controls.button} ${controls.primary} ${controls.wide}`} type="button" onClick={again}>
            Tentar novamente
          </button>
        </>
      )}
      {state && 'check' in state && <AcceptForm token={token} check={state.check} onExpired={again} />}
    </Frame>
  )
}

function Heading({ check }: { check: InvitationCheck | null }) {
  return (
    <div className={styles.heading}>
      <h1>{check?.companyName ?? 'Convite para a equipe'}</h1>
      {check && (
        <p>
          {check.inviterName ?? 'Alguém'} convidou você para{' '}
          {check.companyName ? 'trabalhar com esta empresa' : 'trabalhar na nossa equipe'}.
        </p>
      )}
    </div>
  )
}

const Expired = () => (
  <Frame width="narrow" footer={<a href="/login">Já tenho conta</a>}>
    <div className={styles.heading}>
      <h1>Convite expirado</h1>
      <p>
        Este convite expirou, foi cancelado ou já foi usado. Peça um novo a quem convidou você: o link vale por 7 dias e
        só pode ser usado uma vez.
      </p>
    </div>
    <a className={`${controls.button} ${controls.primary} ${controls.wide}`} href="/login">
      Entrar
    </a>
  </Frame>
)
