import type { ReactNode } from 'react'
import { digits } from '../../../../services/core/rules.ts'
import { readPhone } from '../../../../services/core/telephone/brazil/rules.ts'
import type { Channels as Known } from '../../../../services/site/schema.ts'
import styles from './contact.module.css'

const mail = (address: string) => <a href={`mailto:${address}`}>{address}</a>

function whatsapp(phone: string): ReactNode {
  const { e164 } = readPhone(phone)
  return e164 ? (
    <a href={`https://wa.me/${digits(e164)}`} rel="noopener">
      {phone}
    </a>
  ) : (
    phone
  )
}

/** The other ways to reach the provider; only those that are set. */
export function Channels({ channels }: { channels: Known | undefined }) {
  if (!channels || Object.keys(channels).length === 0) return null
  const { privacyName, privacyEmail } = channels
  const rows: [string, ReactNode][] = [
    ['WhatsApp', channels.whatsapp && whatsapp(channels.whatsapp)],
    ['E-mail', channels.email && mail(channels.email)],
    ['Atendimento', channels.hours],
    ['Endereço', channels.address],
    [
      'Dados pessoais',
      (privacyName || privacyEmail) && (
        <>
          {privacyName}
          {privacyName && privacyEmail && <br />}
          {privacyEmail && mail(privacyEmail)}
        </>
      )
    ]
  ]
  return (
    <section aria-labelledby="canais">
      <h2 className={styles.also} id="canais">
        Outros canais
      </h2>
      <dl className={styles.channels}>
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            )
        )}
      </dl>
    </section>
  )
}
