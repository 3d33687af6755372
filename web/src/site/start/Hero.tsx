import { daysText } from '../../../../services/account/plans/rules.ts'
import controls from '../parts/controls.module.css'
import { ShownLeads } from './ShownLeads.tsx'
import styles from './start.module.css'

export const Hero = ({ days }: { days: number }) => (
  <section className={`${styles.section} ${styles.hero}`}>
    <div className={styles.words}>
      <h1>Todo lead vira uma boa conversa</h1>
      <p>
        Receba os contatos pelo seu formulário, veja cada um chegar na hora e responda antes de todo mundo. Feito para
        pequenas empresas do Brasil.
      </p>
      <div className={styles.actions}>
        <a className={`${controls.button} ${controls.primary}`} href="/signup">
          Começar teste de {daysText(days)}
        </a>
        <a className={`${controls.button} ${controls.secondary}`} href="#planos">
          Ver os planos
        </a>
      </div>
      <p className={styles.fine}>Sem cartão. Cancele quando quiser.</p>
    </div>
    <ShownLeads />
  </section>
)
