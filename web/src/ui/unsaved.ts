import { useEffect } from 'react'
import { signedIn } from '../core/session.ts'

/**
 * Asks before the tab is closed or reloaded with unsaved changes. Those that are `kept` in the tab outlive a session
 * that has run out: the sign-in opens without a question.
 */
export function useUnsavedWarning(unsaved: boolean, kept = false): void {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: Event) => {
      if (!kept || signedIn()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unsaved, kept])
}
