import type { EventDisplayInfo } from '@fullcalendar/react'
import type { Entry, EntryWords } from './entries.ts'

export const entryOf = (event: { extendedProps: Record<string, unknown> }) => event.extendedProps.entry as Entry

/** Marks the words that confirm a request when they are clicked; the keyboard has a key for it. */
export const confirms = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.confirm') !== null

/** The words of an entry: who comes, and below it, or beside it in a short one, when and for what. */
export function entryContent({ event, timeText, isShort, view, isDraggable }: EventDisplayInfo) {
  const words = event.extendedProps.words as EntryWords | undefined
  if (!words) return <div className="who">{timeText || event.title}</div>
  const entry = entryOf(event)
  const { state, name, rest } = words
  const who = (
    <div className="who">
      {state && <span className={entry.kind === 'request' ? '' : 'unseen'}>{state}</span>}
      {name}
    </div>
  )
  const asks = entry.kind === 'appointment' && entry.appointment.status === 'requested' && isDraggable
  const confirm = asks && view.type.startsWith('timeGrid') && (
    <span className="confirm" aria-hidden>
      Confirmar
    </span>
  )
  if (isShort || event.allDay || view.type === 'dayGridMonth')
    return (
      <>
        <div className="in-line">
          {who}
          <div className="rest">{[timeText, rest].filter(Boolean).join(' ')}</div>
        </div>
        {confirm}
      </>
    )
  return (
    <>
      {who}
      <div className="wraps">{[timeText, rest].filter(Boolean).join(' ')}</div>
      {confirm}
    </>
  )
}
