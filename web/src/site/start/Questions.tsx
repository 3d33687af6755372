import { daysText } from '../../../../services/account/plans/rules.ts'
import styles from './start.module.css'

/** Questions before a sign-up, with their answers; search engines get the same. */
export const questionsAbout = (days: number) => [
  {
    ask: 'O que acontece quando passo do limite de leads?',
    answer:
      'O formulário continua recebendo. Os leads a mais ficam retidos, você vê quantos são, e eles aparecem quando você muda de plano ou no começo do próximo mês.'
  },
  {
    ask: 'Preciso de cartão para testar?',
    answer: `Não. O teste dura ${daysText(days)} e começa só com nome, e-mail e o nome da empresa.`
  },
  {
    ask: 'Posso mudar de plano depois?',
    answer: 'Sim, a qualquer momento. Ao ir para um plano menor, nada é apagado.'
  },
  {
    ask: 'Meus dados ficam com quem?',
    answer:
      'A sua empresa é a controladora dos dados e pode levá-los quando quiser. O código é aberto: você também pode instalar a Prosa no seu próprio servidor.'
  }
]

export const Questions = ({ days }: { days: number }) => (
  <section className={`${styles.section} ${styles.questions}`} aria-labelledby="perguntas-titulo">
    <h2 id="perguntas-titulo">Perguntas frequentes</h2>
    <div>
      {questionsAbout(days).map(({ ask, answer }) => (
        <details key={ask}>
          <summary>{ask}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </section>
)
