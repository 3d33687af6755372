import { formatCnpj } from '../../../../services/account/companies/rules.ts'
import { consentChannels, scoreNote } from '../../../../services/privacy/person/rules.ts'
import { usePhoneText } from '../../core/phoneText.ts'
import type { PersonData } from './api.ts'
import styles from './person.module.css'
import { formatDate, formatDateTime, readable } from './when.ts'

type Lead = PersonData['leads'][number]
type Pair = { label: string; value: string | null }

/** One record about the reader: its data, every submission with its consent, and the contacts with their times. */
export function LeadRecord({ lead, title }: { lead: Lead; title: string }) {
  const phoneText = usePhoneText()
  const facts: Pair[] = [
    { label: 'Nome', value: lead.name },
    { label: 'E-mail', value: lead.email },
    { label: 'Telefone', value: lead.phone && phoneText(lead.phone) },
    { label: 'Empresa', value: lead.company },
    { label: 'CNPJ', value: lead.cnpj && formatCnpj(lead.cnpj) },
    { label: 'Mensagem', value: lead.message },
    { label: 'Data preferencial', value: formatDate(lead.preferredDate) || null },
    { label: 'Situação no atendimento', value: lead.status },
    { label: 'De onde veio', value: sourceText(lead.source) },
    { label: 'Recebido em', value: formatDateTime(lead.receivedAt) },
    ...lead.answers,
    ...lead.origin
  ]
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <Facts facts={facts} />
      {lead.partial && (
        <p className={styles.small}>
          Há mais dados neste cadastro, que vieram com outro e-mail ou foram anotados pela equipe. Para vê-los, peça à
          empresa.
        </p>
      )}
      {lead.score && (
        <details className={styles.details}>
          <summary>Pontuação: {lead.score.value} de 100</summary>
          <ul className={styles.list}>
            {lead.score.reasons.map(reason => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className={styles.small}>{scoreNote}</p>
        </details>
      )}
      {lead.submissions.map(submission => (
        <details className={styles.details} key={submission.id}>
          <summary>
            Envio de {formatDateTime(submission.receivedAt)} · protocolo {submission.protocol}
          </summary>
          <Facts facts={[{ label: 'Origem', value: sourceText(submission.source) }, ...submission.answers]} />
        </details>
      ))}
      {lead.consents.length > 0 && (
        <details className={styles.details}>
          <summary>Decisões de consentimento ({lead.consents.length})</summary>
          <ul className={styles.list}>
            {lead.consents.map(({ id, decidedAt, channels, granted, text, source }) => (
              <li key={id}>
                {formatDateTime(decidedAt)}: {granted ? 'autorizou' : 'não autorizou'}{' '}
                {channels.map(channel => consentChannels[channel]).join(' e ')} ({sourceText(source).toLowerCase()})
                {text && <q className={styles.quote}>{text}</q>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {lead.appointments.length > 0 && (
        <details className={styles.details}>
          <summary>Agendamentos ({lead.appointments.length})</summary>
          {lead.appointments.map(({ at, title, facts }) => (
            <Facts key={`${at} ${title}`} facts={[{ label: formatDateTime(at), value: title }, ...facts]} />
          ))}
        </details>
      )}
      {lead.contacts.length > 0 && (
        <details className={styles.details}>
          <summary>Contatos e mensagens ({lead.contacts.length})</summary>
          <ul className={styles.list}>
            {lead.contacts.map(({ at, what }) => (
              <li key={at + what}>
                {formatDateTime(at)}: {what}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const sources: Record<string, string> = {
  form: 'Formulário',
  typed: 'Cadastro feito pela equipe',
  import: 'Lista importada pela empresa',
  person: 'Página Meus dados'
}

const sourceText = (source: string): string => sources[source] ?? source

const Facts = ({ facts }: { facts: readonly Pair[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter(({ value }) => value)
      .map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{readable(value)}</dd>
        </div>
      ))}
  </dl>
)
