import styles from './preview.module.css'

const tiles = [
  ['Novos', '12', styles.info],
  ['Em contato', '8', styles.warning],
  ['Agendados', '5', styles.violet],
  ['Convertidos', '9', styles.success]
]

const leads = [
  { name: 'Mariana Souza', words: 'Quero um orçamento para sábado', status: 'Agendado', tone: styles.violet },
  { name: 'Padaria do Zé', words: 'Vocês atendem em Niterói?', status: 'Em contato', tone: styles.warning },
  { name: 'Rafael Lima', words: 'Fechado, pode enviar o contrato', status: 'Convertido', tone: styles.success }
]

/** A glimpse of the dashboard, in HTML, so that it is sharp and small and follows the theme. */
export const Preview = () => (
  <figure className={styles.frame} aria-label="Exemplo do painel, com dados fictícios">
    <div className={styles.window} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
    <div className={styles.body}>
      <dl className={styles.tiles}>
        {tiles.map(([label, count, tone]) => (
          <div key={label}>
            <dt>
              <i className={tone} />
              {label}
            </dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <svg className={styles.chart} viewBox="0 0 320 72" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.area} d="M0 60 40 52 80 56 120 38 160 42 200 26 240 30 280 14 320 8V72H0Z" />
        <path className={styles.line} d="M0 60 40 52 80 56 120 38 160 42 200 26 240 30 280 14 320 8" />
      </svg>
      <ul className={styles.leads}>
        {leads.map(({ name, words, status, tone }) => (
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
    </div>
  </figure>
)
