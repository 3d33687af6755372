import { useEffect, useRef, useState } from 'react'
import { readPhone } from '../../../../services/core/telephone/brazil/rules.ts'
import { usePhoneText } from '../../core/phoneText.ts'
import controls from '../parts/controls.module.css'
import { Notice } from '../parts/Notice.tsx'
import { showToast } from '../parts/toasts.ts'
import { callsOf, isOver, keepSession, type PersonAsks, type PersonData } from './api.ts'
import { Channels } from './Channels.tsx'
import { CorrectForm } from './CorrectForm.tsx'
import { EraseForm } from './EraseForm.tsx'
import { LeadRecord } from './LeadRecord.tsx'
import { ObjectForm } from './ObjectForm.tsx'
import styles from './person.module.css'
import { Requests } from './Requests.tsx'

type Props = { client: string; session: string; onOver: () => void }

/** Everything that is kept about the reader, and what they can decide about it. */
export function Reading({ client, session, onOver }: Props) {
  const phoneText = usePhoneText()
  const [data, setData] = useState<PersonData | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState<PersonAsks['kind'] | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const call = callsOf(client, session)

  function fail(error: unknown): void {
    if (!isOver(error)) {
      setProblem(error instanceof Error ? error.message : String(error))
      return
    }
    keepSession(client, null)
    showToast({ tone: 'error', title: 'Seu acesso terminou', text: 'Peça outro link para continuar.' })
    onOver()
  }

  /** True where it was done. */
  async function change(path: string, body: object, done: string): Promise<boolean> {
    setProblem(null)
    try {
      setData(await call(path, body))
      showToast({ tone: 'success', title: done })
      setAsking(null)
      // The pressed button may be gone with its form.
      heading.current?.focus()
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another session is another reading
  useEffect(() => {
    call('').then(setData, fail)
  }, [session])

  async function download(): Promise<void> {
    try {
      const file = await call('/file', {})
      const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
      const link = document.createElement('a')
      link.href = url
      link.download = 'meus-dados.json'
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), 10_000)
      setData(file)
    } catch (error) {
      fail(error)
    }
  }

  async function leave(): Promise<void> {
    await call('/close', {}).catch(() => {})
    keepSession(client, null)
    onOver()
  }

  if (!data) return problem ? <Notice tone="error">{problem}</Notice> : <p role="status">Carregando os seus dados...</p>
  const { company, leads, channels, requests, purposes, recipients } = data
  return (
    <>
      <div className={styles.heading}>
        <h1 ref={heading} tabIndex={-1}>
          Seus dados em {company.name}
        </h1>
        <p>Tudo o que a empresa guarda sobre você. Este acesso vale por uma hora.</p>
      </div>
      {problem && <Notice tone="error">{problem}</Notice>}
      <div className={`${styles.buttons} ${styles.screenOnly}`}>
        <button className={`${controls.button} ${controls.primary}`} type="button" onClick={() => void download()}>
          Baixar meus dados
        </button>
        <button className={`${controls.button} ${controls.secondary}`} type="button" onClick={() => print()}>
          Imprimir
        </button>
        {leads.length > 0 && (
          <>
            <button
              className={`${controls.button} ${controls.secondary}`}
              type="button"
              aria-expanded={asking === 'correction'}
              onClick={() => setAsking(asking === 'correction' ? null : 'correction')}
            >
              Corrigir
            </button>
            <button
              className={`${controls.button} ${controls.secondary}`}
              type="button"
              aria-expanded={asking === 'erasure'}
              onClick={() => setAsking(asking === 'erasure' ? null : 'erasure')}
            >
              Pedir exclusão
            </button>
            <button
              className={`${controls.button} ${controls.secondary}`}
              type="button"
              aria-expanded={asking === 'objection'}
              onClick={() => setAsking(asking === 'objection' ? null : 'objection')}
            >
              Opor-me a um uso
            </button>
          </>
        )}
        <button className={`${controls.button} ${styles.quiet}`} type="button" onClick={() => void leave()}>
          Sair
        </button>
      </div>
      {asking === 'correction' && <CorrectForm lead={leads.at(-1)} onSend={change} />}
      {asking === 'erasure' && <EraseForm company={company.name} onSend={change} onBack={() => setAsking(null)} />}
      {asking === 'objection' && <ObjectForm company={company.name} onSend={change} onBack={() => setAsking(null)} />}
      {requests.length > 0 && <Requests requests={requests} />}
      {leads.length === 0 ? (
        <p>Não há nenhum cadastro com este contato.</p>
      ) : (
        <>
          <Channels channels={channels} onWithdraw={change} />
          {leads.map((lead, n) => (
            <LeadRecord key={lead.id} lead={lead} title={leads.length > 1 ? `Cadastro ${n + 1}` : 'Seu cadastro'} />
          ))}
        </>
      )}
      <section className={styles.section}>
        <h2>Para que servem e com quem ficam</h2>
        <ul className={styles.list}>
          {[...purposes, ...recipients].map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {(company.email || company.phone) && (
          <p className={styles.small}>
            Fale com a empresa: {company.email && <a href={`mailto:${company.email}`}>{company.email}</a>}
            {company.email && company.phone && ' · '}
            {company.phone && (
              <a href={`tel:${readPhone(company.phone).e164 ?? company.phone}`}>{phoneText(company.phone)}</a>
            )}
          </p>
        )}
      </section>
    </>
  )
}
