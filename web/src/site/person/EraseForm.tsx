import { useState } from 'react'
import controls from '../parts/controls.module.css'
import styles from './person.module.css'

type Props = {
  company: string
  onSend: (path: string, body: object, done: string) => Promise<boolean>
  onBack: () => void
}

/** Explains erasure before it is requested. */
export function EraseForm({ company, onSend, onBack }: Props) {
  const [busy, setBusy] = useState(false)

  async function send() {
    if (busy) return
    setBusy(true)
    await onSend('/requests', { kind: 'erasure' }, 'Pedido de exclusão enviado')
    setBusy(false)
  }

  return (
    <section className={styles.box} aria-labelledby="erase-title">
      <h2 id="erase-title">Pedir exclusão dos meus dados</h2>
      <p>
        {company} recebe o pedido e tem um prazo para responder. Quando os dados forem excluídos, não dá para voltar
        atrás: você recebe um certificado por e-mail, e o seu contato também é apagado.
      </p>
      <div className={styles.buttons}>
        <button
          className={`${controls.button} ${controls.primary}`}
          type="button"
          aria-disabled={busy || undefined}
          onClick={() => void send()}
        >
          {busy ? 'Enviando...' : 'Confirmar pedido de exclusão'}
        </button>
        <button className={`${controls.button} ${controls.secondary}`} type="button" onClick={onBack}>
          Voltar
        </button>
      </div>
    </section>
  )
}
