import { useSyncExternalStore } from 'react'
import { formatPhone, readPhone } from '../../../services/core/telephone/brazil/rules.ts'

let format = formatPhone
let loading = false
const listeners = new Set<() => void>()

/**
 * Formats a phone as people of its country write it. How other countries do is large, and fetched when the first such
 * number is shown, which is +4722123456 until then.
 */
export function phoneText(text: string): string {
  if (format === formatPhone && !loading && readPhone(text).key.startsWith('+')) void load()
  return format(text)
}

async function load(): Promise<void> {
  loading = true
  try {
    format = (await import('../../../services/core/telephone/rules.ts')).phoneText
    for (const listener of listeners) listener()
  } catch {
    // Without a connection the number stays readable; the next one shown tries again.
    loading = false
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `phoneText`, for a component that shows phones: it is drawn again once other countries' are formatted. */
export function usePhoneText(): (text: string) => string {
  useSyncExternalStore(
    subscribe,
    () => format,
    () => formatPhone
  )
  return phoneText
}
