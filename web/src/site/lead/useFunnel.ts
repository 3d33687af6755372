import { useEffect, useRef } from 'react'
import { sendBeacon } from '../beacon.ts'

/** Reports a visit to the server, a start, or a departure and after which field; never of what was typed. */
export function useFunnel(formId: string | null, source: string) {
  // The field that was touched last; none before the start.
  const state = useRef({ sent: false, field: '' })

  useEffect(() => {
    if (formId === null) return
    const left = () => {
      const { sent, field } = state.current
      if (field && !sent && document.visibilityState === 'hidden') {
        sendBeacon(formId, { kind: 'leave', source, field })
        // Leaving twice counts once.
        state.current.sent = true
      }
    }
    document.addEventListener('visibilitychange', left)
    return () => document.removeEventListener('visibilitychange', left)
  }, [formId, source])

  return {
    touched(field: string) {
      if (formId === null || field === 'website') return
      if (!state.current.field) sendBeacon(formId, { kind: 'start', source })
      state.current.field = field
    },
    sent() {
      state.current.sent = true
    }
  }
}
