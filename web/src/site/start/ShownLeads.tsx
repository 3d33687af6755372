import { type LeadStatus, statusLabels } from '../../../../services/leads/leads/rules.ts'
import { statusTones } from '../../core/statusTones.ts'
import styles from './start.module.css'

type ShownLead = { name: string; initials: string; words: string; next: string; status: LeadStatus }

/** Nobody's: people and words are made up. */
const leads: readonly ShownLead[] = [
  { name: 'Carla Menezes', initials: 'CM', words: '“Vocês entregam no sábado?”', next: 'Agora', status: 'new' },
  {
    name: 'João Prado',
    initials: 'JP',
    words: 'Pediu orçamento no site',
    next: 'Ligar hoje às 16:00',
    status: 'contacted'
  },
  {
    name: 'Tânia Nóbrega',
    initials: 'TN',
    words: 'Veio do Instagram',
    next: 'Visita amanhã às 10:00',
    status: 'scheduled'
  },
  { name: 'Padaria do Largo', initials: 'PL', words: 'Indicação de cliente', next: 'R$ 1.850,00', status: 'converted' }
]

/** The list of leads as a company sees it, in the words and colours of the product. */
export const ShownLeads = () => (
  <figure className={styles.shown}>
    <figcaption className={styles.caption}>
      <b>Leads de hoje</b>
      <span>Exemplo</span>
    </figcaption>
    <ul className={styles.leads}>
      {leads.map(({ name, initials, words, next, status }) => (
        <li key={name} className={styles.row}>
          <span className={styles.initials} aria-hidden>
            {initials}
          </span>
          <span className={styles.who}>
            <b>{name}</b>
            <span>{words}</span>
          </span>
          <span className={styles.state}>
            <span className={styles.chip} data-tone={statusTones[status]}>
              {statusLabels[status]}
            </span>
            <span className={styles.next}>{next}</span>
          </span>
        </li>
      ))}
    </ul>
  </figure>
)
