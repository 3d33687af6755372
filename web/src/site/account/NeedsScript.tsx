import styles from './account.module.css'

/** Says in a browser without JavaScript why the form below does nothing. */
export const NeedsScript = () => (
  <noscript>
    <p className={styles.needsScript}>Para continuar, ative o JavaScript do seu navegador.</p>
  </noscript>
)
