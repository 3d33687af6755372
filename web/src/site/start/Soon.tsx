import styles from './start.module.css'

/** Beside a feature that is announced and not there yet. */
export const Soon = () => (
  <>
    {' '}
    <small className={styles.soon}>em breve</small>
  </>
)
