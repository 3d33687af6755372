import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { dayIsFree } from '../../../../services/leads/forms/rules.ts'
import { formatDay } from '../../core/day.ts'
import controls from '../parts/controls.module.css'
import { FieldNote } from '../parts/Field.tsx'
import { CalendarIcon } from '../parts/icons.tsx'
import type { CalendarProps, FreeDays } from './Calendar.tsx'
import styles from './lead.module.css'

type DayFieldProps = {
  today: string
  schedule: FreeDays
  day: string
  error: string | undefined
  alive: boolean
  onDay: (day: string) => void
}

const loadCalendar = () => import('./Calendar.tsx').then(file => file.Calendar)
const name = 'preferredDate'

// Where the calendar cannot be fetched, the device's own date input serves.
const Calendar = lazy(async () => ({ default: await loadCalendar().catch(() => PlainDay) }))

/** A day from today on, chosen in a calendar that is fetched when it is first wanted. */
export function DayField({ today, schedule, day, error, alive, onDay }: DayFieldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [open])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function choose(chosen: string) {
    onDay(chosen)
    close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what its button and calendar do
    <div
      ref={box}
      className={`${controls.field} ${styles.day}`}
      onKeyDown={event => {
        if (open && event.key === 'Escape') close()
      }}
      onBlur={event => {
        if (event.relatedTarget && !box.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <span className={controls.label} id={`${id}-label`}>
        Data preferencial para contato
      </span>
      <button
        ref={button}
        id={id}
        type="button"
        className={`${controls.input} ${styles.dayButton}`}
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={error && `${id}-about`}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-empty={day === '' || undefined}
        data-invalid={error ? true : undefined}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => setOpen(!open)}
      >
        {day ? formatDay(day) : 'Selecione uma data'}
        <CalendarIcon />
      </button>
      {alive ? (
        <input type="hidden" name={name} value={day} />
      ) : (
        <noscript>
          <input className={controls.input} type="date" name={name} min={today} aria-labelledby={`${id}-label`} />
        </noscript>
      )}
      <FieldNote id={`${id}-about`} error={error} />
      {open && (
        <div className={styles.popup} role="dialog" aria-labelledby={`${id}-label`}>
          <Suspense fallback={<p className={styles.calendarWait}>Carregando...</p>}>
            <Calendar today={today} schedule={schedule} day={day} onDay={choose} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

const warm = () => {
  loadCalendar().catch(() => {})
}

const PlainDay = ({ today, schedule, day, onDay }: CalendarProps) => (
  <input
    className={controls.input}
    type="date"
    min={today}
    defaultValue={day}
    aria-label="Data preferencial para contato"
    onChange={event => {
      const { value } = event.currentTarget
      if (value >= today && dayIsFree(value, schedule)) onDay(value)
    }}
  />
)
