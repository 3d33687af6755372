import { daysText } from '../../../../services/plans/rules.ts'
import controls from '../parts/controls.module.css'
import { Picture } from './Picture.tsx'
import leadsDark from './pictures/leads-dark.webp'
import leadsLight from './pictures/leads-light.webp'
import phoneDark from './pictures/phone-dark.webp'
import phoneLight from './pictures/phone-light.webp'
import smallDark from './pictures/phone-small-dark.webp'
import smallLight from './pictures/phone-small-light.webp'
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
    <div className={styles.shown}>
      <Picture
        className={styles.screen}
        light={leadsLight}
        dark={leadsDark}
        width={960}
        height={640}
        alt="A lista de leads: nome, telefone, consentimento e situação de cada um, como Convertido, Em contato e Agendado"
      />
      <Picture
        className={styles.phone}
        light={`${smallLight} 360w, ${phoneLight} 720w`}
        dark={`${smallDark} 360w, ${phoneDark} 720w`}
        sizes="(max-width: 600px) 300px, 200px"
        width={360}
        height={640}
        alt="Os mesmos leads no celular, com a situação de cada um (Convertido, Em contato ou Agendado) e o WhatsApp a um toque"
        first
      />
    </div>
  </section>
)
