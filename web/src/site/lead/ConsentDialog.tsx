import { useEffect, useRef } from 'react'
import controls from '../parts/controls.module.css'
import styles from './lead.module.css'

export type ConsentDialogProps = { open: boolean; onBack: () => void; onContinue: () => void }

/** Asks once more before a lead is sent without permission for messages. */
export function ConsentDialog({ open, onBack, onContinue }: ConsentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  function back() {
    // Closed first: while it is open, nothing behind it can take the focus.
    dialog.current?.close()
    onBack()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="consent-title"
      aria-describedby="consent-text"
      onCancel={event => {
        event.preventDefault()
        back()
      }}
    >
      <h2 id="consent-title">Confirmar envio</h2>
      <p id="consent-text">
        Você não selecionou a opção para receber comunicações. Sem esta permissão, você não poderá receber notificações
        sobre sua solicitação. Deseja continuar assim mesmo ou prefere aceitar receber comunicações?
      </p>
      <div className={styles.choices}>
        <button className={`${controls.button} ${controls.primary}`} type="button" onClick={back}>
          Voltar e selecionar
        </button>
        <button className={`${controls.button} ${controls.secondary}`} type="button" onClick={onContinue}>
          Continuar sem receber notificações
        </button>
      </div>
    </dialog>
  )
}
