import { useState } from 'react'
import { consentChannels } from '../../../../services/privacy/person/rules.ts'
import controls from '../parts/controls.module.css'
import type { PersonData } from './api.ts'
import styles from './person.module.css'

type Props = {
  channels: PersonData['channels']
  onWithdraw: (path: string, body: object, done: string) => Promise<boolean>
}

const states = { yes: 'Você autorizou', no: 'Você não autorizou', none: 'Você não decidiu' }

/** The channels by which the company may contact the person, and a button to withdraw each, with immediate effect. */
export function Channels({ channels, onWithdraw }: Props) {
  const [busy, setBusy] = useState<string | null>(null)
  return (
    <section className={styles.section}>
      <h2>Seus consentimentos</h2>
      <ul className={styles.rows}>
        {channels.map(({ channel, granted }) => (
          <li key={channel}>
            <span>
              <b>{consentChannels[channel]}</b>
              <br />
              <span className={styles.small}>{granted === null ? states.none : granted ? states.yes : states.no}</span>
            </span>
            {granted && (
              <button
                className={`${controls.button} ${controls.secondary} ${styles.screenOnly}`}
                type="button"
                aria-label={`Retirar ${consentChannels[channel]}`}
                aria-disabled={busy === channel || undefined}
                onClick={() => {
                  if (busy) return
                  setBusy(channel)
                  void onWithdraw('/withdraw', { channel }, 'Consentimento retirado').then(() => setBusy(null))
                }}
              >
                Retirar
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
