import { daysText } from '../../../../services/account/plans/rules.ts'
import controls from '../parts/controls.module.css'
import styles from './start.module.css'

export const Closing = ({ days }: { days: number }) => (
  <section className={`${styles.section} ${styles.closing}`} aria-labelledby="comecar-titulo">
    <h2 id="comecar-titulo">Comece hoje, com {daysText(days)} grátis</h2>
    <p className={styles.call}>Em cinco minutos o seu formulário está no ar e o primeiro lead pode chegar.</p>
    <a className={`${controls.button} ${styles.inverse}`} href="/signup">
      Criar minha conta
    </a>
  </section>
)
