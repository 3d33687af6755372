import controls from '../parts/controls.module.css'
import styles from './account.module.css'

/** A link that was used, was replaced by a newer one, or took too long. */
export const ExpiredLink = () => (
  <>
    <div className={styles.heading}>
      <h1>Link expirado</h1>
      <p role="alert">Este link expirou, já foi usado ou foi substituído por um mais novo.</p>
    </div>
    <a className={`${controls.button} ${controls.primary} ${controls.wide}`} href="/reset-password">
      Enviar novo link
    </a>
  </>
)
