import { useSyncExternalStore } from 'react'

function listen(tell: () => void): () => void {
  for (const event of ['online', 'offline']) addEventListener(event, tell)
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, tell)
  }
}

/** Whether the browser has a connection at all. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true
  )
