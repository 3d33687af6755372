import { productName } from '../../../../services/core/rules.ts'
import styles from './frame.module.css'

/** The mark and the name of the product. */
export const Brand = () => (
  <span className={styles.brand}>
    <svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.tile} width="32" height="32" rx="9" />
      <path
        className={styles.bubble}
        d="M9 8.5h14a2.5 2.5 0 0 1 2.5 2.5v8a2.5 2.5 0 0 1-2.5 2.5h-7.2L11 25.6v-4.1H9A2.5 2.5 0 0 1 6.5 19v-8A2.5 2.5 0 0 1 9 8.5Z"
      />
      <path className={styles.lines} d="M11 13h10M11 17h6" />
    </svg>
    {productName}
  </span>
)
