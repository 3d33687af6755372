import { useEffect, useSyncExternalStore } from 'react'
import { CheckIcon, CloseIcon, WarningIcon } from './icons.tsx'
import styles from './toasts.module.css'
import { currentToasts, dismissToast, dropToasts, showHandedOverToast, subscribeToasts, type Toast } from './toasts.ts'

const none: readonly Toast[] = []

/** The messages of `showToast`. Both regions are always in the page, since only then are additions spoken. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, () => none)
  useEffect(() => {
    showHandedOverToast()
    // Any form, in the capture phase: before the page handles the submission.
    document.addEventListener('submit', dropToasts, true)
    return () => document.removeEventListener('submit', dropToasts, true)
  }, [])
  return (
    <div className={styles.toasts}>
      <div role="alert">{toasts.filter(toast => toast.tone === 'error').map(toCard)}</div>
      <div role="status">{toasts.filter(toast => toast.tone === 'success').map(toCard)}</div>
    </div>
  )
}

const toCard = ({ id, tone, title, text }: Toast) => (
  <div key={id} className={`${styles.toast} ${styles[tone]}`}>
    {tone === 'success' ? <CheckIcon size={20} /> : <WarningIcon size={20} />}
    <div>
      <p className={styles.title}>{title}</p>
      {text && <p>{text}</p>}
    </div>
    <button type="button" aria-label="Fechar aviso" onClick={() => dismissToast(id)}>
      <CloseIcon />
    </button>
  </div>
)
