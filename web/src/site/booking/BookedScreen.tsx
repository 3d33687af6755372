import { useEffect, useRef, useState } from 'react'
import type { GuestMailTime } from '../../../../services/calendar/appointments/rules.ts'
import type { Booked } from '../../../../services/calendar/booking/schema.ts'
import controls from '../parts/controls.module.css'
import { CheckIcon } from '../parts/icons.tsx'
import styles from './booking.module.css'
import { Place } from './Place.tsx'
import { spanText, zoneName } from './words.ts'

const keepLink = 'Guarde este link: é por ele que você confirma, remarca ou cancela.'

/** A mail is promised only where it goes out at once. */
const bookedTexts: Record<GuestMailTime, string> = {
  now: 'Os detalhes chegam no seu e-mail, com o link para remarcar ou cancelar.',
  later: keepLink,
  none: keepLink
}

const askedTexts: Record<GuestMailTime, string> = {
  now: 'A empresa vai confirmar o horário. A resposta chega no seu e-mail.',
  later: `A empresa vai confirmar o horário. ${keepLink}`,
  none: `A empresa vai confirmar o horário. ${keepLink}`
}

/** Says that the time is booked, or asked for; the heading takes the focus so that it is read out. */
export function BookedScreen({ booked, onAgain }: { booked: Booked['data']; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const appointment = booked?.appointment
  const isRequest = appointment?.status === 'requested'
  return (
    <div className={styles.booked}>
      <CheckIcon size={56} />
      <h1 ref={heading} tabIndex={-1}>
        {isRequest ? 'Pedido enviado' : 'Horário marcado'}
      </h1>
      {appointment && booked && (
        <>
          <div className={styles.summary}>
            <strong>{appointment.title}</strong>
            <strong className={styles.when}>
              {spanText(appointment.start, appointment.end, appointment.timezone)}
            </strong>
            <span>{zoneName(appointment.timezone)}</span>
            {appointment.location && (
              <span>
                <Place place={appointment.location} />
              </span>
            )}
            {appointment.guest && <span>{`Quem vem: ${appointment.guest}`}</span>}
            {appointment.with && <span>{`Com ${appointment.with}`}</span>}
          </div>
          <p>{isRequest ? askedTexts[booked.mail] : bookedTexts[booked.mail]}</p>
          <a
            className={`${controls.button} ${controls.primary}`}
            href={`/public/appointments/${booked.token}/agenda.ics`}
            download="compromisso.ics"
          >
            Adicionar à minha agenda
          </a>
          <a className={`${controls.button} ${controls.secondary}`} href={`/agendamento/${booked.token}`}>
            {booked.mail === 'now' ? 'Remarcar ou cancelar' : 'Abrir o link do meu horário'}
          </a>
          {booked.mail !== 'now' && <CopyLink path={`/agendamento/${booked.token}`} />}
        </>
      )}
      <button type="button" className={styles.textButton} onClick={onAgain}>
        Marcar outro horário
      </button>
    </div>
  )
}

/** Copies the link of the appointment, once the page can. */
function CopyLink({ path }: { path: string }) {
  const [state, setState] = useState<'absent' | 'ready' | 'copied'>('absent')
  useEffect(() => setState(navigator.clipboard ? 'ready' : 'absent'), [])
  if (state === 'absent') return null
  const copy = () =>
    navigator.clipboard.writeText(location.origin + path).then(
      () => setState('copied'),
      () => setState('absent')
    )
  return (
    <button type="button" className={`${controls.button} ${controls.secondary}`} onClick={() => void copy()}>
      <span aria-live="polite">{state === 'copied' ? 'Link copiado' : 'Copiar o link'}</span>
    </button>
  )
}
