import { Picture } from './Picture.tsx'
import leadDark from './pictures/lead-dark.webp'
import leadLight from './pictures/lead-light.webp'
import styles from './start.module.css'

const benefits = [
  {
    title: 'Nenhum lead se perde',
    words:
      'O formulário recebe sempre: com limite de plano atingido, com internet ruim, com o mesmo contato de novo. O que passa do limite fica guardado para você.'
  },
  {
    title: 'Você responde primeiro',
    words: 'O lead aparece na tela da equipe no mesmo segundo em que é enviado, com telefone e WhatsApp a um toque.'
  },
  {
    title: 'Seguro e do seu lado',
    words:
      'Consentimento registrado como pede a LGPD, dados de cada empresa separados no próprio banco de dados e código aberto para quem quiser conferir.'
  }
]

export const Benefits = () => (
  <section className={`${styles.section} ${styles.band}`} id="beneficios" aria-labelledby="beneficios-titulo">
    <div className={styles.heading}>
      <h2 id="beneficios-titulo">Por que as pequenas empresas ficam</h2>
    </div>
    <div className={styles.beside}>
      <ol className={styles.benefits}>
        {benefits.map(({ title, words }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{words}</p>
          </li>
        ))}
      </ol>
      <Picture
        className={styles.screen}
        light={leadLight}
        dark={leadDark}
        width={960}
        height={700}
        alt="A página de um lead: o que a pessoa escreveu, a próxima ação e tudo o que aconteceu"
      />
    </div>
  </section>
)
