import { useId, useRef, useState } from 'react'
import type { QuickKeys } from './QuickReplies.tsx'

/**
 * The list of quick replies over the box: open while a shortcut is typed (`/ola`) or when all were asked for.
 *
 * @param text what is in the box; null where none may be chosen, as in a note
 */
export function useQuickList(text: string | null) {
  const id = useId()
  const keys = useRef<QuickKeys>(null)
  const [closed, setClosed] = useState(false)
  const [all, setAll] = useState(false)
  const search = text !== null && !closed && /^\/([\p{L}\d_-]*)$/u.exec(text)?.[1]
  const open = text !== null && (all || typeof search === 'string')

  /** True where the list takes the key. */
  function press(key: string): boolean {
    if (!open || !keys.current) return false
    if (key === 'ArrowDown') keys.current.move(1)
    else if (key === 'ArrowUp') keys.current.move(-1)
    else if (key === 'Enter' || key === 'Tab') keys.current.choose()
    else if (key === 'Escape') {
      setClosed(true)
      setAll(false)
    } else return false
    return true
  }

  return {
    id,
    keys,
    open,
    all,
    search: search || '',
    press,
    showAll: () => setAll(true),
    leaveAll: () => setAll(false),
    typed: (value: string) => {
      if (!value.startsWith('/')) setClosed(false)
    }
  }
}
