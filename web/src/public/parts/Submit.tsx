import styles from './controls.module.css'

type SubmitProps = { label: string; busyLabel: string; busy: boolean; disabled?: boolean }

/** The button that sends a form; it cannot be pressed twice. */
export function Submit({ label, busyLabel, busy, disabled = false }: SubmitProps) {
  return (
    <button className={`${styles.button} ${styles.primary} ${styles.wide}`} type="submit" disabled={busy || disabled}>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  )
}
