import { useCallback, useEffect, useState } from 'react'
import { keptKey } from '../core/kept.ts'

function read<T>(key: string, empty: T): T {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as T
  } catch {
    return empty
  }
}

/**
 * What is typed and not sent yet, kept for as long as this tab is open: it outlives another page, a reload and the end
 * of the session, until it is sent or given up (`forget`), or the person signs out. `empty` must stay the same object.
 */
export function useKept<T>(name: string, empty: T): [T, (value: T | ((known: T) => T)) => void, () => void] {
  const [key] = useState(() => keptKey(name))
  const [value, setValue] = useState(() => read(key, empty))

  useEffect(() => {
    if (value === empty) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  }, [key, value, empty])

  // At once: what was sent may close its form before an effect runs.
  const forget = useCallback(() => {
    sessionStorage.removeItem(key)
    setValue(empty)
  }, [key, empty])
  return [value, setValue, forget]
}
