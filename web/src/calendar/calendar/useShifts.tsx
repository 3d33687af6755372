import { useCallback, useEffect, useRef } from 'react'
import { useNotify } from 'react-admin'
import type { Appointment } from '../../../../services/calendar/appointments/schema.ts'
import { useTimeZone } from '../../shell/company.ts'
import { Undo } from '../../ui/Undo.tsx'
import { useAppointmentChange } from '../appointments/api.ts'
import { dayText, timeText } from '../appointments/words.ts'

type Times = { start: string; end: string }
type Underway = { to: Times; before: Times; sent: Promise<Pick<Appointment, 'version'>> }

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Moves of appointments one after the other, the last of them undone by its notice or Ctrl and Z. */
export function useShifts() {
  const zone = useTimeZone()
  const notify = useNotify()
  const { mutateAsync } = useAppointmentChange()
  const underway = useRef(new Map<string, Underway>())
  const undoable = useRef<Times & Pick<Appointment, 'id' | 'version'>>(undefined)

  const undo = useCallback((): boolean => {
    const { current: last } = undoable
    undoable.current = undefined
    if (!last) return false
    const { id, ...change } = last
    mutateAsync({ id, change }).catch(() => {}) // the refusal is reported already
    return true
  }, [mutateAsync])

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      if (isText(event.target) || !undo()) return
      event.preventDefault()
      notify('Desfeito', { type: 'success' })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [undo, notify])

  /** `back` shows it where it was, after a refusal. */
  function move(appointment: Appointment, to: Times, back = () => {}): void {
    const { id, start, end } = appointment
    const earlier = underway.current.get(id)
    const before = earlier?.before ?? { start, end }
    // Each carries the version that the one before it made.
    const sent = (earlier?.sent ?? Promise.resolve(appointment)).then(({ version }) =>
      mutateAsync({ id, change: { ...to, version } })
    )
    underway.current.set(id, { to, before, sent })
    const isLast = () => underway.current.get(id)?.sent === sent && underway.current.delete(id)
    sent.then(
      moved => {
        if (!isLast()) return
        undoable.current = { id, ...before, version: moved.version }
        const label = `Remarcado para ${dayText(moved.start, zone).replace(/ de \d{4}$/, '')}, ${timeText(moved.start, zone)}`
        notify(<Undo label={label} onUndo={undo} />, { type: 'info', autoHideDuration: 8000 })
      },
      () => {
        isLast()
        back()
      }
    )
  }

  /** Moves it by so many milliseconds from where it is, or will be in a moment. */
  function shift(appointment: Appointment, by: number): Times {
    const from = underway.current.get(appointment.id)?.to ?? appointment
    const later = (at: string) => new Date(Date.parse(at) + by).toISOString()
    const to = { start: later(from.start), end: later(from.end) }
    move(appointment, to)
    return to
  }
  return { move, shift }
}
