import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { HttpError } from '../core/http.ts'
import { isShown, onShownChange } from '../ui/shownFailures.ts'

/** True where no answer came. A refusal of the server is an answer, which the screen understands. */
const isNoAnswer = (error: Error): boolean =>
  !(error instanceof HttpError) || error.status === 0 || error.status === 429 || error.status >= 500

/** Something on the screen waits for it in vain, and nothing there says so. */
const isMissing = (query: Query<unknown, Error>): boolean => {
  const { status, data, error } = query.state
  return (
    status === 'error' &&
    data === undefined &&
    error !== null &&
    query.isActive() &&
    isNoAnswer(error) &&
    !isShown(error)
  )
}

/** Whether a part of the page could not be read without anything saying so in its place, and the way to try again. */
export function useMissingReads(): { missing: boolean; retry: () => void } {
  const client = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => {
      const changed = notifyManager.batchCalls(onChange)
      const stops = [client.getQueryCache().subscribe(changed), onShownChange(changed)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [client]
  )
  const missing = useSyncExternalStore(subscribe, () => client.getQueryCache().getAll().some(isMissing))
  return { missing, retry: () => void client.refetchQueries({ predicate: isMissing }) }
}
