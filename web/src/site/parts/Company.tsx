import styles from './company.module.css'

/** The company to which the page belongs. */
export const Company = ({ name, logo }: { name: string; logo: string | null }) => (
  <p className={styles.company}>
    {logo ? <img src={logo} alt="" /> : <span aria-hidden="true">{[...name.trim()][0]?.toUpperCase()}</span>}
    {name}
  </p>
)
