import styles from './chat.module.css'
import { Modal } from './Modal.tsx'

type Props = { text: string; action: string; danger?: boolean; onClose: () => void; onConfirm: () => void }

/** Asks before something that cannot be taken back. */
export const Confirm = ({ text, action, danger = false, onClose, onConfirm }: Props) => (
  <Modal role="alertdialog" label={text} className={styles.confirm} onClose={onClose}>
    <p>{text}</p>
    <div className={styles.choices}>
      <button type="button" className={styles.plain} onClick={onClose} data-autofocus>
        Cancelar
      </button>
      <button
        type="button"
        className={danger ? styles.danger : styles.primary}
        onClick={() => {
          onClose()
          onConfirm()
        }}
      >
        {action}
      </button>
    </div>
  </Modal>
)
