import { refusalLabels, requestLabels, requestStatusLabels } from '../../../../services/privacy/privacy/rules.ts'
import type { PersonData } from './api.ts'
import styles from './person.module.css'
import { formatDate } from './when.ts'

/** The reader's requests and their outcomes. */
export const Requests = ({ requests }: Pick<PersonData, 'requests'>) => (
  <section className={styles.section}>
    <h2>Seus pedidos</h2>
    <ul className={styles.rows}>
      {requests.map(({ id, kind, status, receivedAt, dueAt, answeredAt, refusal, answer }) => (
        <li key={id}>
          <span>
            <b>{requestLabels[kind]}</b>
            <br />
            <span className={styles.small}>
              Feito em {formatDate(receivedAt)}
              {status === 'open' ? `, resposta até ${formatDate(dueAt)}` : `, respondido em ${formatDate(answeredAt)}`}
              {refusal && `. Motivo: ${refusalLabels[refusal].toLowerCase()}`}
            </span>
            {answer && <span className={styles.quote}>{answer}</span>}
          </span>
          <span className={styles.state} data-state={status}>
            {requestStatusLabels[status]}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
