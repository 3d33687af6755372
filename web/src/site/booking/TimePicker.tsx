import { lazy, Suspense, useEffect, useState } from 'react'
import type { FreeDays } from '../../../../services/calendar/booking/schema.ts'
import controls from '../parts/controls.module.css'
import { Notice } from '../parts/Notice.tsx'
import styles from './booking.module.css'
import { Go } from './Go.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import type { StepLink, Steps } from './steps.ts'
import type { useFreeDays } from './useFreeDays.ts'
import { dayName, timeText, zoneName } from './words.ts'

type TimePickerProps = {
  steps: Steps
  today: string
  zone: string
  free: ReturnType<typeof useFreeDays>
  link: StepLink
  /** By which a visitor waits for a time of a full day; nobody waits to move a time that they have. */
  wait?: WaitPlace
}

type WaitPlace = { slug: string; serviceId: string; employeeId: string | null; consent: string }

const WaitForm = lazy(async () => ({ default: (await import('./WaitForm.tsx')).WaitForm }))

/** A day of the month, then one of its times. */
export function TimePicker({ steps, today, zone, free, link, wait }: TimePickerProps) {
  const { month, days, problem, waiting, again } = free
  const day = steps.day?.startsWith(month) ? steps.day : (firstFree(days) ?? null)
  return (
    <>
      <div className={styles.picker}>
        <MonthGrid month={month} today={today} day={day} days={days} waiting={waiting} link={link} />
        <div className={styles.times}>
          {problem !== undefined ? (
            <Notice tone="error" title="Erro">
              <p>{problem || 'Não foi possível carregar os horários.'}</p>
              <button type="button" className={`${controls.button} ${controls.secondary}`} onClick={again}>
                Tentar novamente
              </button>
            </Notice>
          ) : (
            <Times day={day} days={days} zone={zone} start={steps.start} link={link} wait={wait} today={today} />
          )}
        </div>
      </div>
      <Zone zone={zone} />
    </>
  )
}

const firstFree = (days: FreeDays | null) => days?.data.find(({ slots }) => slots.length > 0)?.day

type TimesProps = {
  day: string | null
  days: FreeDays | null
  zone: string
  start: string | null
  link: StepLink
  wait: WaitPlace | undefined
  today: string
}

function Times({ day, days, zone, start, link, wait, today }: TimesProps) {
  if (!days) return <p className={styles.soft}>Carregando os horários...</p>
  if (day === null) return <p className={styles.soft}>Não há horários livres neste mês. Veja o próximo.</p>
  const found = days.data.find(each => each.day === day)
  return (
    <>
      <h2 className={styles.dayHead} aria-live="polite">
        {dayName(day)}
      </h2>
      {found && found.slots.length > 0 ? (
        groupsOf(found.slots).map(({ title, slots }) => (
          <div key={title}>
            {title && <h3 className={styles.timesHead}>{title}</h3>}
            <ul className={styles.slots}>
              {slots.map(slot => (
                <li key={slot.start}>
                  <Go
                    className={`${controls.button} ${controls.secondary}`}
                    aria-current={slot.start === start ? 'true' : undefined}
                    to={link({ start: slot.start, day })}
                  >
                    {timeText(slot.start, zone)}
                    {slot.seatsLeft !== undefined && (
                      <small className={styles.seats}>
                        {slot.seatsLeft === 1 ? '1 vaga' : `${slot.seatsLeft} vagas`}
                      </small>
                    )}
                  </Go>
                </li>
              ))}
            </ul>
          </div>
        ))
      ) : (
        <>
          <p className={styles.soft}>{found?.reason ?? 'Não há horários neste dia.'}</p>
          {wait && day >= today && <WaitButton key={day} day={day} place={wait} />}
        </>
      )}
    </>
  )
}

/** Shows the form of the waiting list, which is fetched then. */
function WaitButton({ day, place }: { day: string; place: WaitPlace }) {
  const [open, setOpen] = useState(false)
  return open ? (
    <Suspense fallback={<p className={styles.soft}>Carregando...</p>}>
      <WaitForm {...place} day={day} />
    </Suspense>
  ) : (
    <button type="button" className={`${controls.button} ${controls.secondary}`} onClick={() => setOpen(true)}>
      Avise-me se abrir
    </button>
  )
}

type Slots = FreeDays['data'][number]['slots']

/** The times beside what is taken first, where there are others as well. */
function groupsOf(slots: Slots): { title: string; slots: Slots }[] {
  const [beside, others] = [slots.filter(({ adjacent }) => adjacent), slots.filter(({ adjacent }) => !adjacent)]
  return beside.length === 0 || others.length === 0
    ? [{ title: '', slots }]
    : [
        { title: 'Sugestões', slots: beside },
        { title: 'Outros horários', slots: others }
      ]
}

/** The time zone of the times, with a note where the visitor's own differs. */
export function Zone({ zone }: { zone: string }) {
  const [own, setOwn] = useState<string>()
  useEffect(() => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    const now = new Date().toISOString()
    if (here && timeText(now, here) !== timeText(now, zone)) setOwn(here)
  }, [zone])
  return (
    <p className={styles.zone}>
      {`Horários no fuso da empresa: ${zoneName(zone)}.`}
      {own &&
        ` No seu fuso (${zoneName(own)}) são outros: agora são ${timeText(new Date().toISOString(), own)} aí e ${timeText(new Date().toISOString(), zone)} na empresa.`}
    </p>
  )
}
