import { useCallback, useRef, useState } from 'react'
import { keptKey } from '../core/kept.ts'

function read<T>(key: string, empty: T): T {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as T
  } catch {
    return empty
  }
}

/**
 * Unsent words, kept for as long as this tab is open: they outlive another page, a reload and the end of the session,
 * until they are sent or given up (`forget`), or the person signs out. `empty` must stay the same object.
 */
export function useKept<T>(name: string, empty: T): [T, (value: T | ((known: T) => T)) => void, () => void] {
  const [key] = useState(() => keptKey(name))
  const [value, setValue] = useState(() => read(key, empty))
  const latest = useRef(value)

  // Written at once: what is sent or taken back may come to its end when its form is no longer there.
  const change = useCallback(
    (next: T | ((known: T) => T)) => {
      latest.current = next instanceof Function ? next(latest.current) : next
      if (latest.current === empty) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify(latest.current))
      setValue(latest.current)
    },
    [key, empty]
  )
  const forget = useCallback(() => change(empty), [change, empty])
  return [value, change, forget]
}
