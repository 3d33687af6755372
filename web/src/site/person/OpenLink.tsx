import { useState } from 'react'
import { NeedsScript } from '../account/NeedsScript.tsx'
import controls from '../parts/controls.module.css'
import { Notice } from '../parts/Notice.tsx'
import { isOver, openLink } from './api.ts'
import styles from './person.module.css'

type Props = {
  client: string
  company: string | null
  token: string
  onOpened: (session: string) => void
  onOver: () => void
}

/** Only a press of the button uses the link up: mail programs open links to look at them. */
export function OpenLink({ client, company, token, onOpened, onOver }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [over, setOver] = useState(false)

  async function open() {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      onOpened(await openLink(client, token))
    } catch (error) {
      setOver(isOver(error))
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }

  return (
    <>
      <div className={styles.heading}>
        <h1>Meus dados</h1>
        <p>O link foi enviado a você{company && ` em nome de ${company}`}. Por segurança, ele abre uma vez só.</p>
      </div>
      <NeedsScript />
      {problem && <Notice tone="error">{problem}</Notice>}
      {over ? (
        <button className={`${controls.button} ${controls.primary} ${controls.wide}`} type="button" onClick={onOver}>
          Pedir outro link
        </button>
      ) : (
        <button
          className={`${controls.button} ${controls.primary} ${controls.wide}`}
          type="button"
          aria-disabled={busy || undefined}
          onClick={() => void open()}
        >
          {busy ? 'Abrindo...' : 'Ver meus dados'}
        </button>
      )}
    </>
  )
}
