import styles from './lead.module.css'

/** Stands where the form will be. */
export const FormSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label="Carregando formulário">
    <i />
    <i />
    <i />
    <i />
  </div>
)
