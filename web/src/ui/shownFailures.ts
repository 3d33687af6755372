import { useLayoutEffect } from 'react'

/** Failures that stand on the page in the place of what did not come, and how often. */
const shown = new Map<Error, number>()
const listeners = new Set<() => void>()

const count = (error: Error, change: 1 | -1): void => {
  const now = (shown.get(error) ?? 0) + change
  if (now > 0) shown.set(error, now)
  else shown.delete(error)
  for (const listener of listeners) listener()
}

export const isShown = (error: Error): boolean => shown.has(error)

export function onShownChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says that the component shows the failure, with a way to try again, so that the page need not. */
export function useShownFailure(error: Error | null | undefined): void {
  useLayoutEffect(() => {
    if (!error) return
    count(error, 1)
    return () => count(error, -1)
  }, [error])
}
