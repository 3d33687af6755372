import styles from './controls.module.css'

type SubmitProps = { label: string; busyLabel: string; busy: boolean; disabled?: boolean }

/** The button that sends a form. While it is busy it keeps the focus, and the form ignores it. */
export function Submit({ label, busyLabel, busy, disabled = false }: SubmitProps) {
  return (
    <button
      className={`${styles.button} ${styles.primary} ${styles.wide}`}
      type="submit"
      disabled={disabled}
      aria-disabled={busy || undefined}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {busy ? busyLabel : label}
    </button>
  )
}
