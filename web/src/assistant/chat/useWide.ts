import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 1100px)')

function subscribe(changed: () => void): () => void {
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}

/** Whether the page leaves room for the assistant beside it. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
