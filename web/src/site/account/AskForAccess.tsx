import { useState } from 'react'
import type { AccessRequest } from '../../../../services/account/auth/schema.ts'
import { request } from '../../core/http.ts'
import controls from '../parts/controls.module.css'
import { Notice } from '../parts/Notice.tsx'
import styles from './account.module.css'
import { accountProblem } from './problems.ts'

/** Asks the admins of a company that already exists for access, without revealing who they are. */
export function AskForAccess({ access }: { access: AccessRequest }) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [problem, setProblem] = useState<string | null>(null)

  async function ask() {
    if (state !== 'idle') return
    setState('busy')
    setProblem(null)
    try {
      await request('/api/auth/signup/access-requests', { method: 'POST', body: access })
      setState('sent')
    } catch (error) {
      setProblem(accountProblem(error))
      setState('idle')
    }
  }

  if (state === 'sent')
    return (
      <Notice tone="success" title="Pedido enviado">
        Se você for da equipe, o administrador envia um convite para {access.email}.
      </Notice>
    )
  return (
    <Notice tone="warning">
      <p className={styles.ask}>O administrador dela recebe o seu nome e o seu e-mail e decide se convida você.</p>
      <button
        type="button"
        className={`${controls.button} ${controls.secondary} ${controls.wide}`}
        disabled={state === 'busy'}
        onClick={() => void ask()}
      >
        {state === 'busy' ? 'Enviando pedido...' : 'Pedir acesso ao administrador'}
      </button>
      {problem && <p className={styles.refused}>{problem}</p>}
    </Notice>
  )
}
