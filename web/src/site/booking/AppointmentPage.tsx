import { type FormEvent, useState } from 'react'
import { noticeText } from '../../../../services/calendar/booking/rules.ts'
import type { GuestAnswer, GuestAppointment, TimeGone } from '../../../../services/calendar/booking/schema.ts'
import { productName } from '../../../../services/core/rules.ts'
import { HttpError, request } from '../../core/http.ts'
import { type PageProps, queryOf } from '../page.ts'
import { Company } from '../parts/Company.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Notice } from '../parts/Notice.tsx'
import { showToast } from '../parts/toasts.ts'
import styles from './booking.module.css'
import { Place } from './Place.tsx'
import { useSteps } from './steps.ts'
import { TimePicker, Zone } from './TimePicker.tsx'
import { useFreeDays } from './useFreeDays.ts'
import { channelNames, dayText, spanText, statusNames, timeText } from './words.ts'

type Act = 'confirm' | 'move' | 'cancel' | 'restore'
type Times = NonNullable<(typeof TimeGone.static)['slots']>

const done: Record<Act, string> = {
  confirm: 'Presença confirmada',
  move: 'Horário remarcado',
  cancel: 'Horário cancelado',
  restore: 'Horário de volta'
}

/** An appointment by its link: its guest confirms, moves or cancels it without an account. */
export function AppointmentPage({ page }: PageProps) {
  const { appointment: initial } = page
  if (!initial) throw new Error('The page has no appointment')
  const { token, today } = initial
  const [appointment, setAppointment] = useState(initial.data)
  const [busy, setBusy] = useState<Act | null>(null)
  const [problem, setProblem] = useState(page.problem ?? '')
  const [instead, setInstead] = useState<Times>(initial.instead ?? [])
  const { steps, go, link } = useSteps(page)
  const moving = (queryOf(page).has('remarcar') || steps.month !== null) && appointment.may.move
  const [opened, setOpened] = useState(moving)
  const address = opened ? `/public/appointments/${token}/slots` : null
  const free = useFreeDays({ address, monthParam: steps.month, initial, today })
  const zone = appointment.timezone

  async function act(what: Act, body: object = {}) {
    if (busy) return
    setBusy(what)
    setProblem('')
    setInstead([])
    try {
      const path = `/public/appointments/${token}/${what}`
      const { json } = await request<typeof GuestAnswer.static>(path, { method: 'POST', body })
      setAppointment(json.data)
      setOpened(false)
      go({ month: null, day: null, start: null })
      showToast({ tone: 'success', title: done[what] })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '')
      if (error instanceof HttpError && error.body.code === 'TIME_TAKEN') {
        setInstead((error.body as { slots?: Times }).slots ?? [])
        free.again()
      }
    } finally {
      setBusy(null)
    }
  }

  const sending = (what: Act, body?: object) => (event: FormEvent) => {
    event.preventDefault()
    void act(what, body)
  }

  return (
    <Frame
      width="wide"
      header={<Company name={appointment.company.name} logo={null} />}
      footer={<p>{`Agenda criada pela ${productName}`}</p>}
    >
      <div className={styles.heading}>
        <h1>Seu horário</h1>
      </div>
      <Details appointment={appointment} />
      {problem && (
        <Notice tone="error" title="Erro">
          <p>{problem}</p>
          {instead.length > 0 && (
            <div className={styles.instead}>
              {instead.map(slot => (
                <button
                  key={slot.start}
                  type="button"
                  className={`${controls.button} ${controls.secondary}`}
                  onClick={() => void act('move', { start: slot.start })}
                >
                  {`${dayText(slot.start, zone)}, ${timeText(slot.start, zone)}`}
                </button>
              ))}
            </div>
          )}
        </Notice>
      )}
      <div className={styles.acts}>
        {appointment.may.confirm && (
          <Deed
            act="confirm"
            label="Confirmar presença"
            primary
            busy={busy === 'confirm'}
            onSubmit={sending('confirm')}
          />
        )}
        {appointment.may.move && !opened && (
          <a
            className={`${controls.button} ${controls.secondary}`}
            href="?remarcar=1"
            onClick={event => {
              event.preventDefault()
              setOpened(true)
            }}
          >
            Remarcar
          </a>
        )}
        {appointment.may.cancel && (
          <Deed act="cancel" label="Cancelar horário" busy={busy === 'cancel'} onSubmit={sending('cancel')} />
        )}
        {appointment.may.restore && (
          <Deed
            act="restore"
            label="Desfazer o cancelamento"
            primary
            busy={busy === 'restore'}
            onSubmit={sending('restore')}
          />
        )}
        {(appointment.status === 'requested' || appointment.status === 'confirmed') && (
          <a
            className={`${controls.button} ${controls.secondary}`}
            href={`/public/appointments/${token}/agenda.ics`}
            download="compromisso.ics"
          >
            Adicionar à minha agenda
          </a>
        )}
      </div>
      {opened && appointment.may.move && (
        <section className={styles.move} aria-label="Escolha o novo horário">
          <h2>Escolha o novo horário</h2>
          <TimePicker steps={steps} today={today} zone={zone} free={free} link={link} />
          {steps.start && (
            <form method="post" onSubmit={sending('move', { start: steps.start })}>
              <input type="hidden" name="acao" value="move" />
              <input type="hidden" name="inicio" value={steps.start} />
              <button className={`${controls.button} ${controls.primary} ${controls.wide}`} type="submit">
                {busy === 'move'
                  ? 'Remarcando...'
                  : `Remarcar para ${dayText(steps.start, zone)}, ${timeText(steps.start, zone)}`}
              </button>
            </form>
          )}
        </section>
      )}
    </Frame>
  )
}

type DeedProps = { act: Act; label: string; primary?: boolean; busy: boolean; onSubmit: (event: FormEvent) => void }

/** A button that works without JavaScript too. */
const Deed = ({ act, label, primary = false, busy, onSubmit }: DeedProps) => (
  <form method="post" onSubmit={onSubmit}>
    <input type="hidden" name="acao" value={act} />
    <button
      className={`${controls.button} ${primary ? controls.primary : controls.secondary}`}
      type="submit"
      aria-disabled={busy || undefined}
    >
      {label}
    </button>
  </form>
)

function Details({ appointment }: { appointment: GuestAppointment }) {
  const { title, start, end, timezone, status, channel, location, confirmed } = appointment
  return (
    <div className={styles.details} data-over={status === 'cancelled' || status === 'refused' || undefined}>
      <span className={styles.status} data-status={status}>
        {confirmed && status === 'confirmed' ? 'Presença confirmada' : statusNames[status]}
      </span>
      <strong>{title}</strong>
      <strong className={styles.when}>{spanText(start, end, timezone)}</strong>
      <Zone zone={timezone} />
      <span>
        {channelNames[channel]}
        {location && (
          <>
            {': '}
            <Place place={location} />
          </>
        )}
      </span>
      {appointment.guest && <span>{`Quem vem: ${appointment.guest}`}</span>}
      {appointment.with && <span>{`Com ${appointment.with}`}</span>}
      {noticeText(appointment) && <span>{noticeText(appointment)}</span>}
      {appointment.mustMove && (
        <p className={styles.policy}>
          {appointment.company.name} não poderá atender neste horário. Escolha outro; até lá, este continua reservado.
        </p>
      )}
      {appointment.policy && <p className={styles.policy}>{appointment.policy}</p>}
    </div>
  )
}
