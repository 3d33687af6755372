import { Brand } from '../parts/Brand.tsx'
import controls from '../parts/controls.module.css'
import { Leaving } from '../parts/Leaving.tsx'
import { useHomeIfSignedIn } from '../parts/signedIn.ts'
import styles from './start.module.css'

/** Greets a visitor; a signed-in person is sent on. */
export function StartPage() {
  const leaving = useHomeIfSignedIn({ returning: false })
  if (leaving) return <Leaving />
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
        <a className={`${controls.button} ${controls.secondary}`} href="/login">
          Entrar
        </a>
      </header>
      <main className={styles.hero}>
        <div className={styles.words}>
          <h1>Todo lead vira uma boa conversa</h1>
          <p>Receba, organize e converta os leads da sua empresa em um só lugar.</p>
          <div className={styles.actions}>
            <a className={`${controls.button} ${controls.primary}`} href="/signup">
              Teste grátis
            </a>
            <a className={styles.quiet} href="/leads/new">
              Enviar mensagem a uma empresa
            </a>
          </div>
        </div>
        <Preview />
      </main>
    </div>
  )
}

const sample = [
  { name: 'Mariana Souza', words: 'Quero um orçamento para sábado', status: 'Agendado', tone: styles.scheduled },
  { name: 'Padaria do Zé', words: 'Vocês atendem em Niterói?', status: 'Em contato', tone: styles.contacted },
  { name: 'Rafael Lima', words: 'Fechado, pode enviar o contrato', status: 'Convertido', tone: styles.converted }
]

/** A glimpse of the list of leads. */
const Preview = () => (
  <ul className={styles.preview} aria-label="Exemplo de lista de leads">
    {sample.map(({ name, words, status, tone }) => (
      <li key={name}>
        <span className={styles.initial} aria-hidden="true">
          {name[0]}
        </span>
        <span className={styles.lead}>
          <b>{name}</b>
          <span>{words}</span>
        </span>
        <span className={`${styles.chip} ${tone}`}>{status}</span>
      </li>
    ))}
  </ul>
)
